/** `urlsieve/redis`, and what it says to a server if one is installed. test/platforms/redis.mjs has the tests by clients. */
import { createHash } from "node:crypto";
import { createNormalizer } from "urlsieve";
import { SharedSeenSet } from "urlsieve/redis";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Server } from "./server";

describe("SharedSeenSet", () => {
	const unasked = () => Promise.reject(new Error("not asked"));

	it.each([
		["no options", null, "options"],
		["no normalizer", { normalizer: {} }, "normalizer"],
		["a short secret", { secret: new Uint8Array(15) }, "secret"],
		["an unknown variant", { variant: "bloom" }, 'The option "variant" must be one of "exact", "compact", not "bloom".'],
		["a negative capacity", { capacity: -1 }, 'The option "capacity" must be a non-negative integer, not -1.'],
		["half a URL", { local: 0.5 }, 'The option "local" must be a non-negative integer, not 0.5.'],
		["an unknown one", { key: 1 }, "key"],
	])("refuses wrong options: %s", async (_, options, sentence) => {
		const refused = { code: "invalid-option", message: expect.stringContaining(sentence) };
		await expect(SharedSeenSet.open(unasked, "name", options as never)).rejects.toMatchObject(refused);
	});

	it.each(["", 7, undefined])("refuses %j as a name", async (name) => {
		const refused = { code: "invalid-input", message: expect.stringContaining('"name" must be a string that is not empty') };
		await expect(SharedSeenSet.open(unasked, name as never)).rejects.toMatchObject(refused);
	});

	it("refuses an object that is not a client", async () => {
		const message = "The client must be one of redis or ioredis, or a function that sends a command.";
		for (const client of [undefined, null, {}, "redis://127.0.0.1", 6379]) {
			await expect(SharedSeenSet.open(client as never, "name")).rejects.toMatchObject({ code: "invalid-input", message });
		}
	});

	it("passes on the error of a client, and asks it once", async () => {
		for (const error of [new Error("timed out"), "NOSCRIPT, but no error"]) {
			let calls = 0;
			const failing = () => Promise.reject(++calls === 1 ? error : new Error("asked again"));
			await expect(SharedSeenSet.open(failing, "name")).rejects.toBe(error);
		}
	});

	it("sends a script by its digest on the one key of the set, and as a whole to a server that does not have it", async () => {
		const sent: (string | Buffer)[][] = [];
		const client = (words: (string | Buffer)[]) => {
			sent.push(words);
			return words[0] === "EVALSHA" ? Promise.reject(new Error("NOSCRIPT No matching script.")) : Promise.resolve(["9"]);
		};
		const others = [{ sendCommand: client }, { call: (...words: (string | Buffer)[]) => client(words) }];
		for (const some of [client, ...others]) {
			await expect(SharedSeenSet.open(some as never, "a b")).rejects.toThrow(
				'The set "a b" has the format "9", and this crawler ',
			);
			const [[, digest, ...rest], [command, script, ...again]] = sent.splice(0) as [string[], string[]];
			expect([
				command,
				createHash("sha1")
					.update(script as string)
					.digest("hex"),
			]).toEqual(["EVAL", digest]);
			expect([again, rest.slice(0, 2)]).toEqual([rest, ["1", "urlsieve:{a b}"]]);
		}
	});
});

const PAGES = Array.from({ length: 3000 }, (_, index) => `http://example.com/${index}`);

describe.skipIf(!Server.isInstalled)("a set on a server", () => {
	let server: Server;
	beforeAll(() => {
		server = new Server();
	});
	afterAll(() => server.end());
	beforeEach(() => server.send(["FLUSHALL"]));

	const open = (options = {}) => SharedSeenSet.open(server.send, "pages", options);
	const keys = async (pattern: string) => (await server.send(["KEYS", `urlsieve:{pages}${pattern}`])) as string[];

	it.each(["exact", "compact"] as const)("gives a URL to the first crawler that adds it: %s", async (variant) => {
		const [mine, yours] = await Promise.all([open({ variant }), open({ variant })]);
		const first = await mine.add(["http://a", "HTTP://A/", "http://[", "http://b"]);
		expect(first.results).toEqual([true, false, expect.objectContaining({ code: "invalid-ip-literal" }), true]);
		expect(first).toMatchObject({ added: 2, size: 2 });
		expect((await yours.add(["http://c", "http://b"])).results).toEqual([true, false]);
		const [one, other] = await Promise.all([mine.add(PAGES), yours.add(PAGES)]);
		expect([one.added + other.added, Math.max(one.size, other.size)]).toEqual([PAGES.length, PAGES.length + 3]);
		const values = variant === "exact" ? 2 ** 128 : 2 ** 52 * 2 ** 19;
		expect((await mine.add(["http://d"])).errorChance).toBe((3004 * 3003) / 2 / values);
	});

	it("hands over each batch once, until it is acknowledged", async () => {
		const [mine, yours] = [await open(), await open()];
		const claimed = await mine.claim(["http://a", "HTTP://A/", "http://b", "http://["]);
		expect([claimed.urls, claimed.added]).toEqual([["http://a", "http://b"], 2]);
		expect(await yours.reclaim(3_600_000)).toBeUndefined();
		const taken = await yours.reclaim(0);
		expect(taken?.urls).toEqual(["http://a", "http://b"]);
		expect(await mine.acknowledge(claimed.id)).toBe(false);
		expect([await yours.acknowledge(taken?.id as string), await yours.acknowledge(taken?.id as string)]).toEqual([true, false]);
		expect(await mine.reclaim(0)).toBeUndefined();
		const none = await yours.claim(["http://a"]);
		expect([none.urls, await yours.acknowledge(none.id)]).toEqual([[], false]);
	});

	it("hands over all batches after the server has evicted what it lists them by", async () => {
		const seen = await open();
		for (const url of ["http://a", "http://b"]) await seen.claim([url]);
		await server.send(["DEL", ...(await keys(":batches"))]);
		expect(await seen.reclaim(3_600_000)).toBeUndefined();
		const urls: string[] = [];
		for (let batch = await seen.reclaim(0); batch !== undefined; batch = await seen.reclaim(0)) {
			urls.push(...batch.urls);
			expect(await seen.acknowledge(batch.id)).toBe(true);
		}
		expect(urls.sort()).toEqual(["http://a", "http://b"]);
	});

	/** Whether URLs that the set has are sent to the server again. */
	async function areSent(seen: SharedSeenSet, urls = PAGES): Promise<boolean> {
		server.sent = 0;
		expect(await seen.claim(urls)).toMatchObject({ added: 0, urls: [] });
		return server.sent > 16 * urls.length;
	}

	it.each(["exact", "compact"] as const)(
		"sends again what it knows only if the server may have forgotten it: %s",
		async (variant) => {
			const seen = await open({ variant });
			expect((await seen.add(PAGES)).added).toBe(PAGES.length);
			expect((await seen.add(["http://a"])).added).toBe(1);
			expect(await areSent(seen)).toBe(false);
			const stored = await keys(":*");
			for (const key of stored) await server.send(["PEXPIRE", key, "1"]);
			while ((await server.send(["EXISTS", ...stored])) !== 0);
			expect((await seen.claim(PAGES)).urls).toEqual(PAGES);
			expect(await areSent(seen)).toBe(false);
			expect(await areSent(seen)).toBe(false);
			expect((await seen.add([...PAGES, "http://b"])).results.slice(-2)).toEqual([false, true]);
		},
	);

	it.each([0, 100])("remembers at most the allowed number: %i", async (local) => {
		const seen = await open({ local });
		expect((await seen.add(PAGES)).added).toBe(PAGES.length);
		expect(await areSent(seen)).toBe(true);
		expect(await areSent(seen, PAGES.slice(0, 90))).toBe(true);
		expect(await areSent(seen, PAGES.slice(0, 90))).toBe(local === 0);
	});

	it("remembers the maximum number of URLs", async () => {
		const seen = await open({ local: 100 });
		expect((await seen.add(PAGES.slice(0, 100))).added).toBe(100);
		expect(await areSent(seen, PAGES.slice(0, 100))).toBe(false);
	});

	it("refuses an id that is no string", async () => {
		const refused = { code: "invalid-input", message: expect.stringContaining("a string") };
		await expect((await open()).acknowledge(7 as never)).rejects.toMatchObject(refused);
	});

	it("remembers nothing where the client may not ask whether the server has forgotten it", async () => {
		await server.send(["ACL", "SETUSER", "default", "-info"]);
		const seen = await open();
		expect((await seen.add(PAGES)).added).toBe(PAGES.length);
		expect(await areSent(seen)).toBe(true);
		await server.send(["DEL", ...(await keys(":*"))]);
		expect((await seen.add(PAGES)).added).toBe(PAGES.length);
		await server.send(["ACL", "SETUSER", "default", "+info"]);
	});

	it("adds nothing where nothing is valid", async () => {
		const seen = await open();
		expect(await seen.add([])).toMatchObject({ results: [], added: 0, size: 0 });
		const { results, added } = await seen.add(["http://[", "1:"]);
		expect([results.map((result) => typeof result), added]).toEqual([["object", "object"], 0]);
	});

	it("is open no more once it is deleted or replaced, and nothing of it counts", async () => {
		const secret = new Uint8Array(16);
		const seen = await open({ secret });
		await seen.claim(PAGES);
		await server.send(["DEL", "urlsieve:{pages}"]);
		await expect(seen.reclaim(0)).rejects.toThrow("URLSIEVE the set urlsieve:{pages} was deleted or replaced: open it again");
		const again = await open({ secret });
		await expect(seen.add(["http://a"])).rejects.toThrow("was deleted or replaced");
		expect(await again.reclaim(0)).toBeUndefined();
		expect((await again.claim(PAGES)).urls).toEqual(PAGES);
	});

	it("stores nothing of a batch that fails in the middle", async () => {
		const seen = await open({ capacity: 1 });
		const generation = String(await server.send(["HGET", "urlsieve:{pages}", "generation"]));
		const bucket = `urlsieve:{pages}:${generation}:7`;
		await server.send(["SET", bucket, "not a set"]);
		await expect(seen.claim(PAGES)).rejects.toThrow("WRONGTYPE");
		await server.send(["DEL", bucket]);
		expect(await keys("*")).toEqual(["urlsieve:{pages}"]);
		expect(await seen.claim(PAGES)).toMatchObject({ added: PAGES.length, size: PAGES.length, urls: PAGES });
	});

	it("refuses another identity, secret or variant than it has, and names both", async () => {
		const secret = new Uint8Array(16).fill(1);
		const seen = await open({ secret });
		expect([seen.identity, seen.variant, seen.secret]).toEqual(["rfc3986@1", "exact", secret]);
		expect((await open()).secret).toEqual(secret);
		const refused = { code: "invalid-option" };
		await expect(open({ variant: "compact" })).rejects.toMatchObject({
			...refused,
			message: 'The set "pages" has the variant "exact", and this crawler "compact".',
		});
		await expect(open({ secret: new Uint8Array(16) })).rejects.toMatchObject({
			...refused,
			message: expect.stringMatching(/has the secret with the check "[0-9a-f]{8}", and this crawler "[0-9a-f]{8}"\.$/),
		});
		await expect(open({ normalizer: createNormalizer({ level: "syntax" }) })).rejects.toMatchObject({
			...refused,
			message: 'The set "pages" has the key identity "rfc3986@1", and this crawler "rfc3986@1 level syntax".',
		});
		await server.send(["HSET", "urlsieve:{pages}", "format", "1"]);
		await expect(open()).rejects.toMatchObject({ message: expect.stringContaining('has the format "1", and this crawler "2"') });
	});

	it.each([
		["`sendCommand`, as redis", () => ({ sendCommand: server.send })],
		["`call`, as ioredis", () => ({ call: (...words: (string | Buffer)[]) => server.send(words), sendCommand: "another" })],
	])("is reached by a client with %s", async (_, clientOf) => {
		const seen = await SharedSeenSet.open(clientOf(), "pages");
		await server.send(["SCRIPT", "FLUSH"]);
		expect((await seen.add(["http://a"])).results).toEqual([true]);
		expect(await keys("*")).toHaveLength(2);
	});

	it("opens with its options as they are at the call", async () => {
		const secret = new Uint8Array(16).fill(7);
		const opened = open({ secret });
		secret.fill(0);
		expect((await opened).secret[0]).toBe(7);
	});

	it("adds at most 10,000 references at a time", async () => {
		const seen = await open();
		const full = Array.from({ length: 10_000 }, () => "http://a");
		expect((await seen.add(full)).added).toBe(1);
		await expect(seen.add([...full, "http://a"])).rejects.toMatchObject({
			code: "invalid-input",
			message: "A batch has at most 10000 references, not 10001.",
		});
		for (const count of [-1, 0.5]) await expect(seen.reclaim(count)).rejects.toMatchObject({ code: "invalid-option" });
		const refused = { code: "invalid-input", message: expect.stringContaining('"id" must be a string') };
		await expect(seen.acknowledge(undefined as never)).rejects.toMatchObject(refused);
	});
});
