/** The directory of a run: what is refused, and where, and which pages are read. */
import "../../src/engine/wasm-engine";
import { UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import { StoreLimit } from "../../assembly/store/layout";
import { loadRun, readPagesInto } from "../../src/store/run";
import { Checks } from "../../src/store/store-kernel";
import { MemoryPlace } from "./storage";

const checks = new Checks("js");
const SEED = 5;
const OFFSET = 64;

/** A file with a run of zeros that has this directory, and what a root says of it. */
function runWith(directory: readonly number[], change: { size?: number; check?: number } = {}, bucketBits = 1) {
	const words = new Uint8Array(Uint32Array.from(directory).buffer);
	const last = 4 * (directory.at(-1) as number);
	const size = change.size ?? last + words.length;
	const octets = new Uint8Array(OFFSET + size);
	octets.set(words, OFFSET + size - words.length);
	const storage = new MemoryPlace(octets).open()!;
	const info = {
		offset: OFFSET,
		size,
		count: 1,
		check: change.check ?? checks.of(words, SEED),
		bucketBits,
		groupBits: 0,
		rest: 12,
	};
	return { storage, info, load: () => loadRun(storage, info, SEED, checks) };
}

/** Loads a run. Returns its directory, or the message and the place of the error. */
function loaded(...args: Parameters<typeof runWith>) {
	try {
		return [...runWith(...args).load().directory];
	} catch (error) {
		if (!(error instanceof UriError)) throw error;
		return [error.code, error.message, error.offset];
	}
}

const impossible = (at: number) => ["invalid-store", `The store is damaged: a directory is impossible (at byte ${at}).`, at];

describe("a directory", () => {
	it("is loaded with what the root says of the run", () => {
		const { load, info } = runWith([0, 3, 10]);
		expect(load()).toEqual({ ...info, directory: Uint32Array.of(0, 3, 10) });
	});

	it("has pages of at least three words, and of at most as many as a page has", () => {
		const most = StoreLimit.PAGE / 4;
		expect(loaded([0, 3, 6])).toEqual([0, 3, 6]);
		expect(loaded([0, most, 2 * most])).toEqual([0, most, 2 * most]);
		expect(loaded([0, 2, 6])).toEqual(impossible(OFFSET + 24));
		expect(loaded([0, 3, 5])).toEqual(impossible(OFFSET + 20));
		expect(loaded([0, most + 1, most + 4])).toEqual(impossible(OFFSET + 4 * (most + 4)));
		expect(loaded([0, 3, most + 4])).toEqual(impossible(OFFSET + 4 * (most + 4)));
		expect(loaded([0, 6, 3])).toEqual(impossible(OFFSET + 12));
	});

	it("begins with the first page, and ends with the last one", () => {
		expect(loaded([1, 4, 7])).toEqual(impossible(OFFSET + 28));
		expect(loaded([0, 3, 6], { size: 6 * 4 + 12 + 4 })).toEqual(impossible(OFFSET + 28));
		expect(loaded([0, 3, 6], { size: 6 * 4 + 12 - 4 })).toEqual(impossible(OFFSET + 20));
	});

	it("has a right check, and is in the file", () => {
		const wrong = [
			"invalid-store",
			`The store is damaged: the check of a directory is wrong (at byte ${OFFSET + 24}).`,
			OFFSET + 24,
		];
		expect(loaded([0, 3, 6], { check: 1 })).toEqual(wrong);
		const { info } = runWith([0, 3, 6]);
		const short = new MemoryPlace(new Uint8Array(OFFSET + 24 + 11)).open()!;
		expect(() => loadRun(short, info, SEED, checks)).toThrow(wrong[1] as string);
	});
});

describe("pages of a run", () => {
	it("are read to the start of what they go to", () => {
		const { storage, load } = runWith([0, 3, 7]);
		storage.write(
			Uint8Array.from({ length: 28 }, (_, index) => index + 1),
			OFFSET,
		);
		const run = load();
		const into = new Uint8Array(40);
		readPagesInto(into, storage, run, 1, 2);
		expect([...into.subarray(0, 18)]).toEqual([13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 0, 0]);
		readPagesInto(into, storage, run, 0, 2);
		expect([...into.subarray(0, 30)]).toEqual([...Array.from({ length: 28 }, (_, index) => index + 1), 0, 0]);
	});

	it("are refused where the file ends before", () => {
		const run = runWith([0, 3, 7]).load();
		const short = new MemoryPlace(new Uint8Array(OFFSET + 27)).open()!;
		expect(() => readPagesInto(new Uint8Array(99), short, run, 0, 1)).not.toThrow();
		const message = `The store is damaged: a run is truncated (at byte ${OFFSET + 12}).`;
		expect(() => readPagesInto(new Uint8Array(99), short, run, 1, 2)).toThrow(message);
	});
});
