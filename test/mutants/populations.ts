/** What is mutated, and by which tests. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { sourceFiles } from "./translated";

/** Sources, and the tests that have to find their mutants. */
export interface Population {
	readonly name: string;
	/** Part of a sample of all populations. */
	readonly weight: number;
	readonly hasWasm: boolean;
	/** Whether its tests start the command line, which then has the mutants as well: package.ts. */
	readonly hasPackage?: boolean;
	/** Milliseconds of CPU time of a file in the dry run, if more than by default: tests that have not started by then are left out. */
	readonly fileTime?: number;
	readonly isSource: (file: string, root: string) => boolean;
	readonly isTest: (file: string) => boolean;
}

/** A leaf that has no portable variant: lanes.ts hashes line by line instead. */
const WASM_ONLY = "assembly/partition/six-states.ts";

/** A leaf in WebAssembly, which never runs as TypeScript: mostly, a portable variant stands beside it. */
export function isWasmLeaf(file: string, root: string): boolean {
	return file === WASM_ONLY || (file.endsWith(".ts") && existsSync(join(root, file.replace(/\.ts$/, ".host.ts"))));
}

const PORTABLE_TESTS =
	/^test\/(?:assembly|core|crawl|datasets|dedupe|emulations|learn|store|written|edge|schemes)\/.*\.test\.ts$/;

/** Tests of what is built: kernels in WebAssembly, servers, the command line. They load nothing else, and find no mutant of a source. */
const OF_BUILDS = /\/abi\.test\.ts$/;
/** Those of them that start processes. */
const OF_PROCESSES = /\/served\.test\.ts$|^test\/learn\/(?:cli-learn(?!-fresh)[^/]*|crawlers|threads)\.test\.ts$/;

const SOURCE_TESTS = /^test\/(?:core|crawl|crawlee|datasets|store|written|edge|schemes|text)\/.*\.test\.ts$/;
/** Tests of sources in their process, or of the command line and of entries that are built: dist.ts. */
const PRODUCT_TESTS = /^test\/(?:cli|dedupe|files|job|learn|node|redis|tables)\/.*\.test\.ts$/;
/** Tests of programs that import the package by its name. */
const OF_SERVERS = /\/served\.test\.ts$/;

export const POPULATIONS: readonly Population[] = [
	{
		name: "portable sources",
		weight: 3,
		hasWasm: false,
		isSource: (file, root) => /^assembly\/.*(?<!\.d)\.ts$/.test(file) && !isWasmLeaf(file, root),
		isTest: (file) => PORTABLE_TESTS.test(file) && !OF_BUILDS.test(file) && !OF_PROCESSES.test(file),
	},
	{
		name: "src",
		weight: 2,
		hasWasm: true,
		hasPackage: true,
		fileTime: 40_000,
		isSource: (file) => file.startsWith("src/"),
		isTest: (file) => (SOURCE_TESTS.test(file) || PRODUCT_TESTS.test(file)) && !OF_BUILDS.test(file) && !OF_SERVERS.test(file),
	},
];

const HOSTILE_HOST = "test/fuzz/hostile-host.test.ts";

/** The tests that have to find mutants of kernels: those that run them in process. */
export const KERNEL_TESTS: Population = {
	name: "WebAssembly halves",
	weight: 0,
	hasWasm: true,
	isSource: () => false,
	isTest: (file) => file === HOSTILE_HOST || ((PORTABLE_TESTS.test(file) || SOURCE_TESTS.test(file)) && !OF_PROCESSES.test(file)),
};

/** A part of the sources: a folder, a file, or lines of it. */
export interface Part {
	readonly path: string;
	/** All of them if there are none. */
	readonly lines: readonly number[];
}

/** `assembly/reference`, or `src/index.ts:7,12`. */
export function partOf(text: string): Part {
	const [, path = text, lines] = /^(.*):([\d,]+)$/.exec(text) ?? [];
	return { path: path.replace(/\/$/, ""), lines: lines === undefined ? [] : lines.split(",").map(Number) };
}

function isBelow(file: string, { path }: Part): boolean {
	return path === "" || file === path || file.startsWith(`${path}/`);
}

/** Whether a line of a source is in one of the parts. */
export function isIn(parts: readonly Part[], file: string, line: number): boolean {
	return parts.some((part) => isBelow(file, part) && (part.lines.length === 0 || part.lines.includes(line)));
}

/** The sources of a population that are in these parts, and those of its tests that are asked for. */
export function filesOf(root: string, { isSource, isTest }: Population, parts: readonly Part[], wanted: readonly Part[]) {
	const files = sourceFiles(root);
	const isAmong = (file: string, some: readonly Part[]) => some.some((part) => isBelow(file, part));
	const sources = files.filter((file) => isSource(file, root) && isAmong(file, parts));
	return { sources: sources.sort(), tests: files.filter((file) => isTest(file) && isAmong(file, wanted)).sort() };
}
