/** What a store answers to each of its methods, in process, and what it refuses. */
import { readdirSync } from "node:fs";
import { UriError } from "urlsieve";
import { type AddedBatch, SeenStore } from "urlsieve/node";
import { expect, it } from "vitest";
import { createNormalizer } from "../../src/normalizer";
import { useFolder } from "../cli/command";

const { folder, path } = useFolder();
const octetsOf = (text: string) => Buffer.from(text);

let files = 0;
const newFile = () => path(`set-${++files}.seen`);

it("tells of each reference whether it was new, or why it has no key", async () => {
	const store = await SeenStore.open(newFile());
	expect([
		store.size,
		store.add("http://a"),
		store.add("HTTP://A/"),
		store.has("http://a:80"),
		store.has("http://b"),
		store.size,
	]).toEqual([...[0, true, false, true, false, 1]]);
	const results = await store.addAll(["http://[", "http://b/", "http://a/", "1:", "http://c", "http://B"]);
	expect(results.map((result) => (result instanceof UriError ? result.code : result))).toEqual([
		...["invalid-ip-literal", true, false, "invalid-scheme", true, false],
	]);
	expect([await store.addAll([]), await store.addAll(new Set(["http://d"])), store.size]).toEqual([[], [true], 4]);
	expect(() => store.add("http://[")).toThrow(expect.objectContaining({ code: "invalid-ip-literal" }));
	expect(() => store.has("1:")).toThrow(expect.objectContaining({ code: "invalid-scheme" }));
	await store.close();
});

it("has the new lines in normal form, and counts all others, anew for each call", async () => {
	const store = await SeenStore.open(newFile());
	const add = async (text: string) => {
		const { fresh, rejects, ...counts } = await store.addLines(octetsOf(text));
		return [Buffer.from(fresh).toString(), counts, rejects.map(({ line, code }) => [line, code])];
	};
	expect(await add("HTTP://a\nhttp://[\r\nhttp://a/\nhttp://b")).toEqual([
		...["http://a/\nhttp://[\nhttp://b\n".replace("b\n", "b/\n"), { added: 2, duplicates: 1 }, [[2, "invalid-ip-literal"]]],
	]);
	expect(await add("http://b/\nhttp://c/\n")).toEqual(["http://c/\n", { added: 1, duplicates: 1 }, []]);
	expect(await add("")).toEqual(["", { added: 0, duplicates: 0 }, []]);
	expect(store.size).toBe(3);
	await store.close();
});

it("acknowledges the lines of a stream in batches", async () => {
	const store = await SeenStore.open(newFile());
	const batchesOf = async (chunks: (string | Uint8Array)[]) => {
		const batches: AddedBatch[] = [];
		for await (const batch of store.addStream(chunks)) batches.push(batch);
		return batches.map(({ rejects, ...counts }) => ({ ...counts, rejects: rejects.map(({ line }) => line) }));
	};
	expect(await batchesOf(["http://a/\nht", octetsOf("tp://b\nhttp://A"), "\nhttp://["])).toEqual([
		{ added: 2, known: 1, rejects: [4] },
	]);
	expect([await batchesOf([]), await batchesOf(["\n".repeat(0)])]).toEqual([[], []]);
	const lines = Array.from({ length: 60_000 }, (_, n) => `http://h/${n}\n`).join("");
	const batches = await batchesOf([lines, "http://h/1\nhttp://["]);
	expect(batches.length).toBeGreaterThanOrEqual(1);
	expect([batches.reduce((sum, { added }) => sum + added, 0), batches.reduce((sum, { known }) => sum + known, 0)]).toEqual([
		60_000, 1,
	]);
	expect(batches.flatMap(({ rejects }) => rejects)).toEqual([60_002]);
	expect(store.size).toBe(60_002);
	await store.close();
});

it("has what was added once it is opened again, for reading or writing", async () => {
	const file = newFile();
	const store = await SeenStore.open(file, { key: new Uint8Array(16) });
	await store.addAll(["http://a/", "http://b/"]);
	await store.flush();
	const reading = await SeenStore.open(file, { readOnly: true });
	expect([reading.size, reading.has("http://b"), reading.has("http://c")]).toEqual([2, true, false]);
	const refused = { code: "invalid-option", message: `The store ${file} was opened with readOnly.` };
	expect(() => reading.add("http://c")).toThrow(expect.objectContaining(refused));
	await expect(reading.addAll([])).rejects.toMatchObject(refused);
	await expect(reading.addLines(octetsOf(""))).rejects.toMatchObject(refused);
	await expect(reading.flush()).rejects.toMatchObject(refused);
	await reading.close();
	await expect(SeenStore.open(file)).rejects.toMatchObject({ code: "seen-locked" });
	await store.close();
	await store.close();
	const closed = { code: "store-closed", message: `The store ${file} is closed.` };
	expect(() => store.size).toThrow(expect.objectContaining(closed));
	await expect(store.addAll([])).rejects.toMatchObject(closed);
	const again = await SeenStore.open(file, { key: new Uint8Array(16) });
	expect([again.size, again.add("http://a"), again.add("http://c")]).toEqual([2, false, true]);
	await again.close();
	expect(readdirSync(folder).filter((name) => name.startsWith(".urlsieve-"))).toEqual([]);
});

it("refuses another key, other rules, and options that there are not", async () => {
	const file = newFile();
	await (await SeenStore.open(file, { key: new Uint8Array(16) })).close();
	const refusal = (options: object) =>
		SeenStore.open(file, options as never).catch((error: UriError) => [error.code, error.message]);
	expect(await refusal({ key: new Uint8Array(16).fill(1) })).toEqual([
		"invalid-store",
		expect.stringContaining("The store has another key"),
	]);
	expect(((await refusal({ normalizer: createNormalizer({ level: "syntax" }) })) as string[])[0]).toBe("invalid-store");
	expect(await refusal({ readonly: true })).toEqual(["invalid-option", expect.stringContaining('"readonly"')]);
	expect(await refusal({ readOnly: 1 })).toEqual(["invalid-option", expect.stringContaining('"readOnly"')]);
	expect(((await refusal({ key: new Uint8Array(15) })) as string[])[0]).toBe("invalid-option");
	await expect(SeenStore.open(7 as never)).rejects.toMatchObject({ code: "invalid-input" });
	const signal = AbortSignal.abort(new Error("enough"));
	await expect(SeenStore.open(file, { signal })).rejects.toThrow("enough");
	// None of these has left a lock.
	await (await SeenStore.open(file)).close();
});
