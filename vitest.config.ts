import { readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** The Wasm variants of the leaves, which do not run here: a portable variant stands beside each. */
const wasmLeaves = readdirSync("assembly", { encoding: "utf8", recursive: true })
	.filter((file) => file.endsWith(".host.ts"))
	.map((file) => `assembly/${file.replace(".host.ts", ".ts")}`);

/** Milliseconds for a test or a hook: so many that a slow machine reaches the end, and only what hangs does not. */
const TIMEOUT = 1_200_000;

export default defineConfig({
	// Prefers the portable variants of the kernel's leaves: see CONTRIBUTING.md, "One source, two compilers".
	resolve: { extensions: [".host.ts", ".ts", ".mjs", ".js", ".json"] },
	test: {
		setupFiles: ["test/support/seed.ts"],
		// More runs than usual take as long as they take.
		testTimeout: process.env.URLSIEVE_RUNS === undefined ? TIMEOUT : 0,
		hookTimeout: TIMEOUT,
		projects: [
			{ extends: true, test: { name: "product", include: ["test/**/*.test.ts"], exclude: ["test/site/**"] } },
			// The global setup builds the site once, and only if one of these tests runs.
			{ extends: true, test: { name: "site", include: ["test/site/**/*.test.ts"], globalSetup: "test/site/build.ts" } },
		],
		coverage: {
			provider: "v8",
			include: ["assembly/**/*.ts"],
			exclude: [...wasmLeaves, "assembly/**/*.d.ts"],
			reporter: ["text-summary", "json-summary"],
			thresholds: { lines: 95 },
		},
	},
});
