/** The rows and records of duplicates, as the kernel writes them in bulk from the texts in its memory. */

import type { Engine } from "urlsieve";
import { expect, it } from "vitest";
import { ABSENT, LineRecord, MARK_SIZE } from "../../assembly/layout/addresses";
import { mark } from "../../assembly/lines/line-record";
import { Octet } from "../../assembly/octets/char";
import { Decimal, Duplicate, KeptLine, Member, Merging, PartitionAddress } from "../../assembly/partition/layout";
import { align, createListKernel } from "../seams/kernels";
import { describeEngines } from "../support/engines";

/** Room for the records of these tests, and for the octets of each of the other areas. */
const [COUNT, ROOM] = [16, 65_536];

/** The areas of MERGES, one after the other: docs/internals/abi.md. */
class MergeMemory {
	readonly kernel;
	readonly view: DataView;
	readonly records: number;
	readonly marks: number;
	readonly duplicates: number;
	readonly order: number;
	readonly ordinals: number;
	readonly rows: number;
	readonly input: number;
	readonly block: number;
	readonly text: number;

	constructor(engine: Engine) {
		this.kernel = createListKernel(engine);
		this.records = align(this.kernel.call.heapBase());
		this.marks = this.records + COUNT * LineRecord.SIZE;
		this.duplicates = this.marks + COUNT * MARK_SIZE;
		this.order = this.duplicates + COUNT * Duplicate.SIZE;
		this.ordinals = this.order + 2 * 4 * COUNT;
		this.rows = align(this.ordinals + 4 * COUNT);
		this.input = this.rows + ROOM;
		this.block = this.input + ROOM;
		this.text = this.block + ROOM;
		this.kernel.reserve(this.text + ROOM);
		this.view = new DataView(this.kernel.octets.buffer);
		for (const [field, value] of [
			[Merging.MARKS, this.marks],
			[Merging.RECORDS, this.records],
			[Merging.DUPLICATES, this.duplicates],
			[Merging.MAX_COUNT, COUNT],
			[Merging.ORDER, this.order],
			[Merging.ORDINALS, this.ordinals],
			[Merging.KEPT_AT, this.block],
			[Merging.KEPT_LIMIT, this.text],
			[Merging.TEXT_AT, this.text],
			[Merging.TEXT_LIMIT, this.text + ROOM],
		] as const)
			this.set(field, value);
		const line = PartitionAddress.MERGES + Merging.LINE;
		this.kernel.octets.set([Octet.DIGIT_0 + 1], line);
		this.kernel.octets[line + Decimal.LENGTH] = 1;
	}

	field(field: Merging): number {
		return this.kernel.words[(PartitionAddress.MERGES + field) >> 2] as number;
	}

	set(field: Merging, value: number): void {
		this.kernel.words[(PartitionAddress.MERGES + field) >> 2] = value;
	}

	of(duplicate: number, word: Duplicate): number {
		return this.kernel.words[(this.duplicates + duplicate * Duplicate.SIZE + word) >> 2] as number;
	}
}

/** Kept line and its number, or none; dropped line and its number; the reason, if it is another one than that of equal texts. */
type Pair = readonly [kept: string | undefined, keptLine: string, dropped: string, droppedLine: string, reason?: string];

const PAIRS: readonly Pair[] = [
	["http://h/a", "1", "http://h/a", "2"],
	["http://h/a", "1", "HTTP://h/a", "30", "syntax"],
	[undefined, "-", "x\ty", "400"],
	["\ta\t\tb\t", "999999999", "", "123456789012345", "scheme"],
	["", "7", "", "8"],
];

/** Places duplicates with their kept lines as `findKept` leaves them. Returns the address after their texts, and those of reasons. */
function place(memory: MergeMemory, pairs: readonly Pair[]) {
	const { octets, words } = memory.kernel;
	let at = memory.text;
	const put = (text: string) => {
		octets.set(Buffer.from(text), at);
		at += Buffer.byteLength(text);
		return at;
	};
	const putNumber = (to: number, text: string) => {
		octets.fill(0, to, to + Decimal.SIZE);
		octets.set(Buffer.from(text), to);
		octets[to + Decimal.LENGTH] = text.length;
	};
	const putReason = (reason: string) => {
		at = Math.ceil(at / 4) * 4;
		const address = at;
		words[address >> 2] = reason.length;
		at += 4;
		put(reason);
		return address;
	};
	const equal = putReason("string");
	for (const [index, [kept, keptLine, dropped, droppedLine, reason]] of pairs.entries()) {
		const duplicate = memory.duplicates + index * Duplicate.SIZE;
		const address = reason === undefined ? 0 : putReason(reason);
		const start = at;
		const end = put(dropped);
		const record = at;
		if (kept !== undefined) {
			memory.view.setInt32(record + KeptLine.LENGTH, kept.length, true);
			putNumber(record + KeptLine.NUMBER, keptLine);
			at = record + KeptLine.TEXT;
			put(kept);
		}
		const known = kept === undefined ? 0 : reason === undefined ? record : mark(record);
		words.set([address, start, end, known], duplicate >> 2);
		putNumber(duplicate + Duplicate.NUMBER, droppedLine);
	}
	return { end: at, equal };
}

function rowOf([kept, keptLine, dropped, droppedLine, reason = "string"]: Pair): string {
	const columns = kept === undefined ? ["-", dropped, "-", "-"] : [kept, dropped, reason, keptLine];
	return `${[...columns.map((text) => text.replaceAll("\t", "%09")), droppedLine].join("\t")}\n`;
}

const memoryOn = (engine: Engine) => new MergeMemory(engine);
const textOf = (memory: MergeMemory, start: number, end: number) =>
	Buffer.from(memory.kernel.octets.subarray(start, end)).toString();

describeEngines("duplicates in the memory of the kernel", (engine) => {
	const memory = memoryOn(engine);
	const { equal } = place(memory, PAIRS);
	const rest = () => memory.kernel.words[(PartitionAddress.MERGES + Merging.REST) >> 2] as number;

	it("become a row each: both lines, the reason and both numbers, with TABs of lines as %09", () => {
		const to = memory.rows;
		expect(memory.kernel.call.writeMerges(equal, 0, PAIRS.length, to, to + 10_000)).toBe(PAIRS.length);
		expect(textOf(memory, to, rest())).toBe(PAIRS.map(rowOf).join(""));
		expect(memory.kernel.call.writeMerges(equal, 3, 4, to, to + 10_000)).toBe(4);
		expect(textOf(memory, to, rest())).toBe(rowOf(PAIRS[3] as Pair));
	});

	it("wait where there is no room for a row, of which no octet is written", () => {
		const to = memory.rows;
		const done = new Set<number>();
		for (let room = 0; room < 700; ++room) {
			memory.kernel.octets.fill(0xee, to, to + 800);
			const count = memory.kernel.call.writeMerges(equal, 0, PAIRS.length, to, to + room);
			done.add(count);
			expect(textOf(memory, to, rest())).toBe(PAIRS.slice(0, count).map(rowOf).join(""));
			expect(memory.kernel.octets.subarray(to + room, to + 800).every((octet) => octet === 0xee)).toBe(true);
		}
		// The third row is shorter than the second one leaves.
		expect([...done]).toEqual([0, 1, 3, 4, 5]);
	});

	it("become records of a report, with the beginnings of long lines, and without those whose kept line is not known", () => {
		const to = memory.rows;
		for (const most of [4, 100]) {
			expect(memory.kernel.call.writeMembers(most, 0, PAIRS.length, to, to + 10_000)).toBe(PAIRS.length);
			let at = to;
			for (const [kept, keptLine, dropped, , reason] of PAIRS) {
				if (kept === undefined) continue;
				const lengths = memory.view.getUint32(at + Member.LENGTHS, true);
				const droppedLength = reason === undefined ? Member.SAME : Math.min(dropped.length, most);
				expect(memory.view.getInt32(at + Member.LINE, true)).toBe(Number(keptLine));
				expect([lengths & Member.LENGTH_MASK, lengths >>> Member.DROPPED_SHIFT]).toEqual([
					Math.min(kept.length, most),
					droppedLength,
				]);
				const texts = kept.slice(0, most) + (reason === undefined ? "" : dropped.slice(0, most));
				expect(textOf(memory, at + Member.TEXTS, at + Member.TEXTS + texts.length)).toBe(texts);
				at += Member.TEXTS + texts.length;
			}
			expect(rest()).toBe(at);
		}
		expect(memory.kernel.call.writeMembers(100, 0, PAIRS.length, to, to + 100)).toBe(0);
	});

	it("are compared with their kept lines: those that differ are marked", () => {
		const own = memoryOn(engine);
		const texts: Pair[] = [
			["abc", "1", "abc", "2"],
			["abc", "1", "abd", "3"],
			["abc", "1", "abcd", "4"],
			["", "1", "", "5"],
			[undefined, "-", "abc", "6"],
			["abcd", "1", "abc", "7"],
		];
		place(own, texts);
		const known = texts.map((_, index) => own.of(index, Duplicate.KEPT));
		expect(own.kernel.call.compareMerges(0, texts.length)).toBe(2);
		expect(texts.map((_, index) => own.of(index, Duplicate.KEPT))).toEqual(
			known.map((kept, index) => ([1, 2, 5].includes(index) ? mark(kept) : kept)),
		);
	});

	it("have a host each: that of the kept line or, if it is not known, their own, unless the line is long or its host would change", () => {
		const own = memoryOn(engine);
		const rows: readonly (readonly [kept: string | undefined, dropped: string, host: string])[] = [
			["http://a.example:80/x", "http://b.example/", "a.example"],
			[undefined, "//u@b.example?c", "b.example"],
			["http://[::1]/", "", "[::1]"],
			["http://A.example/", "", ""],
			["http://aZ.example/", "", ""],
			["http://a~0.example/", "", "a~0.example"],
			["http://\u00fc.example/", "", ""],
			["http:///x", "", ""],
			["mailto:a@b", "", ""],
			["http://[", "", ""],
			[`http://c.example/${"x".repeat(47)}`, "", "c.example"],
			[`http://c.example/${"x".repeat(48)}`, "", ""],
			[undefined, `http://c.example/${"x".repeat(48)}`, ""],
		];
		place(
			own,
			rows.map(([kept, dropped]): Pair => [kept, "1", dropped, "2"]),
		);
		own.kernel.call.findHosts(64, 0, rows.length, own.order, own.rows);
		const places = own.kernel.words.subarray(own.order >> 2);
		const hosts = rows.map((_, index) => textOf(own, places[2 * index] as number, places[2 * index + 1] as number));
		expect(hosts).toEqual(rows.map(([, , host]) => host));
		for (const [index, host] of hosts.entries()) if (host === "") expect(places[2 * index]).toBe(0);
	});

	it("have kept lines only of the block, whatever follows it, as far as there is room for their texts", () => {
		const own = memoryOn(engine);
		const size = KeptLine.TEXT + 4;
		own.view.setInt32(own.block + KeptLine.LENGTH, 4, true);
		// A length that leads back to the block.
		own.view.setInt32(own.block + size + KeptLine.LENGTH, -size - KeptLine.TEXT, true);
		own.set(Merging.ORDERED, 2);
		own.kernel.words.set([0, 1], own.order >> 2);
		own.kernel.words.set([0, 2], own.ordinals >> 2);
		const find = (from: number) => own.kernel.call.findKept(own.block, own.block + size, 0, from);
		own.set(Merging.TEXT_LIMIT, own.text + size - 1);
		expect(find(0)).toBe(ABSENT);
		own.set(Merging.TEXT_LIMIT, own.text + size);
		expect([find(0), own.of(0, Duplicate.KEPT), own.field(Merging.TEXT_AT)]).toEqual([1, own.text, own.text + size]);
		expect([find(1), own.of(1, Duplicate.KEPT), own.field(Merging.TEXT_AT)]).toEqual([1, 0, own.text + size]);
	});

	it("are no lines that were rejected, which count as lines", () => {
		const own = memoryOn(engine);
		const lines = ["http://h/a", "http://[", "http://h/a"];
		own.kernel.octets.set(Buffer.from(`${lines.join("\n")}\n`), own.input);
		for (const [index] of lines.entries()) {
			const end = lines.slice(0, index + 1).join("\n").length + 1;
			own.kernel.words.set([end, index === 1 ? mark(end) : end], (own.records + index * LineRecord.SIZE) >> 2);
			own.kernel.words[(own.marks >> 2) + index] = index === 0 ? ABSENT : 0;
		}
		own.set(Merging.SHIFT, own.input);
		const taken = own.kernel.call.collectMerges(own.input, 0, lines.length);
		expect([taken, own.field(Merging.KEPT_COUNT), own.field(Merging.COUNT)]).toEqual([3, 1, 1]);
		expect(textOf(own, own.duplicates + Duplicate.NUMBER, own.duplicates + Duplicate.NUMBER + 1)).toBe("3");
	});

	it("stop their batch where there is no room for one more, and so do kept lines", () => {
		const own = memoryOn(engine);
		const lines = ["http://h/a", "http://h/bc", "http://h/a", "http://h/a", "http://h/bc"];
		const octets = Buffer.from(lines.map((line) => `${line}\n`).join(""));
		own.kernel.octets.set(octets, own.input);
		const [kept, dropped] = [lines.slice(0, 2), lines.slice(2)];
		let end = 0;
		for (const [index, line] of lines.entries()) {
			end += line.length + 1;
			own.kernel.words.set([end, end], (own.records + index * LineRecord.SIZE) >> 2);
			own.kernel.words[(own.marks >> 2) + index] = index < kept.length ? ABSENT : index === 4 ? 1 : 0;
		}
		own.set(Merging.SHIFT, own.input);
		const collect = (from: number) => {
			const start = own.input + lines.slice(0, from).join("\n").length + Math.sign(from);
			return [own.kernel.call.collectMerges(start, from, lines.length), own.field(Merging.REST) - own.input];
		};
		const sizeOf = (texts: readonly string[]) => texts.join("").length;
		const placeOf = (line: number) => sizeOf(lines.slice(0, line)) + line;

		own.set(Merging.KEPT_LIMIT, own.block + 2 * KeptLine.TEXT + sizeOf(kept) - 1);
		expect(collect(0)).toEqual([1, placeOf(1)]);
		own.set(Merging.KEPT_LIMIT, own.block + 2 * KeptLine.TEXT + sizeOf(kept));
		own.set(Merging.MAX_COUNT, 1);
		expect(collect(1)).toEqual([3, placeOf(3)]);
		own.set(Merging.MAX_COUNT, 9);
		own.set(Merging.TEXT_LIMIT, own.text + sizeOf(dropped) - 1);
		expect(collect(3)).toEqual([4, placeOf(4)]);
		own.set(Merging.TEXT_LIMIT, own.text + sizeOf(dropped));
		expect(collect(4)).toEqual([5, octets.length]);
		expect([own.field(Merging.KEPT_COUNT), own.field(Merging.COUNT)]).toEqual([2, 3]);
		expect(dropped.map((_, at) => textOf(own, own.of(at, Duplicate.START), own.of(at, Duplicate.END)))).toEqual(dropped);
		expect(dropped.map((_, index) => own.of(index, Duplicate.ORDINAL))).toEqual([0, 0, 1]);
		const numberAt = (at: number) => textOf(own, at, at + (own.kernel.octets[at + Decimal.LENGTH] as number));
		const numbers = dropped.map((_, index) => numberAt(own.duplicates + index * Duplicate.SIZE + Duplicate.NUMBER));
		expect(numbers).toEqual(["3", "4", "5"]);
	});
});
