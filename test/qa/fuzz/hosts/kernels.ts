/** The kernels, each with the scenes that are played on its pair. */

import * as crawl from "../../../../assembly/crawl/index";
import * as core from "../../../../assembly/index";
import { Address } from "../../../../assembly/layout/addresses";
import * as learn from "../../../../assembly/learn/index";
import * as partition from "../../../../assembly/partition/index";
import * as store from "../../../../assembly/store/index";
import * as tables from "../../../../assembly/tables/index";
import { createArrayKernel } from "../../../seams/kernels";
import { GIANTS } from "./giants";
import { type Fault, KernelPair } from "./kernel-pair";
import { LEARNS } from "./learns";
import type { Lines, Scene } from "./lines";
import { MERGES } from "./merges";
import { PASSES } from "./passes";
import { POLICIES } from "./policies";
import { CORE, CRAWL } from "./references";
import { fillDeepSet, fillSet, SET_PAGES } from "./sets";
import { STORES } from "./stores";
import { TABLE_GIANTS, TABLES } from "./tables";

const PAGES = 40;
/** Pages for large areas: those of `learn`, streams of blocks, and the work of several programs in one scene of `crawl`. */
const MANY_PAGES = 200;
/** So high that the upper bits of addresses count: 1.5 GiB. */
const HIGH = 3 * 2 ** 29;
/** One scene in this many is played there. */
const HIGH_SHARE = 4;
/** Room for a line that is longer than a reference may be. */
const GIANT_PAGES = 600;
/** One scene in SET_SHARE fills a set, the first included. One in GIANT_SHARE, from number FIRST_GIANT on, reads a line that is too long. */
const SET_SHARE = 100;
const GIANT_SHARE = 500;
const FIRST_GIANT = 100;
/** The area that `initialize` fills: it ends with the classes, or with the schemes. Both instances have the same octets there. */
const TABLES_START = Address.RECORD;
const CLASSES_END = Address.SCHEMES;
const SCHEMES_END = Address.SPECIALS;

/** The play of a kernel: scenes on one pair, and acts, each on a new pair. */
interface Play {
	readonly portable: object;
	readonly scenes: readonly Scene[];
	readonly hasSets: boolean;
	/** The end of its tables, or 0. */
	readonly tablesEnd: number;
	/** Played once, each on a new pair with room for a line that is too long. */
	readonly giants: readonly Scene[];
	/** `PAGES` by default. */
	readonly pages?: number;
}

/** By the name under which the package imports the kernel, without the build. */
const PLAYS: Readonly<Record<string, Play>> = {
	core: {
		portable: { ...core, ...partition },
		scenes: [...CORE, ...PASSES, ...MERGES],
		hasSets: true,
		tablesEnd: SCHEMES_END,
		giants: GIANTS.core,
		pages: MANY_PAGES,
	},
	crawl: {
		portable: crawl,
		scenes: [...CRAWL, ...POLICIES],
		hasSets: true,
		tablesEnd: SCHEMES_END,
		giants: GIANTS.crawl,
		pages: MANY_PAGES,
	},
	tables: { portable: tables, scenes: TABLES, hasSets: false, tablesEnd: SCHEMES_END, giants: TABLE_GIANTS },
	store: { portable: store, scenes: STORES, hasSets: false, tablesEnd: 0, giants: [] },
	learn: { portable: learn, scenes: LEARNS, hasSets: false, tablesEnd: CLASSES_END, giants: [], pages: MANY_PAGES },
};

/** A kernel under a hostile host. */
export class HostedKernel {
	readonly name: string;
	readonly #octets: Uint8Array<ArrayBuffer>;
	readonly #play: Play;
	readonly #pair: KernelPair;
	readonly #high: KernelPair;
	/** Calls and scenes so far. */
	calls = 0;
	played = 0;
	#giants = 0;

	/** `name`: as in KERNEL_FILES, such as `core.simd`. */
	constructor(name: string, octets: Uint8Array<ArrayBuffer>) {
		this.name = name;
		this.#octets = octets;
		this.#play = PLAYS[name.replace(/\..*/, "")] as Play;
		const { pages = PAGES } = this.#play;
		this.#pair = this.#create(pages);
		this.#high = this.#create(pages, HIGH);
	}

	/**
	 * Plays scenes with these lines. Now and then a set is filled and a line that is too long is read, another kind each time, and
	 * first of all the tables are compared. Returns the faults.
	 */
	play(lines: Lines, seed: number, scenes: number): Fault[] {
		const faults: Fault[] = [];
		for (let scene = 0; scene < scenes && faults.length === 0; ++scene) {
			const number = (seed * 31 + scene) >>> 0;
			const on = number % HIGH_SHARE === 0 ? this.#high : this.#pair;
			faults.push(...this.#scene(on, number, (pair) => pair.of(this.#play.scenes)(pair, lines)));
		}
		const before = this.played;
		this.played += scenes;
		const passes = (share: number, phase: number) =>
			Math.floor((this.played + phase) / share) > Math.floor((before + phase) / share);
		if (before === 0) faults.push(...this.#playTables());
		if (passes(GIANT_SHARE, GIANT_SHARE - FIRST_GIANT)) faults.push(...this.#playGiant(lines, seed));
		if (passes(SET_SHARE, SET_SHARE - 1)) faults.push(...this.#playSets(seed));
		return faults;
	}

	/** Compares what `initialize` has filled, before any other call. */
	#playTables(): Fault[] {
		const { tablesEnd } = this.#play;
		return tablesEnd === 0 ? [] : this.#scene(this.#create(1), 0, (pair) => pair.same("tables", TABLES_START, tablesEnd));
	}

	/** It takes a second. */
	#playGiant(lines: Lines, seed: number): Fault[] {
		const giant = this.#play.giants[this.#giants++ % this.#play.giants.length];
		return giant === undefined ? [] : this.#scene(this.#create(GIANT_PAGES), seed, (pair) => giant(pair, lines));
	}

	/** Fills two sets: one with random fingerprints, and one with many that begin alike. */
	#playSets(seed: number): Fault[] {
		if (!this.#play.hasSets) return [];
		return [fillSet, fillDeepSet].flatMap((fill) => this.#scene(this.#create(SET_PAGES), seed, fill));
	}

	#create(pages: number, base = 0): KernelPair {
		return new KernelPair(this.#octets, createArrayKernel(this.#play.portable), pages, base);
	}

	#scene(pair: KernelPair, seed: number, play: (pair: KernelPair) => void): Fault[] {
		const before = pair.calls;
		pair.begin(seed);
		play(pair);
		pair.finish();
		this.calls += pair.calls - before;
		return pair.faults.splice(0);
	}
}
