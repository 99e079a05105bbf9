/** The result of `learn` depends neither on its memory nor on its engine. Rows that do not fit go to disk. */
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { learn } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { hasWasm } from "../support/engines";
import { LearnWeb } from "../support/learn-web";
import { batchesOf, type TestRow } from "../support/row-batches";

const temp = mkdtempSync(join(tmpdir(), "learn-scale-"));
const missing = join(temp, "missing");

describe("memory", () => {
	const web = new LearnWeb({ seed: 3, hosts: 30, dynamic: 0.3 }, 6000);
	const rows = web.rows(6000);
	const spilling = { memory: 1 << 16, temp };

	it("does not change the result, nor do the order of rows and the size of batches", async () => {
		const all = JSON.stringify(await learn(batchesOf(rows)));
		expect(JSON.stringify(await learn(batchesOf(rows), spilling)) === all).toBe(true);
		expect(JSON.stringify(await learn(batchesOf([...rows].reverse(), 333), spilling)) === all).toBe(true);
		expect(readdirSync(temp)).toEqual([]);
	});

	it("is exceeded by these rows: without a directory for the rest the run fails", async () => {
		await expect(learn(batchesOf(rows), { ...spilling, temp: missing })).rejects.toThrow(/cannot write .*missing/);
		await expect(learn(batchesOf(rows), { temp: missing })).resolves.toBeDefined();
	});

	it("is freed when a run is ended", async () => {
		const signal = AbortSignal.abort(new Error("enough"));
		await expect(learn(batchesOf(rows), { ...spilling, signal })).rejects.toThrow("enough");
		expect(readdirSync(temp)).toEqual([]);
	});
});

/** URLs of pieces that rules look at. */
function hostileUrls(count: number): string[] {
	let state = 7;
	const next = (below: number) => {
		state = (Math.imul(state, 0x41c64e6d) + 12345) >>> 0;
		return Math.floor(((state >>> 4) / 2 ** 28) * below);
	};
	const pick = <T>(values: readonly T[]) => values[next(values.length)] as T;
	const some = (values: readonly string[], most: number) => Array.from({ length: next(most) }, () => pick(values)).join("");
	return Array.from({ length: count }, () => {
		const host = pick(["a.com", "www.a.com", "www.www.b.org.", "u@www.c.net:81", "[::1]:443", "www.d", ""]);
		const path = some(["/", "//", "x", "index.html", "home.php", "http://e/", "default.a", "%2F"], 6);
		const query = some(["a=1", "&", "b=", "=", "%41=2", "+c", "&a", "%", "&&", "d=%FF"], 8);
		return `${pick(["http", "https", "https", "ftp"])}://${host}/${path}${pick(["", "?"])}${query}${pick(["", "#!f"])}`;
	});
}

it.runIf(hasWasm).each([{}, { policy: { policy: "own@1", base: "rfc3986" } }] as const)(
	"both engines learn the same from any URLs: %j",
	async (options) => {
		const digests = ["", "-", "sha1:X", "X", "SHA-256:X", "d41d8cd98f00b204e9800998ecf8427E", "sha1x:X", "Y"];
		const hostile = hostileUrls(2000).map((url, row) => ({
			url,
			digests: [digests[row % 7] as string, `${row % 5}`],
			time: `${row % 3}`,
		}));
		const rows = [...hostile, ...new LearnWeb({ seed: 3, hosts: 30, dynamic: 0.3 }, 1500).rows(1500)];
		const settings = { ...options, support: 2, bound: 0.1 };
		const [wasm, js] = await Promise.all(
			(["wasm", "js"] as const).map((engine) => learn(batchesOf(rows), { ...settings, engine })),
		);
		expect(js).toEqual(wasm);
		expect(wasm?.evidence.rules.length).toBeGreaterThan(5);
	},
);

it("looks at a sample of a page with more than 131,072 fetches, whatever the order of rows", async () => {
	const rows = Array.from({ length: 140_000 }, (_, row) => ({
		url: `http://a.com/search?q=${row >> 1}${row % 2 ? `&ref=${row}` : ""}`,
		digests: [`${row >> 1}`],
	}));
	const { evidence, list, counts } = await learn(batchesOf(rows));
	const [{ kept = 0, ...page } = {}, ...others] = evidence.sampled ?? [];
	expect([page, others]).toEqual([{ url: expect.stringMatching(/^http:\/\/a\.com\/search\?q=/), rows: 140_000 }, []]);
	expect([kept > 130_000, kept <= 131_072, counts.notSampled]).toEqual([true, true, 140_000 - kept]);
	expect(list.params).toEqual([{ name: "ref", hosts: ["a.com"] }]);
	expect(JSON.stringify((await learn(batchesOf(rows.reverse()))).evidence)).toBe(JSON.stringify(evidence));
});

const row = (host: string, rest: string, digest: string): TestRow => ({ url: `http://${host}/${rest}`, digests: [digest] });

/** Pages of a host, each without and with `ref`. */
const pages = (host: string, count: number) =>
	Array.from({ length: 2 * count }, (_, index) =>
		row(host, `p${index >> 1}${index % 2 ? `?ref=${index}` : ""}`, `${host} ${index >> 1}`),
	);

/** Pages of a host, each with a name of its own. */
const named = (host: string, count: number) =>
	Array.from({ length: count }, (_, index) => row(host, `n${index}?n${host.length}x${index}=1`, `${host} name ${index}`));

/** In another order: that of a step that has no divisor in common with the number of rows. */
function shuffled(rows: readonly TestRow[]): TestRow[] {
	const step = [7919, 7907].find((prime) => rows.length % prime !== 0) as number;
	return Array.from(rows, (_, index) => rows[(index * step) % rows.length] as TestRow);
}

const SITES = Array.from({ length: 70 }, (_, index) => `${"x".repeat(index + 1)}.example`);

describe("of more names of parameters than it looks at, learn", () => {
	it.each<[string, TestRow[], number]>([
		// 1,024 of the 3,001 names of the first site, and all 50 of the other one.
		[
			"keeps the most frequent of a site",
			[...pages("a.example", 60), ...named("a.example", 3000), ...named("bb.example", 50)],
			3001 - 1024,
		],
		[
			"keeps the most frequent of all sites",
			SITES.flatMap((host) => [...named(host, 1000), ...pages(host, 30)]),
			70_001 - 65_536,
		],
	])("%s, and counts the others, whatever the order of rows and the memory", async (_, rows, leftOut) => {
		const learned = await learn(batchesOf(rows), { reach: "everywhere" });
		expect([learned.list.params.map((param) => (param as { name: string }).name), learned.evidence.namesLeftOut]).toEqual([
			["ref"],
			leftOut,
		]);
		const others = [
			await learn(batchesOf(shuffled(rows)), { reach: "everywhere" }),
			await learn(batchesOf(shuffled(rows).reverse()), { reach: "everywhere", memory: 1 << 20, temp }),
		];
		for (const other of others) expect(JSON.stringify(other) === JSON.stringify(learned)).toBe(true);
	});
});
