/**
 * urlsieve/redis by the clients `redis`, `ioredis` and `iovalkey`: `redis.mjs URL FOLDER`. FOLDER is what build/platforms.mjs has written. Prints
 * one line of JSON for each test: its title, and the error if it failed. python/tests/test_redis.py runs it.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createNormalizer as createCrawlNormalizer } from "../../build/out/dist/crawl.js";
import { createNormalizer, SeenSet } from "../../build/out/dist/index.js";
import { fingerprintAll, SharedSeenSet } from "../../build/out/dist/redis.js";

const require = createRequire(process.env.URLSIEVE_NPM);
const { createClient } = require("redis");
const { Redis } = require("ioredis");
const { Redis: Valkey } = require("iovalkey");
const [url, folder] = process.argv.slice(2);
const REFERENCES = JSON.parse(readFileSync(new URL("../support/fingerprint-references.json", import.meta.url), "utf8"));
const list = () =>
	readFileSync(join(folder, "list.txt"), "latin1")
		.replace(/\n$/, "")
		.split("\n")
		.map((line) => Buffer.from(line, "latin1").toString().replace(/\r$/, ""));
const { lines, unique, rejected } = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));

const redis = await createClient({ url }).connect();
const ioredis = new Redis(url);
const iovalkey = new Valkey(url);
const CLIENTS = { redis, ioredis, iovalkey, function: (words) => redis.sendCommand(words) };

function* batchesOf(urls, size = 10_000) {
	for (let at = 0; at < urls.length; at += size) yield urls.slice(at, at + size);
}

const TESTS = {
	async "has the counts of the npm package"() {
		const seen = await SharedSeenSet.open(redis, "counts");
		const [first, second] = [[], []];
		for (const batch of batchesOf(list())) first.push(await seen.add(batch));
		assert.equal(
			first.reduce((sum, { results }) => sum + results.length, 0),
			lines,
		);
		assert.equal(
			first.reduce((sum, { added }) => sum + added, 0),
			unique,
		);
		assert.equal(first.flatMap(({ results }) => results.filter((result) => result instanceof Error)).length, rejected.length);
		assert.equal(first.at(-1).size, unique);
		const other = await SharedSeenSet.open(ioredis, "counts", { local: 0 });
		for (const batch of batchesOf(list())) second.push(await other.add(batch));
		assert.equal(
			second.reduce((sum, { added }) => sum + added, 0),
			0,
		);
		await redis.sendCommand(["FLUSHALL"]);
	},
	async "gives new to one of the crawlers, by every client and in both variants"() {
		const urls = Array.from({ length: 20_000 }, (_, index) => `http://example.com/${(index * 7919) % 10_007}`);
		for (const variant of ["exact", "compact"]) {
			const name = `both ${variant}`;
			const sets = await Promise.all(Object.values(CLIENTS).map((client) => SharedSeenSet.open(client, name, { variant })));
			const added = await Promise.all(sets.flatMap((seen) => [...batchesOf(urls, 1_000)].map((batch) => seen.add(batch))));
			assert.equal(
				added.reduce((sum, batch) => sum + batch.added, 0),
				10_007,
			);
			assert.equal((await sets[0].add([])).size, added.some(({ size }) => size === 10_007) ? (await sets[0].add([])).size : 0);
			const { errorChance } = added.find(({ size }) => size === 10_007);
			const pairs = (10_007 * 10_006) / 2;
			assert.equal(errorChance, variant === "exact" ? pairs / 2 ** 128 : pairs / 2 ** 52 / 2 ** 19);
		}
	},
	async "compares keys under a profile, and names identities that differ"() {
		const crawl = createCrawlNormalizer({ profile: "crawl@1" });
		const seen = await SharedSeenSet.open(ioredis, "pages", { normalizer: crawl });
		assert.equal(seen.identity, "crawl@1");
		const { results } = await seen.add([
			"http://h/?a&b",
			"http://h/?b&a#x",
			"http://h/?utm_source=1&b&a",
			"http://a%20b/",
			"http://h/é\nx",
			"http://h/éx",
		]);
		assert.deepEqual(
			[results.slice(0, 3), results[3].code, results.slice(4)],
			[[true, false, false], "invalid-domain", [true, false]],
		);
		await assert.rejects(SharedSeenSet.open(ioredis, "pages"), {
			code: "invalid-option",
			message: 'The set "pages" has the key identity "crawl@1", and this crawler "rfc3986@1".',
		});
		const strict = createNormalizer({ strict: true });
		await assert.rejects(SharedSeenSet.open(ioredis, "pages", { normalizer: strict }), /crawl@1.*rfc3986@1 level scheme, strict/);
	},
	async "refuses another secret or variant, and names both"() {
		const [secret, other] = [new Uint8Array(16).fill(1), new Uint8Array(16).fill(2)];
		await SharedSeenSet.open(redis, "secret", { secret });
		assert.deepEqual((await SharedSeenSet.open(redis, "secret")).secret, secret);
		await assert.rejects(
			SharedSeenSet.open(redis, "secret", { secret: other }),
			/has the secret with the check "[0-9a-f]{8}", and this crawler "[0-9a-f]{8}"/,
		);
		await assert.rejects(
			SharedSeenSet.open(redis, "secret", { variant: "compact" }),
			/has the variant "exact", and this crawler "compact"/,
		);
		await redis.sendCommand(["HSET", "urlsieve:{secret}", "format", "2"]);
		await assert.rejects(SharedSeenSet.open(redis, "secret"), /has the format "2", and this crawler "1"/);
	},
	async "notes new URLs as a batch, which is acknowledged or reclaimed once"() {
		const [mine, yours] = await Promise.all([SharedSeenSet.open(redis, "batches"), SharedSeenSet.open(ioredis, "batches")]);
		const claimed = await mine.claim(["http://a", "HTTP://A/", "http://b", "http://["]);
		assert.deepEqual(claimed.urls, ["http://a", "http://b"]);
		assert.equal(await yours.reclaim(3_600_000), undefined);
		const taken = await yours.reclaim(0);
		assert.deepEqual(taken.urls, ["http://a", "http://b"]);
		assert.equal(await mine.acknowledge(claimed.id), false);
		assert.equal(await yours.acknowledge(taken.id), true);
		assert.equal(await yours.acknowledge(taken.id), false);
		assert.equal(await mine.reclaim(0), undefined);
		const none = await yours.claim(["http://a"]);
		assert.deepEqual([none.urls, await yours.acknowledge(none.id)], [[], false]);
		assert.deepEqual(await redis.sendCommand(["KEYS", "urlsieve:{batches}:batch*"]), []);
	},
	async "stores nothing of a batch that the server is too full for, and nothing counts as seen"() {
		const seen = await SharedSeenSet.open(redis, "full");
		const other = await SharedSeenSet.open(ioredis, "full");
		await redis.sendCommand(["CONFIG", "SET", "maxmemory", "1"]);
		await assert.rejects(seen.claim(["http://a", "http://b"]), /OOM/);
		await assert.rejects(other.add(["http://a"]), /OOM/);
		await redis.sendCommand(["CONFIG", "SET", "maxmemory", "0"]);
		assert.equal(await other.reclaim(0), undefined);
		assert.deepEqual((await seen.add(["http://a", "http://b"])).results, [true, true]);
	},
	async "undoes a batch that fails in the middle"() {
		const seen = await SharedSeenSet.open(redis, "undo", { capacity: 1 });
		const urls = Array.from({ length: 2_000 }, (_, index) => `http://h/${index}`);
		for (let bucket = 0; bucket < 64; ++bucket) await redis.sendCommand(["SET", `urlsieve:{undo}:${bucket}`, "not a set"]);
		await assert.rejects(seen.claim(urls), /WRONGTYPE/);
		for (let bucket = 0; bucket < 64; ++bucket) await redis.sendCommand(["DEL", `urlsieve:{undo}:${bucket}`]);
		assert.deepEqual(await redis.sendCommand(["KEYS", "urlsieve:{undo}*"]), ["urlsieve:{undo}"]);
		const { added, size } = await seen.add(urls);
		assert.deepEqual([added, size], [2_000, 2_000]);
	},
	async "goes on when the server has forgotten the scripts, and refuses a set that was deleted"() {
		const seen = await SharedSeenSet.open(ioredis, "flushed");
		await redis.sendCommand(["SCRIPT", "FLUSH"]);
		assert.equal((await seen.add(["http://a"])).added, 1);
		await redis.sendCommand(["DEL", "urlsieve:{flushed}"]);
		await assert.rejects(seen.add(["http://b"]), /URLSIEVE the set urlsieve:\{flushed\} was deleted or replaced/);
		await SharedSeenSet.open(redis, "flushed");
		await assert.rejects(seen.add(["http://b"]), /deleted or replaced/);
	},
	async "passes on the error of a client whose server is slow, and asks again"() {
		const impatient = new Redis(url);
		const seen = await SharedSeenSet.open(impatient, "slow");
		impatient.options.commandTimeout = 200;
		await redis.sendCommand(["CLIENT", "PAUSE", "60000", "WRITE"]);
		await assert.rejects(seen.claim(["http://a"]), /timed out/);
		impatient.options.commandTimeout = undefined;
		await redis.sendCommand(["CLIENT", "UNPAUSE"]);
		// The server ran the script after all: the batch is not lost.
		assert.deepEqual((await seen.reclaim(0)).urls, ["http://a"]);
		assert.deepEqual((await seen.add(["http://a"])).results, [false]);
		impatient.disconnect();
	},
	async "refuses wrong arguments"() {
		const seen = await SharedSeenSet.open(redis, "arguments");
		for (const [call, code] of [
			[() => SharedSeenSet.open({}, "a"), "invalid-input"],
			[() => SharedSeenSet.open(undefined, "a"), "invalid-input"],
			[() => SharedSeenSet.open(redis, ""), "invalid-input"],
			[() => SharedSeenSet.open(redis, "a", { secret: new Uint8Array(15) }), "invalid-option"],
			[() => SharedSeenSet.open(redis, "a", { variant: "bloom" }), "invalid-option"],
			[() => SharedSeenSet.open(redis, "a", { capacity: -1 }), "invalid-option"],
			[() => SharedSeenSet.open(redis, "a", { local: 0.5 }), "invalid-option"],
			[() => SharedSeenSet.open(redis, "a", { key: 1 }), "invalid-option"],
			[() => SharedSeenSet.open(redis, "a", { normalizer: {} }), "invalid-input"],
			[() => seen.add(undefined), "invalid-input"],
			[() => seen.add("http://a"), "invalid-input"],
			[() => seen.add([1]), "invalid-input"],
			[() => seen.add(Array(10_001).fill("http://a")), "invalid-input"],
			[() => seen.reclaim(-1), "invalid-option"],
		]) {
			await assert.rejects(async () => call(), { code }, String(call));
		}
		assert.deepEqual((await seen.add(["http://a"])).results, [true]);
	},
	async "has the fingerprints of a SeenSet, in bulk and one by one"() {
		const secret = new Uint8Array(16).map((_, index) => index);
		const set = new SeenSet({ key: secret });
		const urls = [...REFERENCES, `http://h/${"a".repeat(300_000)}`, ...list().slice(0, 3_000)];
		const expected = urls.map((reference) => {
			try {
				return set.fingerprint(reference);
			} catch (error) {
				return error.code;
			}
		});
		for (const [given, wanted] of [
			[urls, expected],
			...urls.map((reference, index) => [[reference], [expected[index]]]).slice(0, REFERENCES.length + 3),
		]) {
			const { values: octets, errors } = fingerprintAll(given, { secret });
			assert.equal(octets.length, 16 * given.length);
			const hex = given.map(
				(_, index) => errors.get(index)?.code ?? Buffer.from(octets.subarray(16 * index, 16 * index + 16)).toString("hex"),
			);
			assert.deepEqual(hex, wanted);
		}
		const bulk = urls.slice(REFERENCES.length + 1);
		const dropping = createNormalizer({ invalid: "drop" });
		assert.deepEqual(fingerprintAll(bulk, { secret }).values, fingerprintAll(bulk, { secret, normalizer: dropping }).values);
	},
	async "passes on the error of a client whose server is gone"() {
		const lonely = await createClient({ url, socket: { reconnectStrategy: false } })
			.on("error", () => {})
			.connect();
		const seen = await SharedSeenSet.open(lonely, "gone");
		lonely.destroy();
		await assert.rejects(seen.add(["http://a"]), (error) => !("code" in error) || error.name !== "UriError");
		assert.deepEqual((await (await SharedSeenSet.open(redis, "gone")).add(["http://a"])).results, [true]);
	},
};

const wanted = process.argv.slice(4);
for (const [title, test] of Object.entries(TESTS)) {
	if (wanted.length > 0 && !wanted.some((start) => title.startsWith(start))) continue;
	let error;
	try {
		await test();
	} catch (thrown) {
		error = String(thrown?.stack ?? thrown);
	}
	console.log(JSON.stringify({ title, error }));
}
redis.destroy();
ioredis.disconnect();
iovalkey.disconnect();
