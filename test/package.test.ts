/** The package as others get it: packed, installed into an empty folder, imported, run. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
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
	const expected = "wasm http://example.com/~foo true false http://a/\n";
	expect(run(PROBE.replace("ENTRY", "urlsieve"), withoutSimd())).toBe(expected);
});

/** Flags for a processor without the instructions that SIMD needs; where there are none, a module that says no to the first build. */
function withoutSimd(): string[] {
	if (process.arch === "x64") return ["--no-enable-sse4-1", "--no-enable-sse4-2", "--no-enable-avx", "--no-enable-avx2"];
	writeFileSync(
		join(folder, "no-simd.mjs"),
		"const { validate } = WebAssembly; let asked = 0; WebAssembly.validate = (octets) => asked++ > 0 && validate(octets);",
	);
	return ["--import", join(folder, "no-simd.mjs")];
}

it.runIf(process.platform === "linux")("falls back to JavaScript where no address space is left for the memory of Wasm", () => {
	const command = 'ulimit -v 8000000; exec "$0" --input-type=module -e "$1"';
	const output = execFileSync("bash", ["-c", command, process.execPath, PROBE.replace("ENTRY", "urlsieve")], {
		cwd: folder,
		encoding: "utf8",
	});
	expect(output).toBe("js http://example.com/~foo true false http://a/\n");
});

it("falls back to JavaScript where the builds of the kernel are damaged, and still holds together", () => {
	const dist = join(folder, "node_modules/urlsieve/build/dist");
	const chunk = readdirSync(dist).find((name) => name.startsWith("chunk-")) as string;
	const code = readFileSync(join(dist, chunk), "latin1");
	// The sections of a module begin behind its version: from there on, nothing is as it was.
	const damaged = code.replaceAll("asm\x01[[[", "asm\x01[[[\x63");
	expect(damaged.length).toBe(code.length + 2);
	writeFileSync(join(dist, chunk), damaged, "latin1");
	try {
		expect(run(PROBE.replace("ENTRY", "urlsieve"))).toBe("js http://example.com/~foo true false http://a/\n");
	} finally {
		writeFileSync(join(dist, chunk), code, "latin1");
	}
});

it("can be required where Node.js requires modules", () => {
	const code = 'const { engine, normalize } = require("urlsieve"); console.log(engine, normalize("HTTP://a"));';
	const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=commonjs", "-e", code], {
		cwd: folder,
		encoding: "utf8",
	});
	if (process.features.require_module) expect({ stdout, status }).toEqual({ stdout: "wasm-simd http://a/\n", status: 0 });
	else expect(stderr).toContain("ERR_REQUIRE_ESM");
});

it("gives hosts that import compiled modules the kernel as one, and no octets of it", () => {
	for (const [condition, specifier] of [
		["workerd", "../../kernel.simd.wasm"],
		["edge-light", "../../kernel.simd.wasm?module"],
	]) {
		const resolved = run('console.log(import.meta.resolve("urlsieve"))', ["-C", condition as string]);
		expect(resolved).toContain(`/build/dist/${condition}/index.js`);
		const files = readdirSync(join(folder, "node_modules/urlsieve/build/dist", condition as string));
		const code = files
			.map((name) => readFileSync(join(folder, "node_modules/urlsieve/build/dist", condition as string, name), "utf8"))
			.join("");
		const crawl = specifier?.replace("kernel.simd", "crawl.simd");
		expect(code.match(/from ?"[^"]*wasm[^"]*"/g)?.sort()).toEqual([`from"${crawl}"`, `from"${specifier}"`]);
		expect(code).not.toContain("asm\x01");
	}
});

it("has the kernel itself for other hosts", () => {
	for (const name of ["kernel.wasm", "kernel.simd.wasm"]) {
		const code = `import { readFileSync } from "node:fs"; import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
			const octets = readFileSync(fileURLToPath(import.meta.resolve("urlsieve/${name}")));
			const { exports } = new WebAssembly.Instance(new WebAssembly.Module(octets)); exports.initialize(); console.log(exports.hasSimd());`;
		expect(run(code)).toBe(name === "kernel.wasm" ? "0\n" : "1\n");
	}
});

it("leaves out of a bundle what is not imported", async () => {
	const bundled = async (code: string) => {
		const { metafile, outputFiles } = await build({
			stdin: { contents: code, resolveDir: folder },
			bundle: true,
			format: "esm",
			minify: true,
			write: false,
			metafile: true,
			logLevel: "error",
		});
		const inputs = Object.keys(metafile.inputs).map((path) => basename(path).replace(/chunk-\w+/, "chunk-*"));
		const contents = outputFiles[0]?.contents as Uint8Array;
		return {
			inputs: inputs.filter((name) => name !== "<stdin>").sort(),
			size: contents.length,
			zipped: gzipSync(contents).length,
		};
	};
	const alone = await bundled('import { normalize } from "urlsieve"; console.log(normalize("x:"))');
	expect(alone.inputs).toEqual(["chunk-*.js", "index.js"]);
	const unused = await bundled(
		'import { normalize, SeenSet } from "urlsieve"; import "urlsieve/text"; import "urlsieve/schemes"; console.log(normalize("x:"))',
	);
	expect(unused.size).toBe(alone.size);
	const text = await bundled('import { extract } from "urlsieve/text"; console.log(extract("x:"))');
	expect(text.inputs).toEqual(["chunk-*.js", "text.js"]);
	const js = await bundled(
		'import { compare, equivalent, explain, isNormalized, normalize, parse, resolve } from "urlsieve/js"; console.log(compare, equivalent, explain, isNormalized, normalize, parse, resolve)',
	);
	expect(js.inputs).toEqual(["js.js"]);
	expect(js.zipped).toBeLessThan(20_000);
	const core = await bundled(
		'import { dedupeStream, lineStream, normalize, normalizeLines, SeenSet } from "urlsieve/js"; console.log(dedupeStream, lineStream, normalize, normalizeLines, SeenSet)',
	);
	expect(core.zipped).toBeLessThan(20_000);
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
		path.replace(/(chunk|shared)-[\w-]+/, "$1-*"),
	) as string[];
	const entries = ["chunk-*", "crawl", "index", "schemes", "text"];
	expect(names.sort()).toEqual([
		"LICENSE",
		"README.md",
		"build/crawl.simd.wasm",
		"build/crawl.wasm",
		"build/dist/chunk-*.js",
		"build/dist/crawl.d.ts",
		"build/dist/crawl.js",
		...entries.map((name) => `build/dist/edge-light/${name}.js`),
		"build/dist/index.d.ts",
		"build/dist/index.js",
		"build/dist/js.js",
		"build/dist/kernel.d.ts",
		"build/dist/list.schema.json",
		"build/dist/policy.schema.json",
		"build/dist/schemes.d.ts",
		"build/dist/schemes.js",
		"build/dist/shared-*.d.ts",
		"build/dist/shared-*.d.ts",
		"build/dist/text.d.ts",
		"build/dist/text.js",
		"build/dist/urlsieve.js",
		...entries.map((name) => `build/dist/workerd/${name}.js`),
		"build/kernel.simd.wasm",
		"build/kernel.wasm",
		"docs/abi.md",
		"docs/crawl-abi.md",
		"package.json",
	]);
});
