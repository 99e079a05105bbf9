import { defineConfig } from "vitest/config";
import { testedEntries } from "../../../build/entries.mjs";

/** The tests that run the portable sources in their process. `build/mutants.mjs` narrows them. */
const TESTS = (process.env.URLSIEVE_MUTANT_TESTS ?? "").split(",");

/** Tests of compiled kernels only, and of the command line, which runs the build in a process of its own: no mutant reaches them. */
const UNREACHED = ["**/abi.test.ts", "test/core/tidy.test.ts", "test/learn/cli-*.test.ts"];

export default defineConfig({
	resolve: {
		extensions: [".host.ts", ".ts", ".mjs", ".js", ".json"],
		alias: testedEntries(),
	},
	test: {
		setupFiles: ["test/support/seed.ts", "test/support/equality.ts", "test/qa/mutants/setup.ts"],
		include: TESTS.map((path) => (path.endsWith(".ts") ? path : `${path}/**/*.test.ts`)),
		exclude: UNREACHED,
		testTimeout: 1_200_000,
	},
});
