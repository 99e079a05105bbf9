/** What `learn` finds depends neither on its memory nor on its engine, and what does not fit goes to disk. */
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { learn } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { IS_LONG } from "../support/extent";
import { LearnWeb } from "../support/learn-web";
import { batchesOf } from "../support/row-batches";

const temp = mkdtempSync(join(tmpdir(), "learn-scale-"));
const missing = join(temp, "missing");

describe("memory", () => {
	const web = new LearnWeb({ seed: 3, hosts: 30, dynamic: 0.3 }, 6000);
	const rows = web.rows(6000);
	const spilling = { memory: 1 << 16, temp };

	it("does not change what is learned, nor do the order of rows and the size of batches", async () => {
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

it.each([{}, { policy: { policy: "own@1", base: "rfc3986" } }] as const)(
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
	if (IS_LONG) expect(JSON.stringify((await learn(batchesOf(rows.reverse()))).evidence)).toBe(JSON.stringify(evidence));
});
