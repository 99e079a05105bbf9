/**
 * `npm run test:runtimes`: installs and builds if needed, then tests the package in every supported runtime. With `-- --write`,
 * also updates the table in docs/integrations/runtimes.md.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";

await prepareTools();
const { bundleScript } = await import("./bundle-script.mjs");
const folder = join(root, "build", "out", "runtimes");
await bundleScript({ vectors: "test/runtimes/vectors.ts" }, "build/out/runtimes");
const { conformance } = await import(join(folder, "vectors.js"));
const { runRuntimes } = await import("../test/runtimes/main.mjs");
const { lines, passed, failed } = await runRuntimes(root, await conformance());
if (process.argv[2] === "--write") {
	const page = join(root, "docs", "integrations", "runtimes.md");
	const text = readFileSync(page, "utf8");
	writeFileSync(
		page,
		text.replace(/(<!-- npm run test:runtimes -->\n\n```\n)[^`]*/, (_, start) => `${start}${lines.join("\n")}\n`),
	);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
