import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Embeds a build of the kernel as octets, as the bundler of the package does. */
const wasmAsOctets = {
	name: "wasm-as-octets",
	enforce: "pre" as const,
	load(id: string) {
		if (!id.endsWith(".wasm")) return undefined;
		return `export default () => Uint8Array.from(Buffer.from("${readFileSync(id).toString("base64")}", "base64"));`;
	},
};

export default defineConfig({
	plugins: [wasmAsOctets],
	// The portable side of the kernel's leaves goes first: see CONTRIBUTING.md, "One source, two compilers".
	resolve: { extensions: [".host.ts", ".ts", ".mjs", ".js", ".json"] },
	test: {
		setupFiles: ["test/support/seed.ts"],
		testTimeout: 120_000,
		projects: [
			{ extends: true, test: { name: "product", include: ["test/**/*.test.ts"], exclude: ["test/site/**"] } },
			// The site is made once, before the first of its tests, and only when one of them is to run.
			{ extends: true, test: { name: "site", include: ["test/site/**/*.test.ts"], globalSetup: "test/site/build.ts" } },
		],
		coverage: {
			provider: "v8",
			include: ["assembly/**/*.ts"],
			// The Wasm side of the leaves, and what has no code. dialect.d.ts has types alone.
			exclude: ["assembly/{memory,span,bucket,guard,wide}.ts", "assembly/**/*.d.ts"],
			reporter: ["text-summary", "json-summary"],
			thresholds: { lines: 95 },
		},
	},
});
