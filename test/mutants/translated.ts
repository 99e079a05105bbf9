/** The sources of the product and of its tests, as CommonJS, file by file: so that one of them can be replaced by a mutant in no time. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { filesBelow } from "../support/files-below";

const FOLDERS = ["assembly", "src", "test", "bench", "build"];
const SKIPPED = ["node_modules", "out", "results", "site"];

/** Paths below the root, with the code of each. */
export type Code = ReadonlyMap<string, string>;

/** What the package is made of. */
const PRODUCT = /^(?:assembly|src)\/.*(?<!\.d)\.ts$/;

/** The files that tests may import. */
export function sourceFiles(root: string): string[] {
	const files = FOLDERS.flatMap((folder) => filesBelow(root, folder, SKIPPED));
	return files.filter((file) => /\.(?:ts|mjs)$/.test(file) && !/\.d\.m?ts$/.test(file));
}

/** Translates a source. `file` is its path below the root. One that waits while it is evaluated exports what there is to wait for. */
export function translate(root: string, file: string, source: string): Promise<string> {
	return toCommonJs(root, file, source).catch(() => toCommonJs(root, file, withoutAwait(source)));
}

/** CommonJS cannot wait at the top: all but the imports becomes a function. */
function withoutAwait(source: string): string {
	const imports = /^import\b[^;]*;\n/gm;
	const rest = source.replace(imports, "");
	return `${(source.match(imports) ?? []).join("")}export const LOADED = (async () => {\n${rest}\n})();`;
}

async function toCommonJs(root: string, file: string, source: string): Promise<string> {
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
		logLevel: "silent",
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

/** Translates a source to a module, as the build of the package does. */
async function translateModule(root: string, file: string, source: string): Promise<string> {
	const options = { loader: "ts", format: "esm", target: "es2022", charset: "utf8", minifySyntax: true } as const;
	const tsconfigRaw = { compilerOptions: { useDefineForClassFields: false } };
	return (await transform(source, { ...options, tsconfigRaw, logLevel: "silent", sourcefile: join(root, file) })).code;
}

export async function isTranslatable(root: string, file: string, source: string): Promise<boolean> {
	return translateModule(root, file, source).then(
		() => true,
		() => false,
	);
}

/** Translates the sources of the package to modules. `changed` has those that differ from those on disk. */
export async function translateModules(root: string, changed: Code): Promise<Map<string, string>> {
	const files = sourceFiles(root).filter((file) => PRODUCT.test(file));
	const codes = await Promise.all(
		files.map((file) => translateModule(root, file, changed.get(file) ?? readFileSync(join(root, file), "utf8"))),
	);
	return new Map(files.map((file, index) => [file, codes[index] as string]));
}
