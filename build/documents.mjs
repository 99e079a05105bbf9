/** Counts the rows of example tables that are tests, by document and section. */
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./root.mjs";

const bundle = await build({
	entryPoints: [join(root, "test", "documents", "documents.ts")],
	bundle: true,
	format: "esm",
	write: false,
});
const { DOCUMENTS } = await import(
	`data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString("base64")}`
);

let total = 0;
for (const { name, edition, rows } of DOCUMENTS) {
	const sections = new Map();
	for (const { section } of rows) sections.set(section, (sections.get(section) ?? 0) + 1);
	console.log(`${name} (edition ${edition})`);
	for (const [section, count] of sections)
		console.log(`${String(count).padStart(6)}  ${/^\d/.test(section) ? "§" : ""}${section}`);
	console.log(`${String(rows.length).padStart(6)}  rows\n`);
	total += rows.length;
}
console.log(`${String(total).padStart(6)}  rows in all`);
