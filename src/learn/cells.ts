/** Cells: what trials say of one candidate on one site. */
import { Votes } from "./votes";

/** Trials of a candidate on a site. */
export interface Cell {
	readonly site: number;
	/** Digests on which trials agree. */
	readonly votes: Votes;
	/** Trials that agree, repeated digests included. */
	agreements: number;
	disagree: number;
	proven: number;
	/** Keys that the candidate would save. */
	saved: number;
	/** The places of two URLs whose pages differ, and of two whose pages are the same. */
	contrary: readonly [number, number] | undefined;
	example: readonly [number, number] | undefined;
}

/** A cell without trials. */
export function newCell(site: number): Cell {
	const [contrary, example] = [undefined, undefined];
	return { site, votes: new Votes(), agreements: 0, disagree: 0, proven: 0, saved: 0, contrary, example };
}

/** Cells by candidate, then by site. */
export type CellsOf = Map<number, Map<number, Cell>>;

/** Frees what only more trials would need. */
export function closeCells(cells: CellsOf): void {
	for (const bySite of cells.values()) for (const { votes } of bySite.values()) votes.close();
}

/** The cell of a candidate on a site, which is new if there is none. */
export function cellOf(cells: CellsOf, id: number, site: number): Cell {
	const bySite = cellsOf(cells, id);
	const found = bySite.get(site);
	if (found !== undefined) return found;
	const cell = newCell(site);
	bySite.set(site, cell);
	return cell;
}

/** The cells of a candidate, which are kept. */
export function cellsOf(cells: CellsOf, id: number): Map<number, Cell> {
	const found = cells.get(id);
	if (found !== undefined) return found;
	const bySite = new Map<number, Cell>();
	cells.set(id, bySite);
	return bySite;
}
