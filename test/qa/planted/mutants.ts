/** Mutants of a kernel: one instruction replaced by another of its type, in place, so that the module stays valid. */
import { random } from "../../../bench/lists/random.mjs";
import { type Instruction, instructionsOf, SIMD } from "./wasm-code";

/** A mutant. */
export interface Mutant {
	/** `comparison`, `arithmetic`, `lane` or `constant`. */
	readonly kind: string;
	/** Number of the function among those with code, and offset of the instruction in the file. */
	readonly function: number;
	readonly at: number;
	/** The octets at `at`, before and after, in hexadecimal. */
	readonly before: string;
	readonly after: string;
}

/** From `first` to `last`. */
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Instructions that can replace each other, without those that trap. */
const FAMILIES: readonly (readonly [kind: string, codes: readonly number[]])[] = [
	["comparison", range(0x46, 0x4f)],
	["comparison", range(0x51, 0x5a)],
	["arithmetic", [0x6a, 0x6b, 0x6c, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78]],
	["arithmetic", [0x7c, 0x7d, 0x7e, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a]],
	["arithmetic", [0x67, 0x68, 0x69]],
	["arithmetic", [0x79, 0x7a, 0x7b]],
	["comparison", range(0x23, 0x2c).map((code) => SIMD + code)],
	["comparison", range(0x2d, 0x36).map((code) => SIMD + code)],
	["comparison", range(0x37, 0x40).map((code) => SIMD + code)],
	["arithmetic", [0x4e, 0x4f, 0x50, 0x51].map((code) => SIMD + code)],
	["arithmetic", [0x6e, 0x6f, 0x70, 0x71, 0x72, 0x73, 0x76, 0x77, 0x78, 0x79].map((code) => SIMD + code)],
	["arithmetic", [0x6b, 0x6c, 0x6d].map((code) => SIMD + code)],
];
const FAMILY = new Map(FAMILIES.flatMap((family) => family[1].map((code) => [code, family] as const)));

const I32_CONST = 0x41;
const I64_CONST = 0x42;
const LANES = [0x0c, 0x0d, ...range(0x15, 0x22)].map((code) => SIMD + code);

/** Shifts and rotations: the low bits of a constant before one count, five of an i32 and six of an i64. */
const SHIFTS = range(0x74, 0x78);
const WIDE_SHIFTS = range(0x86, 0x8a);

/** An instruction that can be replaced, and whether only the low bits of its constant count. */
interface Place extends Instruction {
	readonly lowBits: number;
}

/** The instructions of a module that can be replaced, in order. */
function replaceable(module: Uint8Array): Place[] {
	const instructions = instructionsOf(module);
	return instructions.flatMap((instruction, index) => {
		const { code } = instruction;
		const next = instructions[index + 1]?.code ?? 0;
		const lowBits = SHIFTS.includes(next) ? 5 : WIDE_SHIFTS.includes(next) ? 6 : 7;
		const isReplaceable = FAMILY.has(code) || LANES.includes(code) || code === I32_CONST || code === I64_CONST;
		return isReplaceable ? [{ ...instruction, lowBits }] : [];
	});
}

/**
 * `count` random mutants of a module, at different instructions. They depend only on the seed. None is equivalent by the definition of its
 * instruction, as a shift by 33 in place of one is.
 */
export function mutantsOf(module: Uint8Array, count: number, seed: number): Mutant[] {
	const next = random(seed);
	const places = replaceable(module);
	const chosen: Mutant[] = [];
	while (chosen.length < count && places.length > 0) {
		const [place] = places.splice(next(places.length), 1) as [Place];
		chosen.push(mutantAt(module, place, next));
	}
	return chosen;
}

/** The octets of a mutant. */
export function planted(module: Uint8Array, { at, after }: Mutant): Uint8Array<ArrayBuffer> {
	const octets = Uint8Array.from(module);
	octets.set(Buffer.from(after, "hex"), at);
	return octets;
}

/** A mutant at a place of a module. */
function mutantAt(module: Uint8Array, place: Place, next: (limit: number) => number): Mutant {
	const octets = Uint8Array.from(module.subarray(place.at, place.end));
	const kind = replace(octets, place, next);
	const hex = (some: Uint8Array) => Buffer.from(some).toString("hex");
	return { kind, function: place.function, at: place.at, before: hex(module.subarray(place.at, place.end)), after: hex(octets) };
}

/** Replaces the instruction in `octets`, which are its own. Returns the kind. */
function replace(octets: Uint8Array, { code, at, from, end, lowBits }: Place, next: (limit: number) => number): string {
	const family = FAMILY.get(code);
	if (family !== undefined) {
		const [kind, codes] = family;
		const others = codes.filter((other) => other !== code);
		octets.set(coded(others[next(others.length)] as number, from - at));
		return kind;
	}
	const immediate = octets.subarray(from - at, end - at);
	if (code === I32_CONST || code === I64_CONST) {
		changeConstant(immediate, lowBits, next);
		return "constant";
	}
	const lane = next(immediate.length);
	immediate[lane] = changedLane(immediate[lane] as number, code - SIMD, next);
	return "lane";
}

/** The opcode of an instruction, in `length` octets. */
function coded(code: number, length: number): number[] {
	if (code < SIMD) return [code];
	const number = code - SIMD;
	return length === 2 ? [0xfd, number] : [0xfd, (number & 0x7f) | 0x80, number >> 7];
}

/** Flips one bit that counts of a number in LEB128: mostly a low one, as off by one is the likely mistake. */
function changeConstant(immediate: Uint8Array, lowBits: number, next: (limit: number) => number): void {
	const place = lowBits < 7 || next(2) === 0 ? 0 : next(immediate.length);
	const bit = place === 0 && next(2) === 0 ? 0 : next(place === 4 ? 3 : lowBits);
	immediate[place]! ^= 1 << bit;
}

/** Another lane, or another octet of a constant. */
function changedLane(lane: number, code: number, next: (limit: number) => number): number {
	if (code === 0x0c) return lane ^ (1 << next(8));
	const lanes =
		code === 0x0d ? 32 : code <= 0x17 ? 16 : code <= 0x1a ? 8 : code <= 0x1c || code === 0x1f || code === 0x20 ? 4 : 2;
	return (lane + 1 + next(lanes - 1)) % lanes;
}
