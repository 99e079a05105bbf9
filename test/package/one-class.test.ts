/** One class of errors and one class of sets across all entries of the installed package, however a program loads them. */
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installPacked } from "../support/packed";

let folder: string;

beforeAll(() => {
	folder = installPacked();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ENTRIES = [
	"urlsieve",
	"urlsieve/js",
	"urlsieve/crawl",
	"urlsieve/tables",
	"urlsieve/redis",
	"urlsieve/schemes",
	"urlsieve/node",
];

/** Prints what is the same in all entries, and what a set and errors of one do with those of another. */
const CHECK = `
	const [core, js, crawl, tables, redis, schemes, node] = entries;
	const same = (name) => new Set(entries.filter((entry) => name in entry).map((entry) => entry[name])).size;
	const classes = ["UrlsieveError", "UriError", "OptionError", "PolicyError", "ListError", "TableError", "SetError", "FileError"];
	const caught = async (run) => {
		try {
			await run();
		} catch (error) {
			return classes.filter((name) => entries.some((entry) => name in entry && error instanceof entry[name])).join();
		}
	};
	const tableOf = (text) => new Response(new Blob([text]).stream().pipeThrough(tables.normalizeTable({ format: "csv", column: "u" })));
	const normalizer = crawl.createNormalizer({ profile: "crawl@1" });
	const isNew = [core, crawl, tables].map(({ SeenSet }) => {
		const seen = new SeenSet({ normalizer });
		return [seen.add("http://h/?utm_source=1&a"), seen.add("http://h/?a")];
	});
	const errors = [
		() => crawl.normalize("http://[", { profile: "crawl@1" }),
		() => js.normalize("http://["),
		() => crawl.createNormalizer({ policy: { base: 1 } }),
		() => crawl.readList("clearurls", new TextEncoder().encode("{"), { name: "a" }),
		() => tables.dedupeTable({}, { format: "csv", column: 1 }),
		() => redis.SharedSeenSet.prototype.add && new core.SeenSet({ normalizer: {} }),
		() => tableOf("id\\n1\\n").text(),
		() => crawl.SeenSet.load(new Uint8Array(100)),
		() => node.dedupeFile("/no/such/file", "/no/such/target"),
	];
	const normalizers = [core, js].map(({ createNormalizer }) => createNormalizer()).concat(normalizer);
	const areOne = normalizers.map((one) => one.constructor === crawl.CrawlNormalizer);
	const table = tables.dedupeTable(new core.SeenSet({ normalizer }), { format: "csv", column: "u" });
	const rows = new Blob(["u\\nhttp://h/?b&a\\nhttp://h/?a&b#c\\n"]).stream().pipeThrough(table);
	Promise.all([new Response(rows).text(), ...errors.map(caught)]).then(([text, ...thrown]) => {
		const copies = [...classes, "SeenSet"].filter((name) => same(name) !== 1);
		console.log(JSON.stringify({ copies, isNew, areOne, thrown, text, engine: core.engine }));
	});
`;
const EXPECTED = {
	copies: [],
	isNew: Array(3).fill([true, false]),
	areOne: [true, true, true],
	thrown: ["Uri", "Uri", "Policy", "List", "Option", "Option", "Table", "Set", "File"].map(
		(kind) => `UrlsieveError,${kind}Error`,
	),
	text: "u\nhttp://h/?b&a\n",
	engine: "wasm",
};

/** The output of a program of this type, parsed. */
function printed(type: "module" | "commonjs", code: string): unknown {
	const args = [`--input-type=${type}`, "--disable-warning=ExperimentalWarning", "-e", code];
	return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" }));
}

const imports = ENTRIES.map((entry, index) => `import * as entry${index} from "${entry}";`).join("\n");
const namespaces = `const entries = [${ENTRIES.map((_, index) => `entry${index}`).join()}];`;

it("imported", () => {
	expect(printed("module", `${imports}\n${namespaces}\n${CHECK}`)).toEqual(EXPECTED);
});

it.runIf(process.features.require_module)("required", () => {
	expect(printed("commonjs", `const entries = ${JSON.stringify(ENTRIES)}.map((entry) => require(entry));\n${CHECK}`)).toEqual(
		EXPECTED,
	);
});

it.runIf(process.features.require_module)("imported and required in turn", () => {
	const load = ENTRIES.map((entry, index) => (index % 2 === 0 ? `await import("${entry}")` : `require("${entry}")`)).join();
	const code = `const { createRequire } = await import("node:module");
		const require = createRequire(process.cwd() + "/");
		const entries = [${load}];\n${CHECK}`;
	expect(printed("module", code)).toEqual(EXPECTED);
});

it.each(["esm", "cjs"] as const)("bundled, as %s", async (format) => {
	const { outputFiles } = await build({
		stdin: { contents: `${imports}\n${namespaces}\n${CHECK}`, resolveDir: folder },
		bundle: true,
		format,
		platform: "node",
		minify: true,
		write: false,
		logLevel: "error",
	});
	const file = join(folder, format === "esm" ? "bundle.mjs" : "bundle.cjs");
	writeFileSync(file, outputFiles[0]?.contents as Uint8Array);
	expect(JSON.parse(execFileSync(process.execPath, [file], { cwd: folder, encoding: "utf8" }))).toEqual(EXPECTED);
});

/** The kernels in a bundle of these lines. */
async function kernelsIn(contents: string): Promise<string[]> {
	const { metafile } = await build({
		stdin: { contents, resolveDir: folder },
		bundle: true,
		format: "esm",
		platform: "node",
		write: false,
		metafile: true,
	});
	return Object.values(metafile.outputs).flatMap(({ inputs }) =>
		Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
			const name = /kernels\/([\w-]+)\.js$/.exec(path)?.[1];
			return name !== undefined && bytesInOutput > 0 ? [name] : [];
		}),
	);
}

it("a set of pages needs the crawl kernel only", async () => {
	const contents = `import { createNormalizer, SeenSet } from "urlsieve/crawl";
		const seen = new SeenSet({ normalizer: createNormalizer({ profile: "crawl@1" }) });
		console.log(seen.add("http://h/?b&a"), seen.add("http://h/?a&b"));`;
	expect(await kernelsIn(contents)).toEqual(["crawl"]);
});

it("all of urlsieve, whose normalizer is of the same class, needs no crawl kernel", async () => {
	expect(await kernelsIn('import * as urlsieve from "urlsieve"; console.log(urlsieve);')).toEqual(["core"]);
});
