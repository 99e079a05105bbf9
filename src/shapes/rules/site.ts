/** Learns the shapes of a site. */
import type { ShapeCount, SiteShapes } from "../../learned/schema";
import type { Sample } from "../keys/sample";
import { ShapeGroups } from "../keys/shape-groups";
import type { ShapedKeys } from "../keys/shaped-keys";
import { trapsOf } from "../traps/find-traps";
import { PositionFinder } from "./positions";
import { keepYears } from "./years";

export class SiteLearner {
	readonly #keys: ShapedKeys;
	readonly #positions: PositionFinder;
	readonly #groups: ShapeGroups;

	constructor(keys: ShapedKeys) {
		this.#keys = keys;
		this.#positions = new PositionFinder(keys);
		this.#groups = new ShapeGroups(keys);
	}

	/** Undefined if the site has no two keys of one shape, and nothing was learned. */
	learn(site: string, sample: Sample): SiteShapes | undefined {
		const { rows } = sample;
		const traps = trapsOf(this.#keys, rows, site);
		const years = keepYears(this.#keys, rows);
		const positions = this.#positions.find(rows);
		const { shapes, keys, kinds } = this.#count(sample);
		if (shapes.length + positions.length + years.length + traps.length === 0) return undefined;
		const sampled = sample.weights && { sample: sample.k };
		return { site, keys, ...sampled, kinds, shapes, positions, years, traps };
	}

	#count({ k, rows, weights }: Sample): Pick<SiteShapes, "shapes" | "keys" | "kinds"> {
		const groups = this.#groups;
		groups.clear(rows.length);
		for (const [place, row] of rows.entries()) groups.add(row, weights?.[place] ?? 1);
		// At k = 1 all rows have the same weight, and one row is not evidence of two keys.
		const single = k === 1 ? Math.round(weights?.[0] ?? 1) : 1;
		const shapes: ShapeCount[] = [];
		let sum = 0;
		groups.each((row, keys) => {
			sum += keys;
			if (keys > single) shapes.push({ shape: this.#keys.shapeOf(row), keys, example: this.#keys.keyOf(row) });
		});
		return { keys: sum, kinds: groups.length, shapes: shapes.sort(byKeys) };
	}
}

/** Most keys first, and equal ones in the order of their octets. */
function byKeys(a: ShapeCount, b: ShapeCount): number {
	return b.keys - a.keys || (a.shape < b.shape ? -1 : 1);
}
