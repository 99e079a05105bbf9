/**
 * The instructions of a WebAssembly module: a walk over its code section that finds where each begins and ends.
 *
 * ```
 *   module    "\0asm" version section*         section  id size content
 *   code (10) count function*                  function size locals* instruction*
 * ```
 *
 * It knows the instructions that the kernels can have: those of WebAssembly 1.0, sign extension, bulk memory and SIMD.
 */

/** An instruction: the offset of its first octet, its number (with `SIMD` added for a vector one), and its immediates. */
export interface Instruction {
	readonly at: number;
	readonly code: number;
	/** Start and end of the immediates. */
	readonly from: number;
	readonly end: number;
	/** Number of the function among those with code. */
	readonly function: number;
}

/** Added to the numbers of vector instructions, which have a prefix. */
export const SIMD = 0x1000;
const BULK = 0x2000;
const CODE_SECTION = 10;
const HEADER = 8;
const PREFIXES: Readonly<Record<number, number>> = { 253: SIMD, 252: BULK };

/** Reads octets from `at` on. */
class Reader {
	constructor(
		readonly octets: Uint8Array,
		public at: number,
	) {}

	octet(): number {
		return this.octets[this.at++] as number;
	}

	/** An unsigned number in LEB128. */
	leb(): number {
		let [value, shift] = [0, 0];
		while (true) {
			const octet = this.octet();
			value += (octet & 0x7f) * 2 ** shift;
			shift += 7;
			if (octet < 0x80) return value;
		}
	}
}

/** All instructions of a module, in order. Throws RangeError for one that is unknown. */
export function instructionsOf(module: Uint8Array): Instruction[] {
	return functionsOf(new Reader(module, codeOf(module)[0]));
}

/** Start and end of the content of the code section. Throws RangeError if there is none. */
export function codeOf(module: Uint8Array): readonly [start: number, end: number] {
	const reader = new Reader(module, HEADER);
	while (reader.at < module.length) {
		const id = reader.octet();
		const size = reader.leb();
		if (id === CODE_SECTION) return [reader.at, reader.at + size];
		reader.at += size;
	}
	throw new RangeError("The module has no code.");
}

function functionsOf(reader: Reader): Instruction[] {
	const found: Instruction[] = [];
	const count = reader.leb();
	for (let index = 0; index < count; ++index) {
		const size = reader.leb();
		const end = reader.at + size;
		for (let left = reader.leb(); left > 0; --left) {
			reader.leb();
			reader.octet();
		}
		while (reader.at < end) found.push(instruction(reader, index));
	}
	return found;
}

function instruction(reader: Reader, index: number): Instruction {
	const { at } = reader;
	const first = reader.octet();
	const prefix = PREFIXES[first];
	const code = prefix === undefined ? first : prefix + reader.leb();
	const from = reader.at;
	skipImmediates(reader, code);
	return { at, code, from, end: reader.at, function: index };
}

function skipImmediates(reader: Reader, code: number): void {
	if (code >= BULK) skipBulk(reader, code - BULK);
	else if (code >= SIMD) skipVector(reader, code - SIMD);
	else if (code === 0x44) reader.at += 8;
	else if (code === 0x43) reader.at += 4;
	else if (code === 0x0e) skipLebs(reader, reader.leb() + 1);
	else skipLebs(reader, scalarLebs(code));
}

/** Number of LEB128 numbers that follow an instruction without prefix. */
function scalarLebs(code: number): number {
	const isBlock = code >= 0x02 && code <= 0x04;
	const isBranchOrCall = code === 0x0c || code === 0x0d || code === 0x10;
	const isVariable = code >= 0x20 && code <= 0x24;
	const isConstant = code === 0x41 || code === 0x42;
	if (isBlock || isBranchOrCall || isVariable || isConstant || code === 0x3f || code === 0x40) return 1;
	if (code === 0x11 || (code >= 0x28 && code <= 0x3e)) return 2;
	if (code <= 0x05 || code === 0x0b || code === 0x0f || code === 0x1a || code === 0x1b || (code >= 0x45 && code <= 0xc4))
		return 0;
	throw new RangeError(`The instruction 0x${code.toString(16)} is unknown.`);
}

function skipBulk(reader: Reader, code: number): void {
	// memory.init, data.drop, memory.copy, memory.fill; before them conversions.
	const lebs = code < 8 ? 0 : [2, 1, 2, 1][code - 8];
	if (lebs === undefined) throw new RangeError(`The instruction 0xfc ${code} is unknown.`);
	skipLebs(reader, lebs);
}

function skipVector(reader: Reader, code: number): void {
	const isShuffleOrConstant = code === 0x0c || code === 0x0d;
	const isMemory = code <= 0x0b || code === 0x5c || code === 0x5d;
	if (isShuffleOrConstant) reader.at += 16;
	else if (isMemory) skipLebs(reader, 2);
	else if (code >= 0x54 && code <= 0x5b) {
		skipLebs(reader, 2);
		reader.octet();
	} else if (code >= 0x15 && code <= 0x22) reader.octet();
}

function skipLebs(reader: Reader, count: number): void {
	for (let left = count; left > 0; --left) reader.leb();
}
