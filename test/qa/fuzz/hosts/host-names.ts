/** Names of hosts in the store kernel, and the hosts that they cover. */
import { Limit } from "../../../../assembly/layout/addresses";
import { Cover, HostAnswer, HostNames, Key, KeyRecord, KeyTable, StoreLimit } from "../../../../assembly/store/layout";
import type { KernelPair } from "./kernel-pair";

const LABELS = ["a", "b-c", "www", "example", "7", "0", "", "x_y", "[::1]", "A", "\0", "a".repeat(61)];
const PORTS = ["", "", "", ".", ":80", ":", ".:8080", ":a"];
const SLOTS = 256;
/** Words of the filter: few, so that it has more than the names. */
const WORDS = 4;

function hostOf(pair: KernelPair): string {
	const labels = Array.from({ length: pair.next(10) === 0 ? 6 : 1 + pair.next(4) }, () => pair.of(LABELS));
	return `${labels.join(".")}${pair.of(PORTS)}`;
}

/** Hosts, a line each. */
function linesOf(pair: KernelPair, count: number): Uint8Array {
	return Buffer.from(Array.from({ length: count }, () => `${hostOf(pair)}${pair.of(["\n", "\n", "\r\n"])}`).join(""));
}

/** Tables of keys for names, in which `size` octets of names have room. */
function tablesOf(pair: KernelPair, count: number, size: number): number {
	const tables = pair.area(count * KeyTable.SIZE, 4);
	for (let table = tables; table < tables + count * KeyTable.SIZE; table += KeyTable.SIZE)
		pair.setWords(table, [
			[KeyTable.KEYS, pair.area(size * Key.SIZE + StoreLimit.MARGIN, 4)],
			[KeyTable.SLOTS, pair.putWords(new Array(SLOTS).fill(0))],
			[KeyTable.MASK, SLOTS - 1],
			[KeyTable.COUNT, 0],
		]);
	return tables;
}

/** Adds lines of plain hosts and a few other names, and marks hosts. */
export function hostNames(pair: KernelPair): void {
	const [limit, asked] = [2 + pair.next(20), 1 + pair.next(30)];
	const names = pair.area(HostNames.SIZE, 4);
	const [records, marks] = [pair.area(limit * KeyRecord.SIZE, 4), pair.area(asked)];
	const answers = pair.area(HostAnswer.SIZE << HostAnswer.COUNT_BITS, 4);
	pair.set(answers, new Uint8Array(HostAnswer.SIZE << HostAnswer.COUNT_BITS));
	const count = 1 + pair.next(2);
	const tables = tablesOf(pair, count, limit + 4);
	pair.set(names, pair.random(16));
	pair.setWords(names, [
		[HostNames.WORDS, pair.putWords(new Array(WORDS).fill(0))],
		[HostNames.SHIFT, 32 - Math.log2(WORDS)],
		[HostNames.TABLES, tables],
		[HostNames.TABLE_COUNT, 1],
		[HostNames.RECORDS, records],
		[HostNames.MARKS, pair.area(limit)],
		[HostNames.LIMIT, limit],
		[HostNames.HAS_PORTS, 0],
		[HostNames.ANSWERS, answers],
	]);
	const [start, end] = pair.put(linesOf(pair, 25));
	pair.run("addHostLines", names, start, end);
	pair.sameWords("addHostLines, COUNT", names, HostNames.COUNT);
	pair.setWord(names + HostNames.TABLE_COUNT, count);
	for (let left = pair.next(4); left > 0; --left) {
		const [from, to] = pair.put(Buffer.from(`x${hostOf(pair)}`));
		pair.run("addHost", names, from, to, pair.of([Cover.ALL, Cover.EXACT, Cover.BELOW]));
	}
	pair.sameWords("addHost, HAS_PORTS", names, HostNames.HAS_PORTS);
	pair.same(
		"names, keys",
		pair.word(tables + KeyTable.KEYS),
		pair.word(tables + KeyTable.KEYS) + Key.SIZE * pair.word(tables + KeyTable.COUNT),
	);
	pair.set(marks, new Uint8Array(asked));
	const [from, to] = pair.put(Buffer.concat([linesOf(pair, asked), Buffer.alloc(Limit.MARGIN)]));
	pair.run("markHosts", names, from, to - Limit.MARGIN, marks);
	pair.same("markHosts", marks, marks + asked);
}
