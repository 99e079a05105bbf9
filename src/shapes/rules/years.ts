/**
 * Years that stay literal: sections such as /2023/speakers, not archives such as /2023/05.
 *
 * ```
 *   /2021/speakers   /2022/speakers   /2022/venue        at "": two years, one next word under both
 *   /blog/2021/05                                        at "/blog": a variable below
 * ```
 */
import { Octet } from "../../../assembly/octets/char";
import { MAX_DEPTH, YEAR } from "../../learned/tokens";
import type { ShapedKeys } from "../keys/shaped-keys";
import { Texts } from "../keys/texts";

/** More years than these are an archive. */
const MAX_YEARS = 12;
const YEAR_LENGTH = 4;

/** A token of a year: its row and place, and the number of the path above it, as it stands in the key. */
interface YearPlace {
	readonly row: number;
	readonly depth: number;
	readonly above: number;
	/** The token of the year as it stands in the key. */
	readonly year: number;
}

/** Writes years that stay in place of their tokens. Returns the paths above them, sorted. */
export function keepYears(keys: ShapedKeys, rows: readonly number[]): string[] {
	const token = keys.texts.add(YEAR_OCTETS, 0, YEAR_OCTETS.length);
	const rowsWithYear = rows.filter((row) => keys.lengthOf(row) <= MAX_DEPTH && keys.hasToken(row, token));
	if (rowsWithYear.length < 2) return [];
	const paths = new Texts();
	const places: YearPlace[] = [];
	for (const row of rowsWithYear) addPlaces(keys, row, token, paths, places);
	const archives = archivesAmong(keys, places);
	const sections = new SectionFinder(keys);
	for (const place of places) if (!archives.has(place.above)) sections.add(place);
	const kept = sections.found();
	for (const { row, depth, above, year } of places)
		if (kept.has(above)) keys.tokens[(keys.tokenStarts[row] as number) + depth] = year;
	return Array.from(kept, (path) => paths.textOf(path)).sort();
}

const YEAR_OCTETS = Buffer.from(YEAR);

/** Adds the years of a row. */
function addPlaces(keys: ShapedKeys, row: number, token: number, paths: Texts, places: YearPlace[]): void {
	const { tokens, tokenStarts, texts, block } = keys;
	const start = tokenStarts[row] as number;
	for (let at = start; at < (tokenStarts[row + 1] as number); ++at) {
		if (tokens[at] !== token) continue;
		const depth = at - start;
		const path = block.pathStarts[keys.keys[row] as number] as number;
		const end = segmentStart(block.octets, path, depth) - 1;
		const year = texts.add(block.octets, end + 1, end + 1 + YEAR_LENGTH);
		places.push({ row, depth, above: paths.add(block.octets, path, end), year });
	}
}

/** The start of a segment of the path at `start`. */
function segmentStart(octets: Uint8Array, start: number, depth: number): number {
	let at = start + 1;
	for (let left = depth; left > 0; --left) at = octets.indexOf(Octet.SLASH, at) + 1;
	return at;
}

/** The paths with a year that has a variable below. */
function archivesAmong(keys: ShapedKeys, places: readonly YearPlace[]): Set<number> {
	const isVariable = new Map<number, boolean>();
	const archives = new Set<number>();
	for (const { row, depth, above } of places) {
		if (archives.has(above) || depth + 1 === keys.lengthOf(row)) continue;
		const next = keys.tokens[(keys.tokenStarts[row] as number) + depth + 1] as number;
		const known = isVariable.get(next) ?? keys.texts.textOf(next).includes("{");
		isVariable.set(next, known);
		if (known) archives.add(above);
	}
	return archives;
}

/** The years at one path. */
interface Years {
	readonly years: Set<number>;
	/** By next token: the years above it. */
	readonly next: Map<number, Set<number>>;
}

/** Finds paths with few years and a next word under more than half of them. */
class SectionFinder {
	readonly #keys: ShapedKeys;
	readonly #paths = new Map<number, Years>();

	constructor(keys: ShapedKeys) {
		this.#keys = keys;
	}

	add({ row, depth, above, year }: YearPlace): void {
		const keys = this.#keys;
		const { years, next } = this.#paths.get(above) ?? { years: new Set(), next: new Map() };
		this.#paths.set(above, { years, next });
		years.add(year);
		if (depth + 1 === keys.lengthOf(row)) return;
		const word = keys.tokens[(keys.tokenStarts[row] as number) + depth + 1] as number;
		if (keys.texts.octetsOf(word).length > 0) next.set(word, (next.get(word) ?? new Set()).add(year));
	}

	found(): Set<number> {
		const found = [...this.#paths].filter(([, years]) => areSections(years));
		return new Set(found.map(([path]) => path));
	}
}

function areSections({ years, next }: Years): boolean {
	if (years.size > MAX_YEARS) return false;
	return Array.from(next.values()).some(({ size }) => size > 1 && 2 * size > years.size);
}
