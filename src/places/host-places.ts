/**
 * Which hosts are covered by names: see place-names.ts. A host is looked up with all that it is below.
 *
 * ```
 *   a.www.b.example ──▶ a.www.b.example  www.b.example  b.example  example ──fingerprints──▶ tables
 * ```
 */
import { Octet } from "../../assembly/octets/char";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { Key, KeyRecord, MAX_HOST } from "../../assembly/store/layout";
import { type LineWorkspace, MAX_RECORDS } from "../engine/workspace";
import type { Rules } from "../rules/rules";
import { asciiOctets } from "../utf8";
import { HostScreen } from "./host-screen";
import { KeyTables } from "./key-tables";
import type { Cover } from "./place-names";

/** By cover, what the last word of the key of a name is joined with: names that cover something else have another key. */
const MARKS: { readonly [cover in Cover]: number } = { all: 0, exact: 0x5bd1e995, below: 0x27d4eb2f };
const { all: ALL, exact: EXACT, below: BELOW } = MARKS;
const WORDS = KeyRecord.SIZE / 4;
const NOTHING = new Uint8Array(0);

export class HostPlaces {
	readonly #key: Uint8Array;
	readonly #workspace: LineWorkspace;
	/** Has all names, without their ports. */
	readonly screen: HostScreen;
	readonly #names: KeyTables;
	/** Whether names cover only hosts below. */
	#hasBelow = false;
	/** Names that are looked up, a line each in the input of the workspace: their number, and their octets. */
	#waiting = 0;
	#length = 0;
	/** By name that is looked up: its question, and the mark of its cover. */
	readonly #questions = new Int32Array(MAX_RECORDS);
	readonly #covers = new Int32Array(MAX_RECORDS);
	readonly #found = new Uint8Array(MAX_RECORDS);
	#answers = new Uint8Array(0);
	/** Whether a name has a port. */
	hasPorts = false;

	/** `expected`: the number of names to begin with room for. */
	constructor(rules: Rules, key: Uint8Array, expected: number) {
		const { engine } = rules.settings;
		this.#key = key;
		this.#workspace = rules.createWorkspace();
		this.screen = new HostScreen(engine, key, expected);
		this.#names = new KeyTables(engine, expected);
	}

	/** Number of names. */
	get count(): number {
		return this.#names.count;
	}

	/** Adds fingerprints of names that the screen has, and overwrites them. Throws SetError `set-full`. */
	addAll(fingerprints: Uint8Array, cover: Cover): void {
		if (cover === "below") this.#hasBelow = true;
		if (cover !== "all") markKeys(fingerprints, () => MARKS[cover]);
		this.#names.addAll(fingerprints);
	}

	/** Adds a name. Throws SetError `set-full`. */
	addName(name: string, cover: Cover): void {
		const octets = asciiOctets(name);
		const portStart = portIn(octets, 0, octets.length);
		this.screen.add(octets.subarray(0, portStart));
		if (portStart < octets.length) this.hasPorts = true;
		this.#append(octets, 0, octets.length, NOTHING);
		this.addAll(this.#takeFingerprints(), cover);
	}

	/** Looks `count` hosts up, with their ports: 1 for each that is covered, else 0. `bounds` has the start and the end of each in `octets`. */
	answersFor(octets: Uint8Array, bounds: Int32Array, count: number): Uint8Array {
		this.#answers = new Uint8Array(count);
		for (let question = 0; question < count; ++question)
			this.#ask(octets, bounds[2 * question] as number, bounds[2 * question + 1] as number, question);
		this.#settle();
		return this.#answers;
	}

	#ask(octets: Uint8Array, start: number, portEnd: number, question: number): void {
		const portStart = portIn(octets, start, portEnd);
		const end = portStart > start && octets[portStart - 1] === Octet.DOT ? portStart - 1 : portStart;
		const port = portStart === portEnd ? NOTHING : octets.subarray(portStart, portEnd);
		const isIp = isIpAddress(octets, start, end);
		const bare = isIp ? start : afterWww(octets, start, end);
		this.#look(octets, bare, end, port, question, EXACT);
		this.#look(octets, start, end, port, question, ALL);
		if (isIp) return;
		// Longer names are in no list.
		for (let at = Math.max(start, end - MAX_HOST - 1); at < end; ++at) {
			if (octets[at] !== Octet.DOT) continue;
			this.#look(octets, at + 1, end, port, question, ALL);
			if (at >= bare) this.#look(octets, at + 1, end, port, question, BELOW);
		}
	}

	/** Looks for a name, without the port and with it. */
	#look(octets: Uint8Array, start: number, end: number, port: Uint8Array, question: number, cover: number): void {
		if (end - start > MAX_HOST || (cover === BELOW && !this.#hasBelow)) return;
		this.#lookFor(octets, start, end, NOTHING, question, cover);
		if (this.hasPorts && port.length > 0) this.#lookFor(octets, start, end, port, question, cover);
	}

	#lookFor(octets: Uint8Array, start: number, end: number, port: Uint8Array, question: number, cover: number): void {
		if (!this.#hasRoom(end - start + port.length)) this.#settle();
		this.#questions[this.#waiting] = question;
		this.#covers[this.#waiting] = cover;
		this.#append(octets, start, end, port);
	}

	/** Looks up the waiting names, and answers their questions. */
	#settle(): void {
		const count = this.#waiting;
		const fingerprints = this.#takeFingerprints();
		markKeys(fingerprints, (name) => this.#covers[name] as number);
		const found = this.#found.subarray(0, count).fill(0);
		this.#names.mark(fingerprints, found);
		for (let name = 0; name < count; ++name) if (found[name] === 1) this.#answers[this.#questions[name] as number] = 1;
	}

	#hasRoom(length: number): boolean {
		return this.#waiting < MAX_RECORDS && this.#length + length + 1 <= this.#workspace.capacity;
	}

	#append(octets: Uint8Array, start: number, end: number, port: Uint8Array): void {
		const { inputOctets } = this.#workspace;
		let to = this.#length;
		for (let at = start; at < end; ++at) inputOctets[to++] = octets[at] as number;
		for (let at = 0; at < port.length; ++at) inputOctets[to++] = port[at] as number;
		inputOctets[to++] = Octet.LF;
		this.#length = to;
		++this.#waiting;
	}

	/** The fingerprints of the names that wait, which wait no longer. Valid until the next call. */
	#takeFingerprints(): Uint8Array {
		const { kernel, key, input, fingerprints, marks: ends } = this.#workspace;
		const count = this.#waiting;
		this.#workspace.setKey(this.#key);
		kernel.call.fingerprintParts(key, input, input + this.#length, count, fingerprints, ends);
		this.#waiting = 0;
		this.#length = 0;
		return kernel.octets.subarray(fingerprints, fingerprints + count * FINGERPRINT_SIZE);
	}
}

/** Joins the last word of each key with a mark. */
function markKeys({ buffer, byteOffset, length }: Uint8Array, markOf: (name: number) => number): void {
	const words = new Int32Array(buffer, byteOffset, length / 4);
	for (let at = Key.LOW / 4, name = 0; at < words.length; at += WORDS, ++name) words[at] = (words[at] as number) ^ markOf(name);
}

/** Where the port of a host begins, with its ":". */
function portIn(octets: Uint8Array, start: number, end: number): number {
	let at = end;
	while (at > start && isDigit(octets[at - 1] as number)) --at;
	return at > start && octets[at - 1] === Octet.COLON ? at - 1 : end;
}

/** The first octet after leading `www.` labels. */
function afterWww(octets: Uint8Array, start: number, end: number): number {
	let at = start;
	while (at + 4 < end && startsWithWww(octets, at)) at += 4;
	return at;
}

/** Whether `www.` begins at an octet. */
function startsWithWww(octets: Uint8Array, at: number): boolean {
	return octets[at] === LOWER_W && octets[at + 1] === LOWER_W && octets[at + 2] === LOWER_W && octets[at + 3] === Octet.DOT;
}

const LOWER_W = 0x77;

/** Whether a host in normal form is an address, below which there is no host. */
function isIpAddress(octets: Uint8Array, start: number, end: number): boolean {
	if (octets[start] === Octet.OPEN_BRACKET) return true;
	let at = start;
	while (at < end && (isDigit(octets[at] as number) || octets[at] === Octet.DOT)) ++at;
	return at === end;
}

function isDigit(octet: number): boolean {
	return octet >= Octet.DIGIT_0 && octet <= Octet.DIGIT_9;
}
