/** Learns the shapes of a list in the worker, by the code of `urlsieve shapes`: the picture of its largest site. */
import "./node-buffer";
import { type Engine, engine } from "urlsieve";
import { siteEnd } from "../src/learned/site";
import { KeyBlock } from "../src/shapes/keys/key-block";
import { type Sample, sampleOf } from "../src/shapes/keys/sample";
import { ShapedKeys } from "../src/shapes/keys/shaped-keys";
import { pictureOf, type SitePicture } from "../src/shapes/picture/site-picture";
import { SiteLearner } from "../src/shapes/rules/site";
import { lineEnd } from "./octet-lines";

/** Octets of keys that are kept, and those of a key, as for `urlsieve shapes`. */
const MAX_OCTETS = 1 << 27;
const MAX_KEY = 4096;
const FIRST_WORDS = 1 << 16;

/** What the page shows of the shapes of a list. */
export interface ListShapes {
	/** The site with most keys. Undefined: no site has two keys of one shape. */
	readonly picture: SitePicture | undefined;
	/** Sites with several keys, and traps of all sites. */
	readonly sites: number;
	readonly traps: number;
	/** Keys that are left out: without a host, too long, or beyond the memory. */
	readonly left: number;
}

export class ShapeFinder {
	readonly #block = new KeyBlock();
	readonly #engine: Engine;
	#words = new Uint32Array(FIRST_WORDS);
	/** Words that are taken. */
	#count = 0;
	#left = 0;

	constructor(own: Engine = engine) {
		this.#engine = own;
	}

	/** Adds keys, a line each. */
	add(lines: Uint8Array): void {
		for (let start = 0; start < lines.length; ) {
			const end = lineEnd(lines, start);
			this.#addKey(lines.subarray(start, end - 1));
			start = end;
		}
	}

	#addKey(key: Uint8Array): void {
		const size = 1 + ((key.length + 3) >> 2);
		const fits = key.length <= MAX_KEY && 4 * (this.#count + size) <= MAX_OCTETS;
		if (!fits || siteEnd(key, 0, key.length) < 0) {
			++this.#left;
			return;
		}
		if (this.#count + size > this.#words.length) this.#grow();
		this.#words[this.#count] = key.length;
		new Uint8Array(this.#words.buffer).set(key, 4 * this.#count + 4);
		this.#count += size;
	}

	#grow(): void {
		const larger = new Uint32Array(2 * this.#words.length);
		larger.set(this.#words);
		this.#words = larger;
	}

	shapes(): ListShapes {
		const [block, keys] = [this.#block, new ShapedKeys(this.#engine, this.#block)];
		block.load(this.#words.subarray(0, this.#count));
		keys.read();
		const learner = new SiteLearner(keys);
		let [picture, sites, traps] = [undefined as SitePicture | undefined, 0, 0];
		for (const [site, sample] of samplesOf(keys)) {
			++sites;
			const learned = learner.learn(block.siteText(site), sample);
			traps += learned?.traps.length ?? 0;
			if (learned !== undefined && learned.keys > (picture?.keys ?? 0)) picture = pictureOf(learned);
		}
		return { picture, sites, traps, left: this.#left };
	}
}

/** The sites of several keys. */
function* samplesOf(keys: ShapedKeys): Generator<[site: number, sample: Sample]> {
	for (let [site, first] = [0, 0]; site < keys.rowCounts.length; ++site) {
		const count = keys.rowCounts[site] as number;
		if (count > 1)
			yield [
				site,
				sampleOf(
					keys,
					Array.from({ length: count }, (_, row) => first + row),
				),
			];
		first += count;
	}
}
