/** The package as users get it: packed, installed into an empty folder, imported, run. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENTRIES, SMALL } from "../../build/entries.mjs";
import { packedFiles } from "../../build/pack.mjs";
import { TSC } from "../support/extent";
import { longIt } from "../support/long-it";
import { installPacked, packedTarball, ROOT } from "../support/packed";

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

it("has files that all may read, and one that all may run, even if packed under another umask", () => {
	const rows = execFileSync("tar", ["-tvzf", packedTarball()], { encoding: "utf8" }).trim().split("\n");
	const odd = rows.filter((row) => !row.startsWith("-rw-r--r-- "));
	expect(odd.map((row) => row.replace(/ .* /, " "))).toEqual(["-rwxr-xr-x package/build/out/dist/urlsieve.js"]);
	expect(rows.length).toBeGreaterThan(20);
});

it("works right after import, by Wasm", () => {
	expect(run(PROBE.replace("ENTRY", "urlsieve"))).toBe("wasm http://example.com/~foo true false http://a/\n");
});

it("works without WebAssembly: urlsieve/js always, urlsieve where Wasm is disabled", () => {
	const expected = "js http://example.com/~foo true false http://a/\n";
	expect(run(PROBE.replace("ENTRY", "urlsieve/js"))).toBe(expected);
	expect(run(PROBE.replace("ENTRY", "urlsieve/js"), ["--jitless"])).toBe(expected);
	expect(run(PROBE.replace("ENTRY", "urlsieve"), ["--jitless"])).toBe(expected);
	const forbidding = 'globalThis.WebAssembly.Module = function () { throw new Error("forbidden") };';
	const flags = ["--import", `data:text/javascript,${encodeURIComponent(forbidding)}`];
	expect(run(PROBE.replace("ENTRY", "urlsieve"), flags)).toBe(expected);
});

it("does not mention WebAssembly in a bundle of urlsieve/js", async () => {
	expect((await bundled('import * as js from "urlsieve/js"; console.log(js)')).code).not.toContain("WebAssembly");
	expect((await bundled('import * as urlsieve from "urlsieve"; console.log(urlsieve)')).code).toContain("WebAssembly");
});

it("leaves policies, and reasons for faulty fields, out of a bundle of keys and rules", async () => {
	const [reason, list, near] = ["spaces separate the names of a list", "utm_source_platform", "did you mean"];
	const found = async (names: string) => {
		const { code } = await bundled(`import { ${names} } from "urlsieve/edge"; console.log(${names})`);
		return [reason, list, near].map((text) => code.includes(text));
	};
	expect(await found("cacheKey, createRules, noVarySearch")).toEqual([false, false, false]);
	expect(await found("ruleOfField")).toEqual([true, false, false]);
	expect(await found("ruleOfPolicy")).toEqual([false, true, true]);
});

it("calls createRequire by this name only for import.meta.url, as webpack warns of anything else", () => {
	const dist = join(folder, "node_modules/urlsieve/build/out/dist");
	const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
	const isImported = (code: string) => /^import \{[^}]*\bcreateRequire\b/m.test(code);
	const codes = files.map((name) => readFileSync(join(dist, name), "utf8")).filter(isImported);
	expect(codes.length).toBeGreaterThan(0);
	for (const code of codes)
		expect([...code.matchAll(/\bcreateRequire\((.*?)\)/g)].map(([, argument]) => argument)).toEqual(["import.meta.url"]);
});

it("falls back to JavaScript where Wasm has no SIMD", () => {
	expect(run(PROBE.replace("ENTRY", "urlsieve"), withoutSimd())).toBe("js http://example.com/~foo true false http://a/\n");
});

/** Flags that disable SIMD: on x64 its instructions, elsewhere a compiler that knows none. */
function withoutSimd(): string[] {
	if (process.arch === "x64") return ["--no-enable-sse4-1", "--no-enable-sse4-2", "--no-enable-avx", "--no-enable-avx2"];
	writeFileSync(
		join(folder, "no-simd.mjs"),
		"WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError(); } };",
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
	const kernel = join(folder, "node_modules/urlsieve/build/out/dist/kernels/core.js");
	const code = readFileSync(kernel, "latin1");
	// The first section follows the version: an invalid section id makes the module invalid.
	const damaged = code.replaceAll("asm\x01[[[", "asm\x01[[[\x63");
	expect(damaged.length).toBe(code.length + 1);
	writeFileSync(kernel, damaged, "latin1");
	try {
		expect(run(PROBE.replace("ENTRY", "urlsieve"))).toBe("js http://example.com/~foo true false http://a/\n");
	} finally {
		writeFileSync(kernel, code, "latin1");
	}
});

it("can be required where Node.js can require ES modules", () => {
	const code = 'const { engine, normalize } = require("urlsieve"); console.log(engine, normalize("HTTP://a"));';
	const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=commonjs", "-e", code], {
		cwd: folder,
		encoding: "utf8",
	});
	if (process.features.require_module) expect({ stdout, status }).toEqual({ stdout: "wasm http://a/\n", status: 0 });
	else expect(stderr).toContain("ERR_REQUIRE_ESM");
});

it("imports kernels as compiled modules under workerd and edge-light, without embedding them", async () => {
	const entries = ["urlsieve", "urlsieve/crawl", "urlsieve/tables"];
	const code = entries.map((entry, index) => `import * as e${index} from "${entry}"; console.log(e${index});`).join("");
	for (const [condition, suffix] of [
		["workerd", ""],
		["edge-light", "?module"],
	]) {
		const { code: text } = await bundled(code, [condition as string]);
		const imports = new Set(text.match(/from ?"[^"]*wasm[^"]*"/g));
		const names = ["crawl", "kernel", "tables"].map((name) => `from"../../${name}.simd.wasm${suffix}"`);
		expect([...imports].sort()).toEqual(names);
		expect(text).not.toContain("asm\x01");
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

/** Bundles code as users do, minified, with Wasm files left to the host. */
async function bundled(contents: string, conditions: string[] = []) {
	const { outputFiles, warnings } = await build({
		stdin: { contents, resolveDir: folder },
		bundle: true,
		format: "esm",
		minify: true,
		write: false,
		conditions,
		external: ["*.wasm", "*.wasm?module", "node:*"],
		logLevel: "error",
	});
	expect(warnings.filter(({ location }) => location?.file !== "<stdin>")).toEqual([]);
	const octets = outputFiles[0]?.contents as Uint8Array;
	return { code: Buffer.from(octets).toString("latin1"), size: octets.length, zipped: gzipSync(octets).length };
}

it("tree-shakes: a bundle contains only what it imports", async () => {
	const alone = await bundled('import { normalize } from "urlsieve"; console.log(normalize("x:"))');
	const unused = await bundled(
		'import { normalize, SeenSet } from "urlsieve"; import "urlsieve/text"; import "urlsieve/schemes"; console.log(normalize("x:"))',
	);
	expect(unused.size).toBe(alone.size);
	expect(alone.code).not.toContain("SeenSet");
	const text = await bundled('import { extract } from "urlsieve/text"; console.log(extract("x:"))');
	expect(text.code).not.toContain("utm_source");
});

it("installs its command", () => {
	expect(
		execFileSync(join(folder, "node_modules/.bin/urlsieve"), ["dedupe", "--quiet"], {
			input: "HTTP://a\nhttp://a/\n",
			encoding: "utf8",
		}),
	).toBe("http://a/\n");
});

/** The libraries of TypeScript take two thirds of the time, and are not ours to check. */
const TSC_FLAGS = ["--noEmit", "--strict", "--skipDefaultLibCheck"];

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
	const target = ["--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"];
	const flags = [...TSC_FLAGS, "--exactOptionalPropertyTypes", ...target, "--ignoreConfig", "client.ts"];
	execFileSync(process.execPath, [TSC, ...flags], { cwd: folder, stdio: "inherit" });
});

longIt("has types that compile with only those of Node.js, without lib dom", () => {
	writeFileSync(
		join(folder, "no-dom.ts"),
		`import kernel from "urlsieve/kernel.wasm";
		import { SeenSet } from "urlsieve";
		import { cacheKey } from "urlsieve/edge";
		import { dedupeFile } from "urlsieve/node";
		export const all: object[] = [kernel, SeenSet, cacheKey, dedupeFile];`,
	);
	writeFileSync(
		join(folder, "dom.ts"),
		'import kernel from "urlsieve/kernel.simd.wasm"; export const instance = new WebAssembly.Instance(kernel);',
	);
	const flags = [...TSC_FLAGS, "--ignoreConfig", "--module", "nodenext", "--target", "es2022"];
	const node = ["--types", "node", "--typeRoots", join(ROOT, "node_modules/@types")];
	execFileSync(process.execPath, [TSC, ...flags, "--lib", "es2022", ...node, "no-dom.ts"], { cwd: folder, stdio: "inherit" });
	execFileSync(process.execPath, [TSC, ...flags, "--lib", "es2022,dom", "dom.ts"], { cwd: folder, stdio: "inherit" });
});

longIt("has types under node10, which knows no exports", () => {
	const { exports } = JSON.parse(readFileSync(join(folder, "node_modules/urlsieve/package.json"), "utf8"));
	const entries = Object.keys(exports).filter((entry) => exports[entry].default?.endsWith(".js"));
	const imports = entries.map((entry, index) => `import * as e${index} from "${join("urlsieve", entry)}";`);
	const list = entries.map((_, index) => `e${index}`).join();
	const use = `export const main: string = e0.normalize("x:"); export const all: object[] = [${list}];`;
	writeFileSync(join(folder, "old.ts"), `${imports.join("\n")}\n${use}`);
	const flags = ["--moduleResolution", "node10", "--ignoreDeprecations", "6.0", "--module", "commonjs", "--types", "node"];
	const args = [...TSC_FLAGS, "--skipLibCheck", "--ignoreConfig", "--target", "es2022", "--lib", "es2023,dom", ...flags];
	const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
	const result = spawnSync(process.execPath, [tsc, ...args, "--typeRoots", join(ROOT, "node_modules/@types"), "old.ts"], {
		cwd: folder,
		encoding: "utf8",
	});
	expect([result.stdout, result.status]).toEqual(["", 0]);
	expect(entries.length).toBeGreaterThan(10);
});

longIt("compiles from CommonJS under nodenext, and by import() under node18, as docs/integrations/runtimes.md advises", () => {
	const advice = readFileSync(join(ROOT, "docs/integrations/runtimes.md"), "utf8");
	expect(advice).toContain("TS1479");
	writeFileSync(join(folder, "static.cts"), 'import { normalize } from "urlsieve"; export const text: string = normalize("x:");');
	writeFileSync(
		join(folder, "dynamic.cts"),
		'export const text: Promise<string> = import("urlsieve").then(({ normalize }) => normalize("x:"));',
	);
	const compile = (module: string, file: string) => {
		const flags = [...TSC_FLAGS, "--target", "es2022", "--lib", "es2022,dom", "--ignoreConfig", "--module", module, file];
		return spawnSync(process.execPath, [TSC, ...flags], { cwd: folder, encoding: "utf8" });
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
	expect(documents).toEqual(expect.arrayContaining(["README.md", "docs/reference/normal-form.md"]));
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
	for (const name of ["on-install.mjs", "prepare.mjs", "root.mjs", "stamps.mjs"])
		cpSync(join(ROOT, "build", name), join(checkout, "build", name));
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

it("has no script that npm asks to approve, and needs nothing that only a checkout has", () => {
	const manifest = JSON.parse(readFileSync(join(folder, "node_modules/urlsieve/package.json"), "utf8"));
	expect(Object.keys(manifest)).toEqual(expect.arrayContaining(["exports", "imports", "sideEffects", "peerDependencies"]));
	for (const name of ["scripts", "workspaces"]) expect(manifest).not.toHaveProperty(name);
	expect(manifest.devDependencies).toBeUndefined();
});

/** The modules that a file of the package imports, itself or through others, of which it loads the package's own. */
function importedBy(file: string, visited = new Set<string>()): string[] {
	if (visited.has(file)) return [];
	visited.add(file);
	const code = readFileSync(file, "utf8");
	const names = [...code.matchAll(/^(?:import|export)\b[^'"]*['"]([^'"]+)['"]/gm)].map(([, name]) => name as string);
	return names.flatMap((name) => (name.startsWith(".") ? importedBy(join(dirname(file), name), visited) : [name]));
}

it.each(["index", "js", "text", "schemes", "crawl", "tables", "edge", "crawlee"])(
	"has an entry %s that imports nothing of Node.js, not even through a shared chunk",
	(entry) => {
		const imported = importedBy(join(folder, "node_modules/urlsieve/build/out/dist", `${entry}.js`));
		expect(imported.filter((name) => !/^#\w+-kernel$/.test(name))).toEqual([]);
	},
);

it("contains exactly the expected files", () => {
	// However many chunks the entries share.
	const names = [...new Set(packedFiles().map((path) => path.replace(/(chunks|types)\/.*$/, "$1/*")))];
	const isDocument = (name: string) => /^(docs|bench\/results|examples)\//.test(name);
	expect(names.filter(isDocument)).toEqual(
		expect.arrayContaining(["docs/reference/normal-form.md", "examples/edge-worker/worker.ts"]),
	);
	expect(names.filter((name) => /node_modules|\.wrangler/.test(name))).toEqual([]);
	const typed = Object.keys({ ...ENTRIES, ...SMALL }).flatMap((name) => [`${name}.js`, `${name}.d.ts`]);
	const kernels = ["core", "crawl", "tables", "learn", "store"].flatMap((name) =>
		["", ".workerd", ".edge-light"].map((condition) => `kernels/${name}${condition}.js`),
	);
	const schemas = ["list.schema.json", "policy.schema.json"];
	const bundled = ["NOTICES", "sbom.cdx.json"];
	const dist = [...typed, ...kernels, ...schemas, ...bundled, "chunks/*", "types/*", "kernel.d.ts", "urlsieve.js"];
	expect(names.filter((name) => !isDocument(name)).sort()).toEqual(
		[
			"CHANGELOG.md",
			"CONTRIBUTING.md",
			"LICENSE",
			"README.md",
			"SECURITY.md",
			"package.json",
			...["crawl", "kernel", "learn", "store", "tables"].map((name) => `build/out/${name}.simd.wasm`),
			"build/out/crawl.wasm",
			"build/out/kernel.wasm",
			...dist.map((name) => `build/out/dist/${name}`),
		].sort(),
	);
});
