/** The package as others get it: packed, installed into an empty folder, imported, run. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "urlsieve-package-"));

beforeAll(() => {
	execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: ROOT, stdio: "ignore" });
	const [tarball] = readdirSync(folder);
	writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
	execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, tarball as string)], {
		cwd: folder,
		stdio: "ignore",
	});
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a module in the folder and answers what it printed. */
function run(code: string, flags: string[] = []): string {
	return execFileSync(process.execPath, [...flags, "--input-type=module", "-e", code], { cwd: folder, encoding: "utf8" });
}

const PROBE = `
	import { engine, normalize, SeenSet, createNormalizer } from "ENTRY";
	const seen = new SeenSet();
	const { lines } = createNormalizer().normalizeLines(new TextEncoder().encode("HTTP://a"));
	console.log(engine, normalize("HTTP://Example.com:80/%7efoo"), seen.add("http://a"), seen.add("http://a/"), new TextDecoder().decode(lines).trim());
`;

it("works right after import, by Wasm", () => {
	expect(run(PROBE.replace("ENTRY", "urlsieve"))).toBe("wasm-simd http://example.com/~foo true false http://a/\n");
});

it("works without WebAssembly: the entry urlsieve/js, and the main entry where Wasm is switched off", () => {
	const expected = "js http://example.com/~foo true false http://a/\n";
	expect(run(PROBE.replace("ENTRY", "urlsieve/js"))).toBe(expected);
	expect(run(PROBE.replace("ENTRY", "urlsieve/js"), ["--jitless"])).toBe(expected);
	expect(run(PROBE.replace("ENTRY", "urlsieve"), ["--jitless"])).toBe(expected);
	expect(
		run(
			`globalThis.WebAssembly.Module = function () { throw new Error("forbidden") };${PROBE.replace("import ", "const ").replace(" from ", " = await import(").replace('"ENTRY";', '"urlsieve");')}`,
		),
	).toBe(expected);
});

it("has no reference to WebAssembly in urlsieve/js", () => {
	expect(
		run(
			'import { readFileSync } from "node:fs"; console.log(/WebAssembly/.test(readFileSync("node_modules/urlsieve/build/dist/js.js", "utf8")))',
		),
	).toBe("false\n");
});

it("falls back to Wasm without SIMD where that alone is missing", () => {
	const code = `const { Module } = WebAssembly; let refused = 0;
		globalThis.WebAssembly.Module = function (octets) { if (refused++ === 0) throw new Error("no SIMD"); return new Module(octets); };
		const { engine, normalize } = await import("urlsieve"); console.log(engine, normalize("HTTP://a"));`;
	expect(run(code)).toBe("wasm http://a/\n");
});

it("brings its command along", () => {
	expect(
		execFileSync(join(folder, "node_modules/.bin/urlsieve"), ["dedupe", "--quiet"], {
			input: "HTTP://a\nhttp://a/\n",
			encoding: "utf8",
		}),
	).toBe("http://a/\n");
});

it("has types that a strict compiler accepts", () => {
	writeFileSync(
		join(folder, "client.ts"),
		`import { type Level, normalize, parse, SeenSet, UriError, type UriErrorCode } from "urlsieve";
		import { normalize as normalizeInJs } from "urlsieve/js";
		const level: Level = "scheme";
		const text: string = normalize("x:", { level }) + normalizeInJs("x:");
		const code: UriErrorCode = new UriError("too-long", text).code;
		const scheme: string | undefined = parse("x:").scheme;
		const loaded: Promise<SeenSet> = SeenSet.load(new SeenSet().save());
		export { code, loaded, scheme };`,
	);
	const args = [
		"--noEmit",
		"--strict",
		"--exactOptionalPropertyTypes",
		"--module",
		"nodenext",
		"--target",
		"es2022",
		"--lib",
		"es2022,dom",
		"--types",
		"",
		"--ignoreConfig",
		"client.ts",
	];
	const flags = args.filter((flag, index) => flag !== "--types" && args[index - 1] !== "--types");
	execFileSync(join(ROOT, "node_modules/.bin/tsc"), flags, { cwd: folder, stdio: "inherit" });
});

it("contains what is needed and nothing else", () => {
	const files = JSON.parse(
		execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: ROOT, encoding: "utf8" }),
	);
	const names = (files[0] ?? files.urlsieve).files.map(({ path }: { path: string }) =>
		path.replace(/chunk-\w+/, "chunk-*"),
	) as string[];
	expect(names.sort()).toEqual([
		"LICENSE",
		"README.md",
		"build/dist/chunk-*.js",
		"build/dist/index.d.ts",
		"build/dist/index.js",
		"build/dist/js.js",
		"build/dist/schemes.d.ts",
		"build/dist/schemes.js",
		"build/dist/shared.d.ts",
		"build/dist/text.d.ts",
		"build/dist/text.js",
		"build/dist/urlsieve.js",
		"build/kernel.simd.wasm",
		"build/kernel.wasm",
		"package.json",
	]);
});
