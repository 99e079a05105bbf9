/** The sources of the product and of its tests, as CommonJS, file by file: so that one of them can be replaced by a mutant in no time. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";

const FOLDERS = ["assembly", "src", "test", "bench", "build"];
const SKIPPED = /(?:^|\/)(?:node_modules|out|results|site)\/|\.d\.m?ts$/;

/** Paths below the root, with the code of each. */
export type Code = ReadonlyMap<string, string>;

/** The files that tests may import. */
export function sourceFiles(root: string): string[] {
	return FOLDERS.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
	).filter((file) => /\.(?:ts|mjs)$/.test(file) && !SKIPPED.test(file));
}

/** Translates a source. `file` is its path below the root. */
export async function translate(root: string, file: string, source: string): Promise<string> {
	const { code } = await transform(source, {
		loader: "ts",
		format: "cjs",
		platform: "node",
		target: "node20",
		charset: "utf8",
		define: { "import.meta.url": "META.url", "import.meta.dirname": "META.dirname" },
		// A dynamic import goes through the loader as well.
		supported: { "dynamic-import": false },
		sourcefile: join(root, file),
	});
	return code;
}

/** Translates all files. `changed` has the sources that differ from those on disk. */
export async function translateAll(root: string, changed: Code): Promise<Map<string, string>> {
	const files = sourceFiles(root);
	const codes = await Promise.all(
		files.map((file) => {
			const source = changed.get(file) ?? readFileSync(join(root, file), "utf8");
			return translate(root, file, source).catch(({ message }: Error) => `throw new SyntaxError(${JSON.stringify(message)})`);
		}),
	);
	return new Map(files.map((file, index) => [file, codes[index] as string]));
}
