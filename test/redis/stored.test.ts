/** What a shared set sends to the server, and what of it is compared, with a function as its client. */
import { createHash } from "node:crypto";
import { UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import { type RedisClient, scriptsOn } from "../../src/redis/client";
import { FORMAT, SCRIPTS } from "../../src/redis/scripts";
import { bucketsFor, keyOf, openStored, requireStored, type Stored } from "../../src/redis/stored";

const OWN: Stored = { identity: "rfc3986@1", secret: Buffer.alloc(16, 1), variant: "exact", buckets: 16, generation: "00ff00ff" };

describe("a script", () => {
	const digest = createHash("sha1").update(SCRIPTS.acknowledge).digest("hex");

	it("runs by its digest, on one key", async () => {
		const sent: unknown[][] = [];
		const words = [Buffer.from("b"), "c"];
		const client = (all: (string | Buffer)[]) => {
			sent.push(all);
			return Promise.resolve(7);
		};
		expect(await scriptsOn(client)("acknowledge", "k", words)).toBe(7);
		expect(sent).toEqual([["EVALSHA", digest, "1", "k", ...words]]);
		const others: RedisClient[] = [
			{ sendCommand: client },
			{ call: (command: string, ...rest: (string | Buffer)[]) => client([command, ...rest]) },
		];
		for (const other of others) await scriptsOn(other)("acknowledge", "k", words);
		expect(sent.slice(1)).toEqual([sent[0], sent[0]]);
	});

	it("is sent as a whole to a server that does not have it", async () => {
		const sent: unknown[] = [];
		const run = scriptsOn(async ([command, script, ...words]) => {
			sent.push([command, script, words]);
			if (command === "EVALSHA") throw new Error("NOSCRIPT No matching script.");
			return "done";
		});
		expect(await run("acknowledge", "k", ["x"])).toBe("done");
		expect(sent).toEqual([
			["EVALSHA", digest, ["1", "k", "x"]],
			["EVAL", SCRIPTS.acknowledge, ["1", "k", "x"]],
		]);
	});

	it("is sent once if it fails for another reason", async () => {
		let count = 0;
		for (const reason of [new Error("ERR NOSCRIPT"), "NOSCRIPT"]) {
			const run = scriptsOn(async () => {
				++count;
				throw reason;
			});
			await expect(run("acknowledge", "k", [])).rejects.toBe(reason);
		}
		expect(count).toBe(2);
	});

	it.each([null, undefined, 7, {}, "x"])("has no client: %j", (client) => {
		const message = "The client must be one of redis or ioredis, or a function that sends a command.";
		expect(() => scriptsOn(client as never)).toThrow(new UriError("invalid-input", message));
		expect(() => scriptsOn(client as never)).toThrow(expect.objectContaining({ code: "invalid-input" }));
	});
});

describe("a stored set", () => {
	const reply = (...changes: [at: number, value: unknown][]) =>
		changes.reduce<unknown[]>((words, [at, value]) => words.with(at, value), [FORMAT, "id", "0a0b", "compact", "32", 5, "gen"]);

	it("is opened with what a new one would have, and is what the server says", async () => {
		const asked: unknown[] = [];
		const open = (answer: unknown[]) =>
			openStored(
				async (...all) => {
					asked.push(all);
					return answer;
				},
				"crawl",
				OWN,
			);
		expect(await open(reply([5, Buffer.from("70")]))).toEqual({
			stored: { identity: "id", secret: Buffer.of(10, 11), variant: "compact", buckets: 32, generation: "gen" },
			size: 70,
		});
		expect(asked).toEqual([["open", "urlsieve:{crawl}", [FORMAT, "rfc3986@1", "01".repeat(16), "exact", "16", "00ff00ff"]]]);
		const message = `The set "crawl" has the format "9", and this crawler "${FORMAT}".`;
		await expect(open(reply([0, "9"]))).rejects.toThrow(new UriError("invalid-option", message));
		await expect(open(reply([0, "9"]))).rejects.toThrow(expect.objectContaining({ code: "invalid-option" }));
	});

	it("has the identity of the crawler, and the secret and the variant if it gives them", () => {
		const none = { secret: false, variant: false };
		const both = { secret: true, variant: true };
		expect(() => requireStored("s", OWN, { ...OWN, secret: Buffer.from(OWN.secret) }, both)).not.toThrow();
		const other = { ...OWN, secret: Buffer.alloc(16, 2), variant: "compact" as const, buckets: 7, generation: "" };
		expect(() => requireStored("s", other, OWN, none)).not.toThrow();
		expect(() => requireStored("s", other, OWN, { secret: false, variant: true })).toThrow(
			'The set "s" has the variant "compact", and this crawler "exact".',
		);
		expect(() => requireStored("s", other, OWN, { secret: true, variant: false })).toThrow(
			/^The set "s" has the secret with the check "([0-9a-f]{8})", and this crawler "(?!\1)[0-9a-f]{8}"\.$/,
		);
		expect(() => requireStored("s", { ...OWN, identity: "crawl@1" }, OWN, none)).toThrow(
			'The set "s" has the key identity "crawl@1", and this crawler "rfc3986@1".',
		);
	});

	it("has all its keys on one server of a cluster", () => {
		expect(keyOf("a b")).toBe("urlsieve:{a b}");
	});

	it("has sets for its capacity, a power of two between bounds", () => {
		expect([0, 1, 2 ** 24, 2 ** 24 + 1, 2 ** 25, 2 ** 60].map((capacity) => bucketsFor("exact", capacity))).toEqual([
			2 ** 4,
			2 ** 4,
			2 ** 4,
			2 ** 5,
			2 ** 5,
			2 ** 24,
		]);
		expect([0, 2 ** 20, 2 ** 20 + 1, 2 ** 60].map((capacity) => bucketsFor("compact", capacity))).toEqual([
			2 ** 12,
			2 ** 12,
			2 ** 13,
			2 ** 24,
		]);
	});
});
