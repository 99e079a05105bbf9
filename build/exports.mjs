/** All exports of all entries that are values, and what a program downloads that imports one: bundled by esbuild, minified, gzipped. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { ENTRIES } from "./entries.mjs";
import { root } from "./root.mjs";

const OUT = join(root, "build", "out", "sizes");
const entryOf = (name) => (name === "index" ? "urlsieve" : `urlsieve/${name}`);

/** Rows of name, entry and octets, in the order of the entries and of the names. */
export async function exportRows() {
	const rows = [];
	for (const file of Object.keys(ENTRIES)) {
		const names = Object.keys(await import(join(root, "build", "out", "dist", `${file}.js`)));
		for (const name of names.sort()) rows.push({ name, entry: entryOf(file) });
	}
	const octets = await sizesOf(rows);
	return rows.map((row, index) => ({ ...row, octets: octets[index] }));
}

/** One build of all: esbuild then parses each file of the package once. */
async function sizesOf(rows) {
	const { outputFiles } = await esbuild.build({
		entryPoints: rows.map((_, index) => ({ in: `row:${index}`, out: String(index) })),
		plugins: [programs(rows)],
		...{ bundle: true, format: "esm", minify: true, write: false, outdir: OUT },
		...{ external: ["node:*"], logLevel: "silent" },
	});
	const files = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
	return rows.map((_, index) => gzipSync(files.get(join(OUT, `${index}.js`)), { level: 9 }).length);
}

function programs(rows) {
	return {
		name: "programs",
		setup({ onResolve, onLoad }) {
			onResolve({ filter: /^row:/ }, ({ path }) => ({ path, namespace: "row" }));
			onLoad({ filter: /.*/, namespace: "row" }, ({ path }) => {
				const { name, entry } = rows[Number(path.slice("row:".length))];
				return { contents: `import { ${name} } from "${entry}"; console.log(${name});`, resolveDir: root };
			});
		},
	};
}
