/** What a picture of a site has: what was learned of it, within limits, and small as JSON. Lists have most keys first. */
import { shape } from "../../crawl/shape";
import { LearnedShapes } from "../../learned/learned-shapes";
import type { Position, SiteShapes, Trap } from "../../learned/schema";

/** A shape, the number of its keys, and one of them without its site. */
export type PicturedShape = readonly [shape: string, keys: number, example: string];

export interface PicturedTrap extends Trap {
	/** The learned shape of the sample, without its site. */
	readonly shape: string;
	/** Whether the site was sampled: the keys and counts are those of the sample, which are not estimates. */
	readonly isOfSample?: true;
}

export interface SitePicture {
	/** Scheme and authority. */
	readonly site: string;
	/** Number of different keys, and of shapes, those of one key included. */
	readonly keys: number;
	readonly kinds: number;
	/** What counts of a sample are: estimates, or, if it has one key of a stratum, bounds. */
	readonly precision?: "about" | "at least";
	readonly shapes: readonly PicturedShape[];
	readonly positions: readonly Position[];
	/** Paths below which years are no values. */
	readonly years: readonly string[];
	readonly traps: readonly PicturedTrap[];
	/** What the limits leave out: shapes of several keys with their keys, positions, paths above years, and traps. */
	readonly left?: LeftOut;
}

interface LeftOut {
	readonly shapes: number;
	readonly keys: number;
	readonly positions: number;
	readonly years: number;
	readonly traps: number;
}

/** Max characters of each list of a site, as JSON. */
const MAX_SHAPES = 196_608;
const MAX_EVIDENCE = 65_536;
/** Max words that are shown of those that stay at a position. */
const MAX_KEPT = 24;

/** `isWhole`: without limits. */
export function pictureOf(site: SiteShapes, isWhole = false): SitePicture {
	const shapes = site.shapes.map(({ shape, keys, example }): PicturedShape => [shape, keys, example.slice(site.site.length)]);
	const all = { shapes, positions: site.positions.map(shortened), years: site.years, traps: picturedTraps(site) };
	const shown = isWhole ? all : within(all);
	const left = leftOut(all, shown);
	return {
		site: site.site,
		keys: Math.round(site.keys),
		kinds: site.kinds,
		...(site.sample !== undefined && { precision: site.sample === 1 ? ("at least" as const) : ("about" as const) }),
		...shown,
		...(left.shapes + left.positions + left.years + left.traps > 0 && { left }),
	};
}

type Lists = Pick<SitePicture, "shapes" | "positions" | "years" | "traps">;

function within({ shapes, positions, years, traps }: Lists): Lists {
	return {
		shapes: beginning(shapes, MAX_SHAPES),
		positions: beginning([...positions].sort(byMerged), MAX_EVIDENCE),
		years: beginning(years, MAX_EVIDENCE),
		traps: beginning(traps, MAX_EVIDENCE),
	};
}

function byMerged(a: Position, b: Position): number {
	return b.merged - a.merged;
}

function leftOut(all: Lists, shown: Lists): LeftOut {
	const keysOf = (shapes: readonly PicturedShape[]) => shapes.reduce((sum, [, keys]) => sum + keys, 0);
	const lost = (name: keyof Lists) => all[name].length - shown[name].length;
	const keys = Math.round(keysOf(all.shapes) - keysOf(shown.shapes));
	return { shapes: lost("shapes"), keys, positions: lost("positions"), years: lost("years"), traps: lost("traps") };
}

function shortened(position: Position): Position {
	return { ...position, kept: position.kept.slice(0, MAX_KEPT) };
}

function picturedTraps(site: SiteShapes): PicturedTrap[] {
	if (site.traps.length === 0) return [];
	const learned = new LearnedShapes({ keys: "", sites: [site] }, shape);
	const isOfSample = site.sample !== undefined && ({ isOfSample: true } as const);
	return site.traps.map((trap) => ({ ...trap, shape: learned.shape(trap.sample).slice(site.site.length), ...isOfSample }));
}

/** The first items that take at most this number of characters as JSON. */
function beginning<Item>(items: readonly Item[], characters: number): Item[] {
	let left = characters;
	const end = items.findIndex((item) => {
		left -= JSON.stringify(item).length;
		return left < 0;
	});
	return items.slice(0, end < 0 ? items.length : end);
}
