/**
 * Which hosts are covered by names: see place-names.ts. A host is looked up with all that it is below.
 *
 * ```
 *   a.www.b.example ──▶ a.www.b.example  www.b.example  b.example  example ──fingerprints──▶ tables
 * ```
 */
import { Octet } from "../../assembly/octets/char";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { type LineWorkspace, MAX_RECORDS } from "../engine/workspace";
import type { Rules } from "../rules/rules";
import { asciiOctets } from "../utf8";
import { KeyTables } from "./key-tables";
import { type Cover, MAX_NAME } from "./place-names";

const COVERS: readonly Cover[] = ["all", "exact", "below"];
const [ALL, EXACT, BELOW] = [0, 1, 2];
const NOTHING = new Uint8Array(0);

export class HostPlaces {
	readonly #key: Uint8Array;
	readonly #workspace: LineWorkspace;
	/** A table for each of COVERS. */
	readonly #tables: readonly KeyTables[];
	/** Names that wait, a line each in the input of the workspace: their number, and their octets. */
	#names = 0;
	#length = 0;
	/** By name that is looked up: its question, and the place of its cover among COVERS. */
	readonly #questions = new Int32Array(MAX_RECORDS);
	readonly #covers = new Uint8Array(MAX_RECORDS);
	#answers = new Uint8Array(0);
	/** Whether each table has no names. */
	#isEmpty: readonly boolean[] = [];
	/** Whether a name has a port. */
	hasPorts = false;

	/** `expected`: the number of names to begin with room for. */
	constructor(rules: Rules, key: Uint8Array, expected: number) {
		const { engine } = rules.settings;
		this.#key = key;
		this.#workspace = rules.createWorkspace();
		this.#tables = COVERS.map((cover) => new KeyTables(engine, cover === "all" ? expected : 0));
	}

	/** Number of names. Requires: none waits. */
	get count(): number {
		return this.#tables.reduce((sum, { count }) => sum + count, 0);
	}

	/** Adds a host in normal form, which covers all below, once `flush` is called. */
	add(octets: Uint8Array, start: number, end: number): void {
		if (!this.#hasRoom(end - start)) this.flush();
		this.#append(octets, start, end, NOTHING);
	}

	/** Adds the names that wait. Throws SetError `set-full`. */
	flush(): void {
		this.#tables[ALL]?.addAll(this.#takeFingerprints());
	}

	/** Adds a name. Throws SetError `set-full`. */
	addName(name: string, cover: Cover): void {
		this.flush();
		const octets = asciiOctets(name);
		this.#append(octets, 0, octets.length, NOTHING);
		this.#tables[COVERS.indexOf(cover)]?.addAll(this.#takeFingerprints());
		if (/:\d+$/.test(name)) this.hasPorts = true;
	}

	/** Looks `count` hosts up, with their ports: 1 for each that is covered, else 0. `bounds` has the start and the end of each in `octets`. */
	answersFor(octets: Uint8Array, bounds: Int32Array, count: number): Uint8Array {
		this.#answers = new Uint8Array(count);
		this.#isEmpty = this.#tables.map((table) => table.count === 0);
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
		for (let at = Math.max(start, end - MAX_NAME - 1); at < end; ++at) {
			if (octets[at] !== Octet.DOT) continue;
			this.#look(octets, at + 1, end, port, question, ALL);
			if (at >= bare) this.#look(octets, at + 1, end, port, question, BELOW);
		}
	}

	/** Looks for a name, without the port and with it. */
	#look(octets: Uint8Array, start: number, end: number, port: Uint8Array, question: number, cover: number): void {
		if (this.#isEmpty[cover] || end - start > MAX_NAME) return;
		this.#lookFor(octets, start, end, NOTHING, question, cover);
		if (this.hasPorts && port.length > 0) this.#lookFor(octets, start, end, port, question, cover);
	}

	#lookFor(octets: Uint8Array, start: number, end: number, port: Uint8Array, question: number, cover: number): void {
		if (!this.#hasRoom(end - start + port.length)) this.#settle();
		this.#questions[this.#names] = question;
		this.#covers[this.#names] = cover;
		this.#append(octets, start, end, port);
	}

	/** Looks up the waiting names, and answers their questions. */
	#settle(): void {
		const count = this.#names;
		const fingerprints = this.#takeFingerprints();
		for (const [cover, table] of this.#tables.entries()) {
			if (table.count === 0) continue;
			const marks = new Uint8Array(count);
			table.mark(fingerprints, marks);
			for (let name = 0; name < count; ++name) {
				if (marks[name] === 1 && this.#covers[name] === cover) this.#answers[this.#questions[name] as number] = 1;
			}
		}
	}

	#hasRoom(length: number): boolean {
		return this.#names < MAX_RECORDS && this.#length + length + 1 <= this.#workspace.capacity;
	}

	#append(octets: Uint8Array, start: number, end: number, port: Uint8Array): void {
		const { inputOctets } = this.#workspace;
		let to = this.#length;
		for (let at = start; at < end; ++at) inputOctets[to++] = octets[at] as number;
		for (let at = 0; at < port.length; ++at) inputOctets[to++] = port[at] as number;
		inputOctets[to++] = Octet.LF;
		this.#length = to;
		++this.#names;
	}

	/** The fingerprints of the names that wait, which wait no longer. Valid until the next call. */
	#takeFingerprints(): Uint8Array {
		const { kernel, key, input, fingerprints, marks: ends } = this.#workspace;
		const count = this.#names;
		this.#workspace.setKey(this.#key);
		kernel.call.fingerprintParts(key, input, input + this.#length, count, fingerprints, ends);
		this.#names = 0;
		this.#length = 0;
		return kernel.octets.subarray(fingerprints, fingerprints + count * FINGERPRINT_SIZE);
	}
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
export function startsWithWww(octets: Uint8Array, at: number): boolean {
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
