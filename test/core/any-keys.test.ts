/** One set for all normalizers: the keys of `urlsieve` and of `urlsieve/crawl`, in sets, streams, snapshots and fingerprints. */

import * as core from "urlsieve";
import * as crawl from "urlsieve/crawl";
import { uniqueKeys } from "urlsieve/crawlee";
import * as js from "urlsieve/js";
import * as tables from "urlsieve/tables";
import { describe, expect, it } from "vitest";

const KEY = new Uint8Array(16);
const page = crawl.createNormalizer({ profile: "crawl@1" });
const rfc = crawl.createNormalizer({ profile: "rfc3986@1" });

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

describe("a set", () => {
	it("is one class, in each entry that exports it", () => {
		for (const entry of [crawl, tables, js]) expect(entry.SeenSet).toBe(core.SeenSet);
	});

	it("has a stream by these keys, in both entries", async () => {
		for (const { SeenSet, dedupeStream } of [core, crawl]) {
			const stream = dedupeStream(new SeenSet({ normalizer: page }));
			const body = new Blob(["http://h/?b&a\nhttp://h/?a&b\n"]).stream().pipeThrough(stream);
			expect(await new Response(body).text()).toBe("http://h/?b&a\n");
			expect(stream.counts).toMatchObject({ unique: 1, duplicates: 1 });
		}
	});

	it("has no stream of urlsieve/crawl by default, where no profile is the default", () => {
		expect(() => (crawl.dedupeStream as () => unknown)()).toThrow(
			expect.objectContaining({
				code: "invalid-input",
				message: "dedupeStream needs a set, which says by which profile: new SeenSet({ normalizer }).",
			}),
		);
		expect(() => crawl.dedupeStream({} as never)).toThrow(expect.objectContaining({ code: "invalid-input" }));
	});

	it("by rfc3986@1 is the same, whichever kernel makes the normal forms", async () => {
		const [own, plain] = [new crawl.SeenSet({ normalizer: rfc, key: KEY }), new core.SeenSet({ key: KEY })];
		for (const seen of [own, plain]) seen.addAll(["http://a", "HTTP://A/", "http://b/%7E", "http://["]);
		expect(await collect(own.save())).toEqual(await collect(plain.save()));
		expect((await core.SeenSet.load(own.save())).size).toBe(2);
		own.merge(plain);
		expect([own.size, own.fingerprint("x:")]).toEqual([2, plain.fingerprint("x:")]);
	});

	it("is merged with keys of the same rules only", () => {
		const sets = [page, rfc].map((normalizer) => new crawl.SeenSet({ normalizer, key: KEY }));
		for (const [one, other] of [sets, sets.toReversed()] as [core.SeenSet, core.SeenSet][])
			expect(() => one.merge(other)).toThrow(expect.objectContaining({ code: "profile-mismatch" }));
		expect(() => sets[0]?.merge({} as never)).toThrow(expect.objectContaining({ code: "invalid-input" }));
	});
});

it("a normalizer of either entry makes the unique keys of Crawlee, and nothing else does", () => {
	expect(uniqueKeys(page)({ url: "http://h/?b&a#x" })).toMatchObject({ uniqueKey: "http://h/?a&b" });
	expect(uniqueKeys(core.createNormalizer())({ url: "HTTP://h" })).toMatchObject({ uniqueKey: "http://h/" });
	expect(() => uniqueKeys({} as never)).toThrow(expect.objectContaining({ code: "invalid-option" }));
});

describe("a snapshot", () => {
	const normalizer = page;
	const references = Array.from({ length: 50_000 }, (_, index) => `http://h/?a=${index}`);
	const filled = () => {
		const seen = new core.SeenSet({ normalizer, key: KEY });
		seen.addAll(references);
		return seen;
	};
	const laterThan = (first: number) => Array.from({ length: 100_000 }, (_, index) => `http://later/${first + index}`);

	it("is of the moment of the call, even if references are added while it is read", async () => {
		const before = await collect(filled().save());
		for (const chunks of [0, 2, 5]) {
			const fresh = filled();
			const reader = fresh.save().getReader();
			const parts: Uint8Array[] = [];
			for (let count = 0; count < chunks; ++count) parts.push((await reader.read()).value as Uint8Array);
			fresh.addAll(laterThan(chunks));
			for (let next = await reader.read(); !next.done; next = await reader.read()) {
				parts.push(next.value);
				fresh.add(`http://meanwhile/${parts.length}`);
			}
			const octets = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
			expect(octets.length).toBe(before.length);
			const loaded = await core.SeenSet.load(octets, { normalizer });
			expect([loaded.size, loaded.addAll(references).includes(true)]).toEqual([50_000, false]);
			expect(fresh.size).toBeGreaterThan(150_000);
		}
	});

	it("can be written twice at once, and be given up", async () => {
		const seen = filled();
		const [one, other, third] = [seen.save(), seen.save(), seen.save()];
		await third.cancel();
		seen.add("http://new/");
		const later = seen.save();
		const sizes = await Promise.all(
			[one, other, later].map(async (stream) => (await core.SeenSet.load(stream, { normalizer })).size),
		);
		expect(sizes).toEqual([50_000, 50_000, 50_001]);
	});

	it("is loaded from streams, asynchronous iterables and octets", async () => {
		const octets = await collect(filled().save());
		async function* chunks() {
			yield octets.subarray(0, 100);
			yield octets.subarray(100);
		}
		const sources = [octets, octets.slice().buffer, Buffer.from(octets), chunks(), new Blob([octets as BlobPart]).stream()];
		for (const source of sources) expect((await core.SeenSet.load(source as never, { normalizer })).size).toBe(50_000);
	});
});

describe("arguments of another type", () => {
	it.each([null, 7, "scheme", [], true])("are refused for options: %j", async (options) => {
		const error = expect.objectContaining({ code: "invalid-option" });
		const given = options as never;
		for (const call of [
			() => new core.SeenSet(given),
			() => core.createNormalizer(given),
			() => core.normalize("http://a", given),
			() => core.isNormalized("http://a", given),
			() => core.equivalent("http://a", "http://b", given),
			() => core.explain("http://a", given),
			() => core.validate("http://a", given),
			() => core.parse("http://a", given),
			() => core.tryParse("http://a", given),
			() => core.resolve("a", "http://a", given),
			() => core.isSameDocument("a", "http://a", given),
			() => core.establishBase(given),
			() => core.lineStream(given),
			() => core.normalizeLines(new Uint8Array(), given),
			() => core.normalizeLinesInto(new Uint8Array(), new Uint8Array(1024), given),
			() => core.fingerprintAll([], given),
			() => crawl.createNormalizer(given),
			() => crawl.normalize("http://a", given),
			() => crawl.readList("urlsieve-list", new Uint8Array(), given),
			() => tables.normalizeTable(given),
			() => tables.dedupeTable(new core.SeenSet(), given),
		]) {
			expect(call, String(call)).toThrow(error);
		}
		await expect(core.SeenSet.load(new Uint8Array(), given)).rejects.toThrow(error);
	});
});
