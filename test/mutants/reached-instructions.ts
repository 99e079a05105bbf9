/**
 * A kernel that tells which of its instructions are reached: before each of them, it sets a global, which it exports.
 *
 * ```
 *   global (6)   count global*     one more for each: (mut i32) (i32.const 0)
 *   export (7)   count export*     its name
 *   code (10)    count function*   i32.const 1, global.set, before the instruction
 * ```
 */
import { Reader } from "../fuzz/wasm-code";
import { REACHED } from "./compiled-kernels";

const HEADER = 8;
const GLOBALS = 6;
const EXPORTS = 7;
const CODE = 10;
const GLOBAL = Uint8Array.of(0x7f, 0x01, 0x41, 0x00, 0x0b);
const GLOBAL_KIND = 3;

/** A module without imports that tells that instructions are reached. `mutants`: the offsets of these, each with the number of its mutant. */
export function tellingReached(module: Uint8Array, mutants: ReadonlyMap<number, number>): Uint8Array<ArrayBuffer> {
	const reader = new Reader(module, HEADER);
	const parts: Uint8Array[] = [module.subarray(0, HEADER)];
	const globals = [...mutants].map(() => GLOBAL);
	let first: number | undefined;
	while (reader.at < module.length) {
		const id = reader.octet();
		const size = reader.leb();
		const [start, end] = [reader.at, reader.at + size];
		const count = reader.leb();
		const rest = module.subarray(reader.at, end);
		let content = [module.subarray(start, end)];
		if (id === GLOBALS) {
			first = count;
			content = [leb(count + mutants.size), rest, ...globals];
		} else if (id === EXPORTS) {
			// The section for globals comes before this one.
			if (first === undefined) parts.push(Uint8Array.of(GLOBALS), sized([leb(mutants.size), ...globals]));
			first ??= 0;
			const names = [...mutants.values()].map((number, index) => exportOf(`${REACHED}${number}`, (first as number) + index));
			content = [leb(count + mutants.size), rest, ...names];
		} else if (id === CODE) content = [leb(count), ...functions(reader, count, [...mutants.keys()], first as number)];
		parts.push(Uint8Array.of(id), sized(content));
		reader.at = end;
	}
	return new Uint8Array(Buffer.concat(parts));
}

function exportOf(name: string, index: number): Uint8Array {
	return Buffer.concat([sized([Buffer.from(name)]), Uint8Array.of(GLOBAL_KIND), leb(index)]);
}

/** The functions of a module, with what is inserted before the instructions at `places`. The first of these sets the global `first`. */
function functions(reader: Reader, count: number, places: readonly number[], first: number): Uint8Array[] {
	const waiting = places.map((at, index) => [at, first + index] as const).sort(([one], [other]) => one - other);
	let next = 0;
	return Array.from({ length: count }, () => {
		const size = reader.leb();
		let from = reader.at;
		const end = from + size;
		const pieces: Uint8Array[] = [];
		for (let place = waiting[next]; place !== undefined && place[0] < end; place = waiting[++next]) {
			pieces.push(reader.octets.subarray(from, place[0]), Uint8Array.of(0x41, 1, 0x24), leb(place[1]));
			from = place[0];
		}
		pieces.push(reader.octets.subarray(from, end));
		reader.at = end;
		return sized(pieces);
	});
}

/** An unsigned number in LEB128. */
function leb(value: number): Uint8Array {
	const octets: number[] = [];
	let rest = value;
	for (; rest > 0x7f; rest >>>= 7) octets.push((rest & 0x7f) | 0x80);
	return Uint8Array.of(...octets, rest);
}

/** Octets after their number. */
function sized(parts: readonly Uint8Array[]): Uint8Array {
	const octets = Buffer.concat(parts);
	return Buffer.concat([leb(octets.length), octets]);
}
