/** Programs one of whose tables ends with them, or a few octets behind them. */
import { Automaton, Node, Pattern } from "../../../assembly/policy/automaton";
import { Table } from "../../../assembly/policy/hash";
import { Condition, Config, Entry, Header } from "../../../assembly/policy/program";
import { workOf } from "../native/inputs";
import type { KernelPair } from "./kernel-pair";
import { set } from "./programs";

/** A table: where its offset is, and its octets. */
interface Moving {
	readonly at: number;
	readonly size: number;
}

/** Octets of zeros after the program, as a table that is cut short could go on. */
const ZEROS = 64;

/** Sets a program with a copy of a table at its end, whole or cut short. Returns the status. */
export function setWithMoved(pair: KernelPair, program: Uint8Array): number {
	const { at, size } = pair.of(tablesOf(program));
	const start = pair.area(program.length + size + ZEROS + workOf(program), 64);
	const aligned = program.length + (-program.length & 3);
	const from = wordOf(program, at);
	const octets = new Uint8Array(aligned + Math.max(0, size - pair.of([0, 0, 1, 2, 3, 4])));
	octets.set(program);
	octets.set(program.subarray(from, from + octets.length - aligned), aligned);
	const view = new DataView(octets.buffer);
	view.setInt32(at, aligned, true);
	view.setInt32(Header.LENGTH, octets.length, true);
	pair.set(start + octets.length, new Uint8Array(ZEROS));
	return set(pair, start, octets);
}

function tablesOf(program: Uint8Array): Moving[] {
	const counted = (at: number, count: number, size: number): Moving => ({ at, size: wordOf(program, count) * size });
	const automata = [Header.NAME_AUTOMATON, Header.URL_AUTOMATON].map((at) => wordOf(program, at)).filter((at) => at !== 0);
	return [
		counted(Header.CONFIGS, Header.CONFIG_COUNT, Config.SIZE),
		counted(Header.ENTRIES, Header.ENTRY_COUNT, Entry.SIZE),
		counted(Header.OTHERS, Header.OTHER_COUNT, 4),
		counted(Header.CONDITIONS, Header.CONDITION_COUNT, Condition.SIZE),
		{ at: Header.NAMES, size: Table.SIZE + 4 * wordOf(program, wordOf(program, Header.NAMES) + Table.COUNT) },
		...automata.flatMap((at) => [
			counted(at + Automaton.NODES, at + Automaton.NODE_COUNT, Node.SIZE),
			counted(at + Automaton.PATTERNS, at + Automaton.PATTERN_COUNT, Pattern.SIZE),
		]),
	];
}

function wordOf(program: Uint8Array, at: number): number {
	return new DataView(program.buffer, program.byteOffset).getInt32(at, true);
}
