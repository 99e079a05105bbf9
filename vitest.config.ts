import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { testedEntries } from "./build/entries.mjs";

/** Milliseconds for a test or a hook: so many that a slow machine reaches the end, and only what hangs does not. */
const TIMEOUT = 1_200_000;

/** Tests of the packed package, which is installed once for all of them. */
const PACKED = ["test/package/**/*.test.ts", "test/docs/examples.test.ts"];

/** Tests that need a process of their own. All others share one per worker, and with it the sources, compiled once. */
const ISOLATED = [
	// Attaches a memory of its own to the kernel's sources, as the JavaScript engine does with its own.
	"test/core/properties.test.ts",
	// Counts the kernels that the package makes, and collects garbage.
	"test/core/tidy.test.ts",
	// V8 counts the steps only of functions that are compiled after counting has started.
	"test/text/linear-time.test.ts",
	// Replace functions that other tests call: a spy on a prototype, the global URL, the environment.
	"test/core/strings.test.ts",
	"test/text/inspect.test.ts",
];

const SITE = ["test/site/**/*.test.ts"];

/** What `npm test` leaves to the long form: test/support/extent.ts. By name, such a file runs in either. */
const LEFT_OUT = process.env.URLSIEVE_SHORT === "1" ? ["test/**/*.long.test.ts"] : [];

export default defineConfig({
	// Prefers the portable variants of the kernel's leaves: see docs/internals/kernels.md.
	resolve: { extensions: [".host.ts", ".ts", ".mjs", ".js", ".json"], alias: testedEntries() },
	test: {
		setupFiles: ["test/support/seed.ts", "test/support/equality.ts", "test/support/taken-coverage.ts"],
		reporters: ["default", "test/support/slowest.ts"],
		// More runs than usual take as long as they take.
		testTimeout: process.env.URLSIEVE_RUNS === undefined ? TIMEOUT : 0,
		hookTimeout: TIMEOUT,
		// Vitest leaves one processor to itself, which is half of two.
		maxWorkers: availableParallelism(),
		server: { deps: { external: [/\/build\/out\/dist\//] } },
		projects: [
			{
				extends: true,
				test: {
					name: "product",
					include: ["test/**/*.test.ts"],
					exclude: [...ISOLATED, ...PACKED, ...SITE, ...LEFT_OUT],
					isolate: false,
				},
			},
			{ extends: true, test: { name: "isolated", include: ISOLATED } },
			// A global setup runs once, and only if one of its tests runs.
			{ extends: true, test: { name: "packed", include: PACKED, exclude: LEFT_OUT, globalSetup: "test/package/install.ts" } },
			{ extends: true, test: { name: "site", include: SITE, globalSetup: "test/site/build.ts" } },
		],
	},
});
