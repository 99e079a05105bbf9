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
const WWW = asciiOctets("www.");
const NOTHING = new Uint8Array(0);

export class HostPlaces {
	readonly #key: Uint8Array;
	readonly #workspace: LineWorkspace;
	readonly #tables: { readonly [cover in Cover]: KeyTables };
	/** Names that wait, a line each in the input of the workspace: their number, and their octets. */
	#names = 0;
	#length = 0;
	/** By name that is looked up: its question, and the place of its cover among COVERS. */
	readonly #questions = new Int32Array(MAX_RECORDS);
	readonly #covers = new Uint8Array(MAX_RECORDS);
	/** Whether a name has a port. */
	hasPorts = false;

	/** `expected`: the number of names to begin with room for. */
	constructor(rules: Rules, key: Uint8Array, expected: number) {
		const { engine } = rules.settings;
		this.#key = key;
		this.#workspace = rules.createWorkspace();
		this.#tables = { all: new KeyTables(engine, expected), exact: new KeyTables(engine), below: new KeyTables(engine) };
	}

	/** Number of names. Requires: none waits. */
	get count(): number {
		return COVERS.reduce((sum, cover) => sum + this.#tables[cover].count, 0);
	}

	/** Adds a host in normal form, which covers all below, once `flush` is called. */
	add(octets: Uint8Array, start: number, end: number): void {
		if (!this.#hasRoom(end - start)) this.flush();
		this.#append(octets, start, end, NOTHING);
	}

	/** Adds the names that wait. Throws SetError `set-full`. */
	flush(): void {
		this.#tables.all.addAll(this.#takeFingerprints());
	}

	/** Adds a name. Throws SetError `set-full`. */
	addName(name: string, cover: Cover): void {
		this.flush();
		const octets = asciiOctets(name);
		this.#append(octets, 0, octets.length, NOTHING);
		this.#tables[cover].addAll(this.#takeFingerprints());
		if (/:\d+$/.test(name)) this.hasPorts = true;
	}

	/** Looks hosts up, with ports if there are any in normal forms. Sets the answer of each that is covered to 1. */
	answer(hosts: readonly Uint8Array[], answers: Uint8Array): void {
		for (const [question, host] of hosts.entries()) this.#ask(host, question, answers);
		this.#settle(answers);
	}

	#ask(host: Uint8Array, question: number, answers: Uint8Array): void {
		const colon = portAt(host);
		const port = host.subarray(colon);
		const end = colon > 0 && host[colon - 1] === Octet.DOT ? colon - 1 : colon;
		const isIp = isIpAddress(host, end);
		const bare = isIp ? 0 : afterWww(host, end);
		const look = (at: number, cover: Cover) => {
			if (this.#tables[cover].count === 0 || end - at > MAX_NAME) return;
			this.#look(host, at, end, NOTHING, question, cover, answers);
			if (this.hasPorts && port.length > 0) this.#look(host, at, end, port, question, cover, answers);
		};
		look(bare, "exact");
		look(0, "all");
		if (isIp) return;
		// Longer names are in no list.
		for (let at = Math.max(0, end - MAX_NAME - 1); ; ) {
			const dot = host.indexOf(Octet.DOT, at);
			if (dot < 0 || dot >= end) return;
			at = dot + 1;
			look(at, "all");
			if (at > bare) look(at, "below");
		}
	}

	#look(
		host: Uint8Array,
		start: number,
		end: number,
		port: Uint8Array,
		question: number,
		cover: Cover,
		answers: Uint8Array,
	): void {
		if (!this.#hasRoom(end - start + port.length)) this.#settle(answers);
		this.#questions[this.#names] = question;
		this.#covers[this.#names] = COVERS.indexOf(cover);
		this.#append(host, start, end, port);
	}

	/** Answers the questions of the names that wait. */
	#settle(answers: Uint8Array): void {
		const count = this.#names;
		const fingerprints = this.#takeFingerprints();
		for (const [place, cover] of COVERS.entries()) {
			if (this.#tables[cover].count === 0) continue;
			const marks = new Uint8Array(count);
			this.#tables[cover].mark(fingerprints, marks);
			for (let name = 0; name < count; ++name) {
				if (marks[name] === 1 && this.#covers[name] === place) answers[this.#questions[name] as number] = 1;
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
		inputOctets.set(port, to);
		to += port.length;
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

/** Where the port begins, with its ":". */
function portAt(host: Uint8Array): number {
	let at = host.length;
	while (at > 0 && isDigit(host[at - 1] as number)) --at;
	return at > 0 && host[at - 1] === Octet.COLON ? at - 1 : host.length;
}

/** The first octet after leading `www.` labels. */
function afterWww(host: Uint8Array, end: number): number {
	let at = 0;
	while (at + WWW.length < end && WWW.every((octet, index) => host[at + index] === octet)) at += WWW.length;
	return at;
}

/** Whether a host in normal form is an address, below which there is no host. */
function isIpAddress(host: Uint8Array, end: number): boolean {
	if (host[0] === Octet.OPEN_BRACKET) return true;
	for (let at = 0; at < end; ++at) if (!isDigit(host[at] as number) && host[at] !== Octet.DOT) return false;
	return true;
}

function isDigit(octet: number): boolean {
	return octet >= Octet.DIGIT_0 && octet <= Octet.DIGIT_9;
}
