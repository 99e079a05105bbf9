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
	readonly isSource: (file: string, root: string) => boolean;
	readonly isTest: (file: string) => boolean;
}

/** A leaf in WebAssembly, which never runs as TypeScript: a portable variant stands beside it. */
function isWasmLeaf(file: string, root: string): boolean {
	return existsSync(join(root, file.replace(/\.ts$/, ".host.ts")));
}

const PORTABLE_TESTS =
	/^test\/(?:assembly|core|crawl|datasets|dedupe|emulations|learn|store|written|edge|schemes)\/.*\.test\.ts$/;

/** Tests of what is built: kernels in WebAssembly, servers. They load nothing else. */
const OF_BUILDS = /\/(?:abi|served)\.test\.ts$/;

/** Files whose tests start the built command line, which has the sources without a mutant. */
const OF_COMMAND_LINE = /^src\/(?:cli|dedupe|duckdb|files|job|learn|node|redis|tables\/columnar|threads)\//;
const SOURCE_TESTS = /^test\/(?:core|crawl|crawlee|datasets|store|written|edge|schemes|text)\/.*\.test\.ts$/;

export const POPULATIONS: readonly Population[] = [
	{
		name: "portable sources",
		weight: 3,
		hasWasm: false,
		isSource: (file, root) => /^assembly\/.*(?<!\.d)\.ts$/.test(file) && !isWasmLeaf(file, root),
		isTest: (file) => PORTABLE_TESTS.test(file) && !OF_BUILDS.test(file),
	},
	{
		name: "src",
		weight: 2,
		hasWasm: true,
		isSource: (file) => file.startsWith("src/") && !OF_COMMAND_LINE.test(file),
		isTest: (file) => SOURCE_TESTS.test(file),
	},
];

/** The sources of a population that are below a path, and its tests. */
export function filesOf(root: string, { isSource, isTest }: Population, path: string) {
	const files = sourceFiles(root);
	const isBelow = (file: string) => path === "" || file === path || file.startsWith(`${path.replace(/\/$/, "")}/`);
	return { sources: files.filter((file) => isSource(file, root) && isBelow(file)).sort(), tests: files.filter(isTest).sort() };
}
