/** Tables by profiles and policies: the streams write what the command line writes, by profiles and policies, on every engine. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNormalizer as createCoreNormalizer } from "urlsieve";
import { type CrawlOptions, createNormalizer, readPolicy, SeenSet } from "urlsieve/crawl";
import { type DedupeTableOptions, dedupeTable, normalizeTable, type TableStream } from "urlsieve/tables";
import { afterAll, describe, expect, it } from "vitest";
import { run } from "../cli/command";
import { ENGINES } from "../support/engines";
import { everyNth, rowsOn } from "../support/extent";

const folder = mkdtempSync(join(tmpdir(), "urlsieve-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const POLICY = '{ "key": { "www": "drop", "query": { "remove": [{ "name": "ref" }] }, "fragment": "drop" } }';
writeFileSync(join(folder, "policy.json"), POLICY);

const URLS = [
	"http://Example.com/?gclid=1&b=2&a=1#top",
	"http://example.com/?a=1&b=2",
	"http://[",
	"",
	"HTTP://0x7f.1/a b",
	"http://www.example.com/?a=1&b=2&ref=x",
	"http://example.com/?x,y",
	"http://\u00fc/\u00fc",
	`http://c/${"\u00fc".repeat(400)}`,
];
/** Enough rows for several batches. */
const ROWS = Array.from({ length: 2000 }, (_, id) => ({ id, url: `${URLS[id % URLS.length]}`, n: id % 700 }));
const withNumber = (url: string, n: number) => (n % 5 === 0 && url.length > 8 && url.length < 99 ? `${url}/${n}` : url);
const CSV = `id,url\r\n${ROWS.map(({ id, url, n }) => `${id},"${withNumber(url, n)}"\r\n`).join("")}`;
const JSONL = ROWS.map(({ id, url, n }) => `${JSON.stringify({ id, url: withNumber(url, n) })}\n`).join("");
writeFileSync(join(folder, "a.csv"), CSV);
writeFileSync(join(folder, "a.jsonl"), JSONL);

/** The rules, and the options of the command line for them. */
const RULES: readonly (readonly [CrawlOptions, string[]])[] = [
	[{ profile: "crawl@1" }, ["--profile", "crawl@1"]],
	[{ profile: "surt@1" }, ["--profile", "surt@1"]],
	[{ policy: readPolicy(POLICY) }, ["--policy", join(folder, "policy.json")]],
];
const CHOICES: readonly (readonly [Omit<DedupeTableOptions, "format" | "column">, string[]])[] = [
	[{}, []],
	[{ keyInto: "page" }, ["--key-into", "page"]],
	[{ into: "fetch", keyInto: "page", invalid: "blank" }, ["--into", "fetch", "--key-into", "page", "--invalid", "blank"]],
	[{ invalid: "drop" }, ["--invalid", "drop"]],
];

/** Output of the command line: the same for every engine. */
const printed = new Map<string, string>();
function printedBy(...args: string[]): string {
	const id = args.join(" ");
	const text = printed.get(id) ?? run(args).stdout;
	printed.set(id, text);
	return text;
}

/** Output of a stream for a text in chunks of `size` octets. */
async function written(stream: TableStream, text: string, size: number): Promise<string> {
	const octets = new TextEncoder().encode(text);
	const chunks = new ReadableStream<Uint8Array>({
		start(controller) {
			for (let at = 0; at < octets.length; at += size) controller.enqueue(octets.subarray(at, at + size));
			controller.close();
		},
	});
	return new Response(chunks.pipeThrough(stream)).text();
}

describe.each(ENGINES)("a table by a profile or policy [%s]", (engine) => {
	describe.each(RULES)("%j", (rules, flags) => {
		/** Half of the choices under each rule, or one in `n` on the engine that runs less. */
		const choicesOn = <Choice>(choices: readonly Choice[], n: number) =>
			rowsOn(engine, everyNth(choices, 2, flags.join("").length), n);

		it.each(choicesOn(CHOICES, 4))("is normalized as by the command line, with %j", async (choice, options) => {
			for (const [format, text] of [
				["csv", CSV],
				["jsonl", JSONL],
			] as const) {
				const file = join(folder, `a.${format}`);
				const expected = printedBy("normalize", "--quiet", ...flags, ...options, "--column", "url", file);
				const normalizer = createNormalizer({ ...rules, engine });
				const stream = normalizeTable({ normalizer, format, column: "url", ...choice });
				expect((await written(stream, text, 70_001)) === expected).toBe(true);
				const { rows, unique, duplicates, rejects, empty } = stream.counts;
				expect([rows, duplicates, unique + rejects + empty]).toEqual([ROWS.length, 0, ROWS.length]);
			}
		});

		it.each(choicesOn([...CHOICES, [{ print: "original" }, ["--print", "original"]] as const], 3))(
			"is deduplicated as by the command line, with %j",
			async (choice, options) => {
				for (const [format, text] of [
					["csv", CSV],
					["jsonl", JSONL],
				] as const) {
					const file = join(folder, `a.${format}`);
					const expected = printedBy("dedupe", "--quiet", ...flags, ...options, "--column", "url", file);
					const seen = new SeenSet({ normalizer: createNormalizer({ ...rules, engine }) });
					const stream = dedupeTable(seen, { format, column: "url", ...choice });
					expect((await written(stream, text, 70_001)) === expected).toBe(true);
					expect(stream.counts.unique).toBe(seen.size);
					expect(stream.counts.duplicates).toBeGreaterThan(0);
				}
			},
		);
	});
});

describe("the streams", () => {
	const normalizer = createNormalizer({ profile: "crawl@1" });

	it("share a normalizer with each other and with single references", async () => {
		const streams = [0, 1].map(() => normalizeTable({ normalizer, format: "csv", column: "url" }));
		const outputs = streams.map((stream) => new Response(stream.readable).text());
		const writers = streams.map((stream) => stream.writable.getWriter());
		for (const part of ["id,ur", "l\n1,HTTP", "://a\n2,http://[\n"]) {
			for (const writer of writers) await writer.write(new TextEncoder().encode(part));
			normalizer.key(`http://b/?${"c".repeat(300_000)}`);
		}
		for (const writer of writers) await writer.close();
		expect(await Promise.all(outputs)).toEqual(Array(2).fill("id,url\n1,http://a/\n2,http://[\n"));
	});

	it("fail at the first rejected row, with its number, if they have to", async () => {
		const stream = normalizeTable({ normalizer, format: "csv", column: "url", invalid: "fail" });
		const error = await written(stream, "url\nhttp://a\n\nhttp://[\n", 5).catch((thrown) => thrown);
		expect([error.line, error.name]).toEqual([3, "UriError"]);
	});

	it("take invalid rows as the normalizer does, unless an option says otherwise", async () => {
		const dropping = createNormalizer({ profile: "crawl@1", invalid: "drop" });
		const table = { normalizer: dropping, format: "csv", column: "url" } as const;
		expect(await written(normalizeTable(table), "url\nhttp://[\n", 5)).toBe("url\n");
		expect(await written(normalizeTable({ ...table, invalid: "keep" }), "url\nhttp://[\n", 5)).toBe("url\nhttp://[\n");
	});

	it("count references on which no rule of a policy acts, if there are any", async () => {
		const rules = { policy: readPolicy(POLICY) };
		const counted = async (rows: string) => {
			const table = { format: "csv", column: "url" } as const;
			const streams = [
				normalizeTable({ ...table, normalizer: createNormalizer(rules) }),
				dedupeTable(new SeenSet({ normalizer: createNormalizer(rules) }), table),
			];
			for (const stream of streams) await written(stream, `url\n${rows}`, 7);
			return streams.map(({ counts }) => counts);
		};
		const counts = { rows: 4, rejects: 0, empty: 1, notWeb: 2 };
		const [normalized, deduplicated] = await counted("HTTP://a\n/rel\n\nmailto:x@y\n");
		expect(normalized).toEqual({ ...counts, unique: 3, duplicates: 0 });
		expect(deduplicated).toEqual({ ...counts, unique: 3, duplicates: 0 });
		for (const one of await counted("http://a\n")) expect(one).not.toHaveProperty("notWeb");
	});

	it("have the same rows by rfc3986@1 of either entry", async () => {
		const rows = `url\n${URLS.join("\n")}\n`;
		const table = { format: "csv", column: "url" } as const;
		const [own, core] = [createNormalizer({ profile: "rfc3986@1" }), createCoreNormalizer()];
		const outputs = [own, core].map((by) => written(dedupeTable(new SeenSet({ normalizer: by }), table), rows, 7));
		expect(await outputs[0]).toBe(await outputs[1]);
		expect(await written(normalizeTable({ ...table, normalizer: own }), rows, 7)).toBe(
			await written(normalizeTable({ ...table, normalizer: core }), rows, 7),
		);
	});

	it("refuse rules, sets and options that they do not have", () => {
		const table = { format: "csv", column: "url" } as const;
		const seen = new SeenSet({ normalizer });
		const refusals: readonly (readonly [string, () => unknown])[] = [
			["invalid-option", () => normalizeTable({ ...table, keyInto: "n", normalizer: createCoreNormalizer() })],
			["invalid-option", () => normalizeTable({ ...table, keyInto: "n" })],
			["invalid-option", () => normalizeTable({ ...table, normalizer, strict: true })],
			["invalid-input", () => dedupeTable({} as never, table)],
			["invalid-option", () => dedupeTable(seen, { ...table, level: "syntax" } as never)],
			["invalid-option", () => dedupeTable(seen, { ...table, keyInto: "" })],
			["invalid-option", () => dedupeTable(seen, { ...table, into: "n", keyInto: "n" })],
			["invalid-option", () => dedupeTable(seen, { format: "jsonl", column: "n", keyInto: "n" })],
			["invalid-option", () => dedupeTable(seen, { format: "cdx", keyInto: "n" })],
			["invalid-option", () => dedupeTable(seen, { ...table, invalid: "nothing" as never })],
		];
		for (const [code, call] of refusals) expect(call, String(call)).toThrow(expect.objectContaining({ code }));
		expect(readFileSync(join(folder, "a.csv"), "utf8")).toBe(CSV);
	});
});
