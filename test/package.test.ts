/** The package as users get it: packed, installed into an empty folder, imported, run. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installPacked, ROOT } from "./support/packed";

let folder: string;

beforeAll(() => {
	folder = installPacked();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a module in the folder and returns what it printed. */
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

it("works without WebAssembly: urlsieve/js always, urlsieve where Wasm is disabled", () => {
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

it("names the rule that `validate` asks for", () => {
	const kinds = ["uri", "absolute-uri", "relative-ref"];
	const code = `
		import { validate } from "ENTRY";
		const rules = ${JSON.stringify(kinds)}.map((as) => validate(as === "relative-ref" ? "a:b" : "b", { as })[0].rule);
		console.log(rules.join());
	`;
	for (const entry of ["urlsieve", "urlsieve/js"])
		expect(run(code.replace("ENTRY", entry))).toBe("URI,absolute-URI,relative-ref\n");
});

it.each([
	["urlsieve", "normalize({})", "reference"],
	["urlsieve", "createNormalizer().normalizeLines([])", "lines"],
	["urlsieve/js", "normalize(null)", "reference"],
	["urlsieve/crawl", "normalize({})", "reference"],
	["urlsieve/crawl-set", "new SeenSet({ normalizer: {} })", "normalizer"],
	["urlsieve/text", "extract({})", "text"],
	["urlsieve/datasets", "new SeenSet({ normalizer: {} })", "normalizer"],
])("refuses an argument of another type in %s: %s", (entry, call, name) => {
	const code = `import * as entry from "${entry}"; const { createNormalizer, extract, normalize, SeenSet } = entry;
		try { ${call}; } catch ({ code, message }) { console.log(code, message); }`;
	expect(run(code)).toMatch(
		new RegExp(`^invalid-input The argument "${name}" must be .*; got \\[object (Object|Array|Null)\\]\\.\n$`),
	);
});

it("does not mention WebAssembly in urlsieve/js", () => {
	expect(
		run(
			'import { readFileSync } from "node:fs"; console.log(/WebAssembly/.test(readFileSync("node_modules/urlsieve/build/out/dist/js.js", "utf8")))',
		),
	).toBe("false\n");
});

it("falls back to Wasm without SIMD if only SIMD is missing", () => {
	const expected = "wasm http://example.com/~foo true false http://a/\n";
	expect(run(PROBE.replace("ENTRY", "urlsieve"), withoutSimd())).toBe(expected);
});

/** Flags that disable SIMD: on x64 its instructions, elsewhere a module that rejects the first build. */
function withoutSimd(): string[] {
	if (process.arch === "x64") return ["--no-enable-sse4-1", "--no-enable-sse4-2", "--no-enable-avx", "--no-enable-avx2"];
	writeFileSync(
		join(folder, "no-simd.mjs"),
		"const { validate } = WebAssembly; let asked = 0; WebAssembly.validate = (octets) => asked++ > 0 && validate(octets);",
	);
	return ["--import", join(folder, "no-simd.mjs")];
}

it.runIf(process.platform === "linux")("falls back to JavaScript if Wasm memory cannot be allocated", () => {
	const command = 'ulimit -v 8000000; exec "$0" --input-type=module -e "$1"';
	const output = execFileSync("bash", ["-c", command, process.execPath, PROBE.replace("ENTRY", "urlsieve")], {
		cwd: folder,
		encoding: "utf8",
	});
	expect(output).toBe("js http://example.com/~foo true false http://a/\n");
});

it("falls back to JavaScript if the kernel builds are damaged", () => {
	const dist = join(folder, "node_modules/urlsieve/build/out/dist");
	const chunk = readdirSync(dist).find((name) => name.startsWith("chunk-")) as string;
	const code = readFileSync(join(dist, chunk), "latin1");
	// The first section follows the version: an invalid section id makes the module invalid.
	const damaged = code.replaceAll("asm\x01[[[", "asm\x01[[[\x63");
	expect(damaged.length).toBe(code.length + 2);
	writeFileSync(join(dist, chunk), damaged, "latin1");
	try {
		expect(run(PROBE.replace("ENTRY", "urlsieve"))).toBe("js http://example.com/~foo true false http://a/\n");
	} finally {
		writeFileSync(join(dist, chunk), code, "latin1");
	}
});

it("can be required where Node.js can require ES modules", () => {
	const code = 'const { engine, normalize } = require("urlsieve"); console.log(engine, normalize("HTTP://a"));';
	const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=commonjs", "-e", code], {
		cwd: folder,
		encoding: "utf8",
	});
	if (process.features.require_module) expect({ stdout, status }).toEqual({ stdout: "wasm-simd http://a/\n", status: 0 });
	else expect(stderr).toContain("ERR_REQUIRE_ESM");
});

it("imports the kernel as a compiled module under workerd and edge-light, without embedding it", () => {
	for (const [condition, specifier] of [
		["workerd", "../../kernel.simd.wasm"],
		["edge-light", "../../kernel.simd.wasm?module"],
	]) {
		const resolved = run('console.log(import.meta.resolve("urlsieve"))', ["-C", condition as string]);
		expect(resolved).toContain(`/build/out/dist/${condition}/index.js`);
		const files = readdirSync(join(folder, "node_modules/urlsieve/build/out/dist", condition as string));
		const code = files
			.map((name) => readFileSync(join(folder, "node_modules/urlsieve/build/out/dist", condition as string, name), "utf8"))
			.join("");
		const crawl = specifier?.replace("kernel.simd", "crawl.simd");
		const imports = new Set(code.match(/from ?"[^"]*wasm[^"]*"/g));
		expect([...imports].sort()).toEqual([`from "${crawl}"`, `from "${specifier}"`]);
		expect(code).not.toContain("asm\x01");
	}
});

it("exports the kernel builds as files for other hosts", () => {
	for (const name of ["kernel.wasm", "kernel.simd.wasm"]) {
		const code = `import { readFileSync } from "node:fs"; import { fileURLToPath } from "node:url";
			const octets = readFileSync(fileURLToPath(import.meta.resolve("urlsieve/${name}")));
			const { exports } = new WebAssembly.Instance(new WebAssembly.Module(octets)); exports.initialize(); console.log(exports.hasSimd());`;
		expect(run(code)).toBe(name === "kernel.wasm" ? "0\n" : "1\n");
	}
});

it("tree-shakes: a bundle contains only what it imports", async () => {
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
	expect(js.zipped).toBeLessThan(24_000);
	const core = await bundled(
		'import { dedupeStream, lineStream, normalize, normalizeLines, SeenSet } from "urlsieve/js"; console.log(dedupeStream, lineStream, normalize, normalizeLines, SeenSet)',
	);
	expect(core.zipped).toBeLessThan(24_000);
});

it("installs its command", () => {
	expect(
		execFileSync(join(folder, "node_modules/.bin/urlsieve"), ["dedupe", "--quiet"], {
			input: "HTTP://a\nhttp://a/\n",
			encoding: "utf8",
		}),
	).toBe("http://a/\n");
});

it("has types that compile under strict settings", () => {
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

it("compiles from CommonJS under nodenext, and by import() under node18, as docs/runtimes.md advises", () => {
	const advice = readFileSync(join(ROOT, "docs/runtimes.md"), "utf8");
	expect(advice).toContain("TS1479");
	writeFileSync(join(folder, "static.cts"), 'import { normalize } from "urlsieve"; export const text: string = normalize("x:");');
	writeFileSync(
		join(folder, "dynamic.cts"),
		'export const text: Promise<string> = import("urlsieve").then(({ normalize }) => normalize("x:"));',
	);
	const compile = (module: string, file: string) => {
		const flags = [
			"--noEmit",
			"--strict",
			"--target",
			"es2022",
			"--lib",
			"es2022,dom",
			"--ignoreConfig",
			"--module",
			module,
			file,
		];
		return spawnSync(join(ROOT, "node_modules/.bin/tsc"), flags, { cwd: folder, encoding: "utf8" });
	};
	expect(compile("nodenext", "static.cts")).toMatchObject({ stdout: "", status: 0 });
	expect(compile("node18", "static.cts").stdout).toContain("TS1479");
	expect(compile("node18", "dynamic.cts")).toMatchObject({ stdout: "", status: 0 });
});

it("requires a Node.js that can require ES modules", () => {
	const { engines } = JSON.parse(readFileSync(join(folder, "node_modules/urlsieve/package.json"), "utf8"));
	expect(engines).toEqual({ node: ">=20.19" });
});

it("contains the target of every relative link in its documents", () => {
	const root = join(folder, "node_modules/urlsieve");
	const documents = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
	const dead: string[] = [];
	let links = 0;
	for (const document of documents) {
		const text = readFileSync(join(root, document), "utf8").replace(/```.*?```|`[^`\n]*`/gs, "");
		for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
			if (/^[a-z][a-z0-9+.-]*:/i.test(target as string)) continue;
			const [path, anchor] = (target as string).split("#") as [string, string | undefined];
			const file = path === "" ? join(root, document) : join(root, dirname(document), path);
			links += 1;
			if (!existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor))) dead.push(`${document}: ${target}`);
		}
	}
	expect(documents).toEqual(expect.arrayContaining(["README.md", "docs/normal-form.md"]));
	expect(links).toBeGreaterThan(15);
	expect(dead).toEqual([]);
});

/** The heading anchors of a document, as GitHub makes them. */
function anchorsOf(file: string): string[] {
	const headings = [...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading as string);
	return headings.map((heading) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, "")
			.replaceAll(" ", "-"),
	);
}

it("`prepare` builds nothing if the build tools are not installed", () => {
	const checkout = mkdtempSync(join(tmpdir(), "urlsieve-checkout-"));
	mkdirSync(join(checkout, "build"));
	for (const name of ["on-install.mjs", "prepare.mjs"]) cpSync(join(ROOT, "build", name), join(checkout, "build", name));
	const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
	const [command, ...args] = scripts.prepare.split(" ");
	const { status, stderr } = spawnSync(command, args, { cwd: checkout, encoding: "utf8" });
	rmSync(checkout, { recursive: true });
	expect({ status, stderr }).toEqual({
		status: 0,
		stderr: "urlsieve: not built, because its development dependencies are not installed; try: npm install --include=dev\n",
	});
	expect(scripts.prepack).toBeUndefined();
});

it("contains exactly the expected files", () => {
	const files = JSON.parse(
		execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: ROOT, encoding: "utf8" }),
	);
	// However many chunks a bundle is split into.
	const paths: { path: string }[] = (files[0] ?? files.urlsieve).files;
	const names = [...new Set(paths.map(({ path }) => path.replace(/(chunk|node|shared|urlsieve)-[\w-]+(?=\.)/, "$1-*")))];
	const entries = ["chunk-*", "crawl-set", "crawl", "index", "schemes", "text"];
	const isDocument = (name: string) => /^(docs|bench\/results|examples)\//.test(name);
	expect(names.filter(isDocument)).toEqual(expect.arrayContaining(["docs/normal-form.md", "examples/edge-worker/worker.ts"]));
	expect(names.filter((name) => /node_modules|\.wrangler/.test(name))).toEqual([]);
	expect(names.filter((name) => !isDocument(name)).sort()).toEqual([
		"CHANGELOG.md",
		"CONTRIBUTING.md",
		"LICENSE",
		"README.md",
		"SECURITY.md",
		"build/out/crawl.simd.wasm",
		"build/out/crawl.wasm",
		"build/out/dist/chunk-*.js",
		"build/out/dist/crawl-datasets.d.ts",
		"build/out/dist/crawl-datasets.js",
		"build/out/dist/crawl-set.d.ts",
		"build/out/dist/crawl-set.js",
		"build/out/dist/crawl.d.ts",
		"build/out/dist/crawl.js",
		"build/out/dist/crawlee.d.ts",
		"build/out/dist/crawlee.js",
		"build/out/dist/datasets.d.ts",
		"build/out/dist/datasets.js",
		"build/out/dist/duckdb.d.ts",
		"build/out/dist/duckdb.js",
		...entries.map((name) => `build/out/dist/edge-light/${name}.js`),
		"build/out/dist/index.d.ts",
		"build/out/dist/index.js",
		"build/out/dist/js.js",
		"build/out/dist/kernel.d.ts",
		"build/out/dist/list.schema.json",
		"build/out/dist/node-*.js",
		"build/out/dist/node.d.ts",
		"build/out/dist/node.js",
		"build/out/dist/policy.schema.json",
		"build/out/dist/redis.d.ts",
		"build/out/dist/redis.js",
		"build/out/dist/schemes.d.ts",
		"build/out/dist/schemes.js",
		"build/out/dist/shared-*.d.ts",
		"build/out/dist/text.d.ts",
		"build/out/dist/text.js",
		"build/out/dist/urlsieve-*.js",
		"build/out/dist/urlsieve.js",
		...entries.map((name) => `build/out/dist/workerd/${name}.js`),
		"build/out/kernel.simd.wasm",
		"build/out/kernel.wasm",
		"package.json",
	]);
});
