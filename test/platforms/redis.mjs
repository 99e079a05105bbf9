/**
 * urlsieve/redis by the clients `redis`, `ioredis` and `iovalkey`: `redis.mjs URL FOLDER`. FOLDER is what build/platforms.mjs has written. Prints
 * one line of JSON for each test: its title, and the error if it failed. python/tests/test_redis.py runs it.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNormalizer as createCrawlNormalizer } from "../../build/out/dist/crawl.js";
import { createNormalizer, fingerprintAll, SeenSet } from "../../build/out/dist/index.js";
import { SharedSeenSet, UrlsieveError } from "../../build/out/dist/redis.js";

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

const PAGES = Array.from({ length: 1_000 }, (_, index) => `http://example.com/${index}`);

async function unlimit() {
	await redis.sendCommand(["CONFIG", "SET", "maxmemory", "0"]);
	await redis.sendCommand(["CONFIG", "SET", "maxmemory-policy", "noeviction"]);
}

/** Ways in which a server may forget fingerprints and keep the set. */
const FORGETS = {
	async eviction(buckets) {
		for (const key of buckets) await redis.sendCommand(["EXPIRE", key, "3600"]);
		await redis.sendCommand(["CONFIG", "SET", "maxmemory-policy", "volatile-ttl"]);
		await redis.sendCommand(["CONFIG", "SET", "maxmemory", "1"]);
		// A server that has not finished evicting takes writes: tenacity.
		await assert.rejects(async () => {
			for (;;) await redis.sendCommand(["SET", "other", "1"]);
		}, /OOM/);
		await unlimit();
	},
	async expiry(buckets) {
		for (const key of buckets) await redis.sendCommand(["PEXPIRE", key, "1"]);
		while ((await redis.sendCommand(["EXISTS", ...buckets])) > 0);
	},
};

/** Runs an action with a server of its own: `connect`, and `restart` from its last snapshot. */
async function withServer(action) {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-redis-"));
	const free = createServer().listen(0, "127.0.0.1");
	await once(free, "listening");
	const { port } = free.address();
	await new Promise((done) => free.close(done));
	let server;
	let client;
	const start = async () => {
		server = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder], {
			stdio: "ignore",
		});
		client = new Redis(port, "127.0.0.1", { retryStrategy: () => 20, maxRetriesPerRequest: null });
		client.on("error", () => {});
		await client.ping();
	};
	const stop = async () => {
		client.disconnect();
		const ended = once(server, "exit");
		server.kill("SIGKILL");
		await ended;
	};
	await start();
	try {
		await action(
			([command, ...words]) => client.call(command, ...words),
			async () => {
				await stop();
				await start();
			},
		);
	} finally {
		await stop();
		rmSync(folder, { recursive: true });
	}
}

const TESTS = {
	async "takes an array as it is at the call, whatever happens to it afterwards"() {
		const seen = await SharedSeenSet.open(redis, "reused");
		const urls = ["http://a", "http://b"];
		const [first, second, third] = [seen.add(urls), seen.claim(urls.reverse()), seen.claim(urls.fill("http://c"))];
		urls.length = 0;
		assert.deepEqual((await first).results, [true, true]);
		assert.deepEqual([(await second).urls, (await second).results], [[], [false, false]]);
		assert.deepEqual([(await third).urls, (await third).results], [["http://c"], [true, false]]);
		assert.deepEqual((await seen.reclaim(0)).urls, ["http://c"]);
	},
	async "opens a set by its options as they are at the call"() {
		const secret = new Uint8Array(16).fill(7);
		const options = { secret, variant: "compact" };
		const opened = SharedSeenSet.open(redis, "options", options);
		secret.fill(0);
		options.variant = "exact";
		assert.deepEqual([(await opened).secret[0], (await opened).variant], [7, "compact"]);
	},
	async "hands over every batch after the server has evicted keys of them"() {
		const seen = await SharedSeenSet.open(redis, "evicted batches");
		const first = await seen.claim(["http://a", "http://b"]);
		await seen.claim(["http://c"]);
		const keys = await redis.sendCommand(["KEYS", "urlsieve:{evicted batches}:batch*"]);
		await redis.sendCommand(["DEL", ...keys]);
		const last = await seen.claim(["http://d"]);
		assert.equal(await seen.reclaim(3_600_000), undefined);
		const urls = [];
		for (let count = 0; count < 3; ++count) {
			const batch = await seen.reclaim(0);
			urls.push(...batch.urls);
			assert.equal(await seen.acknowledge(batch.id), true);
		}
		assert.deepEqual(urls.sort(), ["http://a", "http://b", "http://c", "http://d"]);
		assert.equal(await seen.reclaim(0), undefined);
		assert.deepEqual([await seen.acknowledge(first.id), await seen.acknowledge(last.id)], [false, false]);
	},
	async "takes no batch or fingerprint of a set that was replaced, even under its secret"() {
		const secret = new Uint8Array(16);
		const seen = await SharedSeenSet.open(redis, "replaced", { secret });
		await seen.claim(PAGES);
		await redis.sendCommand(["DEL", "urlsieve:{replaced}"]);
		await assert.rejects(seen.reclaim(0), /deleted or replaced/);
		const again = await SharedSeenSet.open(redis, "replaced", { secret });
		for (const call of [() => seen.add(PAGES), () => seen.add(["http://a"]), () => seen.reclaim(0)]) {
			await assert.rejects(call, /deleted or replaced/);
		}
		assert.equal(await again.reclaim(0), undefined);
		assert.equal((await again.claim(PAGES)).added, PAGES.length);
	},
	async "does not send again what it knows, until the server may have forgotten it"() {
		for (const variant of ["exact", "compact"]) {
			for (const [event, forget] of Object.entries(FORGETS)) {
				await redis.sendCommand(["FLUSHALL"]);
				let sent = 0;
				const counting = (words) => {
					sent += words.reduce((sum, word) => sum + word.length, 0);
					return redis.sendCommand(words);
				};
				const seen = await SharedSeenSet.open(counting, "forgets", { variant });
				assert.equal((await seen.add(PAGES)).added, PAGES.length);
				sent = 0;
				assert.equal((await seen.claim(PAGES)).added, 0);
				assert.ok(sent < 300, `${sent} octets`);
				const keys = await redis.sendCommand(["KEYS", "urlsieve:{forgets}:*"]);
				await forget(keys);
				const claimed = await seen.claim(PAGES);
				assert.deepEqual([claimed.added, claimed.urls], [PAGES.length, PAGES], `${event}, ${variant}`);
				assert.equal((await seen.add(PAGES.slice(0, 10))).added, 0);
				assert.equal((await seen.add(PAGES)).added, 0);
			}
		}
	},
	async "does not count as known what the server has lost in a restart"() {
		await withServer(async (client, restart) => {
			const seen = await SharedSeenSet.open(client, "restarted");
			const [kept, lost] = [PAGES.slice(0, 500), PAGES.slice(500)];
			assert.equal((await seen.add(kept)).added, 500);
			await client(["SAVE"]);
			assert.equal((await seen.claim(lost)).added, 500);
			await restart();
			assert.equal(await seen.reclaim(0), undefined);
			assert.deepEqual((await seen.claim(PAGES)).urls, lost);
			await client(["FLUSHALL"]);
			await restart();
			await client(["FLUSHALL"]);
			await assert.rejects(seen.add(PAGES), /deleted or replaced/);
		});
	},
	async "asks for all URLs where the client may not look up the epoch"() {
		await redis.sendCommand(["ACL", "SETUSER", "crawler", "on", ">word", "~*", "+@all", "-info"]);
		const client = new Redis(url, { username: "crawler", password: "word", enableReadyCheck: false });
		const seen = await SharedSeenSet.open(client, "blind");
		assert.equal((await seen.add(PAGES)).added, PAGES.length);
		assert.equal((await seen.add(PAGES)).added, 0);
		await redis.sendCommand(["DEL", ...(await redis.sendCommand(["KEYS", "urlsieve:{blind}:*"]))]);
		assert.equal((await seen.add(PAGES)).added, PAGES.length);
		client.disconnect();
		await redis.sendCommand(["ACL", "DELUSER", "crawler"]);
	},
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
		await redis.sendCommand(["HSET", "urlsieve:{secret}", "format", "1"]);
		await assert.rejects(SharedSeenSet.open(redis, "secret"), /has the format "1", and this crawler "2"/);
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
		await unlimit();
		assert.equal(await other.reclaim(0), undefined);
		assert.deepEqual((await seen.add(["http://a", "http://b"])).results, [true, true]);
	},
	async "undoes a batch that fails in the middle"() {
		const seen = await SharedSeenSet.open(redis, "undo", { capacity: 1 });
		const urls = Array.from({ length: 2_000 }, (_, index) => `http://h/${index}`);
		const generation = await redis.sendCommand(["HGET", "urlsieve:{undo}", "generation"]);
		for (let bucket = 0; bucket < 64; ++bucket)
			await redis.sendCommand(["SET", `urlsieve:{undo}:${generation}:${bucket}`, "not a set"]);
		await assert.rejects(seen.claim(urls), /WRONGTYPE/);
		for (let bucket = 0; bucket < 64; ++bucket) await redis.sendCommand(["DEL", `urlsieve:{undo}:${generation}:${bucket}`]);
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
			[() => SharedSeenSet.open(redis, "a", { normalizer: {} }), "invalid-option"],
			[() => seen.add(undefined), "invalid-input"],
			[() => seen.add("http://a"), "invalid-input"],
			[() => seen.add([1]), "invalid-input"],
			[() => seen.add(Array(10_001).fill("http://a")), "invalid-input"],
			[() => seen.reclaim(-1), "invalid-option"],
			[() => seen.acknowledge(undefined), "invalid-input"],
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
			const { values: octets, errors } = fingerprintAll(given, { key: secret });
			assert.equal(octets.length, 16 * given.length);
			const hex = given.map(
				(_, index) => errors.get(index)?.code ?? Buffer.from(octets.subarray(16 * index, 16 * index + 16)).toString("hex"),
			);
			assert.deepEqual(hex, wanted);
		}
		const bulk = urls.slice(REFERENCES.length + 1);
		const dropping = createNormalizer({ invalid: "drop" });
		assert.deepEqual(
			fingerprintAll(bulk, { key: secret }).values,
			fingerprintAll(bulk, { key: secret, normalizer: dropping }).values,
		);
	},
	async "passes on the error of a client whose server is gone"() {
		const lonely = await createClient({ url, socket: { reconnectStrategy: false } })
			.on("error", () => {})
			.connect();
		const seen = await SharedSeenSet.open(lonely, "gone");
		lonely.destroy();
		await assert.rejects(seen.add(["http://a"]), (error) => !(error instanceof UrlsieveError));
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
		await unlimit();
	}
	console.log(JSON.stringify({ title, error }));
}
// A test that failed may have left a connection open.
process.exit();
