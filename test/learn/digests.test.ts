/** Digests of rows: their labels, their case, and those of no octets. */
import { expect, it } from "vitest";
import { Hash, Reader } from "../../assembly/learn/layout";
import { BatchMemory } from "../../src/learn/batch-memory";
import { KeyReader } from "../../src/learn/key-reader";
import { LearnMemory } from "../../src/learn/learn-kernel";
import { columnOf } from "../../src/tables/rows/columns";
import { partitionsIn } from "../support/learn-records";

const ENGINES = ["wasm", "js"] as const;
const octets = (text: string) => new TextEncoder().encode(text);

it.each(ENGINES)("ignores label and case of a digest, and takes that of no octets for none, in the %s engine", (engine) => {
	const pages = [
		"sha1:ABC",
		"SHA-1:ABC",
		"ABC",
		// A label that is not known is a part of the digest.
		"crc32:-",
		// A label alone, before a digest that begins with a colon.
		"md5",
		":ABC",
		// These only begin like those of no octets.
		"da39a3ee5e6b4b0d3255bfef95601890afd80708",
		"2qoyzwmpaczaj2mabgmoz6ccpq",
	];
	const none = [
		"md5:",
		"da39a3ee5e6b4b0d3255bfef95601890afd80709",
		"sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
		"md5:d41d8cd98f00b204e9800998ecf8427e",
		"2qoyzwmpaczaj2mabgmoz6ccpy",
		"2QOYZWMPACZAJ2MABGMOZ6CCPY======",
		"sha256:E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855",
		"sha-256:4OYMIQUY7QOBJGX36TEJS35ZEQT24QPEMSNZGTFESWMRW6CSXBKQ====",
	];
	const digests = [...pages, ...none];
	const memory = new LearnMemory(engine);
	const batch = new BatchMemory(memory, new KeyReader(memory, true));
	const urls = columnOf(digests.map(() => octets("https://a.com/")));
	const rows = { rows: digests.length, marks: new Uint8Array(digests.length).fill(1), keys: urls, urls, times: undefined };
	batch.read({ ...rows, digests: [columnOf(digests.map(octets))] }, { records: partitionsIn(memory), urls: () => {} });
	expect([batch.fetches, batch.noDigest]).toEqual([pages.length, none.length]);
});

it.each(ENGINES)("folds the case of a digest in the room that the host gave, in the %s engine", (engine) => {
	const memory = new LearnMemory(engine);
	const reader = new KeyReader(memory, true);
	const digest = octets("ABC[xyz]");
	const { start } = memory.take(digest.length);
	const to = memory.take(Hash.SIZE).start;
	memory.octets(start, digest.length).set(digest);
	memory.kernel.call.hashFolded(reader.address, start, start + digest.length, to);
	const text = memory.octets(memory.word(reader.address + Reader.TEXT), digest.length);
	expect(new TextDecoder().decode(text)).toBe("abc[xyz]");
});
