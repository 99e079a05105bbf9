import { join } from "node:path";
import { root } from "./root.mjs";

/** The entries of the package: the name of the file in build/out/dist, and the source. */
export const ENTRIES = {
	index: "src/index.ts",
	js: "src/js.ts",
	text: "src/text/index.ts",
	schemes: "src/schemes/index.ts",
	crawl: "src/crawl/index.ts",
	tables: "src/tables/text/index.ts",
	node: "src/node/index.ts",
	redis: "src/redis/index.ts",
	edge: "src/edge/index.ts",
	connect: "src/connect/index.ts",
	crawlee: "src/crawlee/index.ts",
	duckdb: "src/duckdb/index.ts",
	learn: "src/learn/index.ts",
};

/** The entries for small engines, each a file of its own: build/small.mjs. */
export const SMALL = { "edge.small": "src/edge/small.ts", "edge.small.destination": "src/edge/small-destination.ts" };

/** The command line, which has no types. */
export const PROGRAM = { urlsieve: "src/cli/main.ts" };

/** What `npm run coverage` has in place of the seam of the kernels: build/counted-seam.mjs. */
const COUNTED_SEAM = { find: /^\.\.\/seams\/kernels$/, replacement: join(root, "build", "out", "dist", "seams", "kernels.js") };

/**
 * Aliases for vite: tests that import the package by its name get the build or, for mutants of the sources, these.
 */
export function testedEntries() {
	const isSources = process.env.URLSIEVE_TESTED === "sources";
	const entries = Object.entries({ ...ENTRIES, ...SMALL }).map(([name, source]) => ({
		find: new RegExp(`^${["urlsieve", ...name.split(".")].filter((part) => part !== "index").join("/")}$`),
		replacement: isSources ? join(root, source) : join(root, "build", "out", "dist", `${name}.js`),
	}));
	return process.env.NODE_V8_COVERAGE === undefined ? entries : [...entries, COUNTED_SEAM];
}
