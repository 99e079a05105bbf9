/** What differs between two files of shapes: kinds of pages that are new, gone, or many more than they were. */
import type { ShapesFile, SiteShapes } from "../../learned/schema";

type Change = "new" | "grown" | "gone";

/** A shape whose number of keys has changed. */
export interface Drift {
	readonly change: Change;
	readonly before: number;
	readonly after: number;
	/** With its site. */
	readonly shape: string;
}

/** How many times as many keys a grown shape has. */
const GROWTH = 10;
/** Keys that a new shape has, or one that is gone had. Files list no shapes of one key: these are as good as absent. */
const MIN_KEYS = 10;

/** Compares sites with those of an earlier file, one after the other. */
export class DriftFinder {
	/** The sites that have not been compared. */
	readonly #old: Map<string, SiteShapes>;

	constructor({ sites }: ShapesFile) {
		this.#old = new Map(sites.map((site) => [site.site, site]));
	}

	/** The changes of a site. */
	compare({ site, shapes }: Pick<SiteShapes, "site" | "shapes">): Drift[] {
		const before = new Map(this.#old.get(site)?.shapes.map(({ shape, keys }) => [shape, keys]));
		this.#old.delete(site);
		const drifts: Drift[] = [];
		for (const { shape, keys: after } of shapes) {
			const change = changeOf(before.get(shape) ?? 0, after);
			if (change !== undefined) drifts.push({ change, before: before.get(shape) ?? 0, after, shape: site + shape });
			before.delete(shape);
		}
		return [...drifts, ...gone(site, before)];
	}

	/** What is gone with its site. */
	rest(): Drift[] {
		return [...this.#old.values()].flatMap(({ site, shapes }) =>
			gone(site, new Map(shapes.map(({ shape, keys }) => [shape, keys]))),
		);
	}
}

function changeOf(before: number, after: number): Change | undefined {
	if (before === 0) return after >= MIN_KEYS ? "new" : undefined;
	return after > GROWTH * before ? "grown" : undefined;
}

function gone(site: string, shapes: ReadonlyMap<string, number>): Drift[] {
	return [...shapes].flatMap(([shape, before]) => {
		if (before < MIN_KEYS) return [];
		return [{ change: "gone" as const, before, after: 0, shape: site + shape }];
	});
}

/** A change as a line: fields separated by TABs. */
export function driftLine({ change, before, after, shape }: Drift): string {
	return `${change}\t${before}\t${after}\t${shape}\n`;
}
