/**
 * The generator of the fuzzer: lines of octets, the same for a seed in every runtime.
 *
 * ```
 *   kind of line                     share
 *   grammar: RFC 3986, by component    25 %   each component valid, nearly valid or not at all
 *   own: schemes, older editions       10 %
 *   web: as crawlers meet them         15 %
 *   plain: in normal form, and the     10 %   the fast paths decide here, block by block of 16 octets
 *     same with one octet changed
 *   values: paths that shapes classify 10 %
 *   mutation of an earlier line        10 %
 *   splice of two earlier lines        10 %
 *   octets                              5 %
 *   soup of words                       5 %
 * ```
 */
import { random } from "../../../bench/lists/random.mjs";
import {
	ANY,
	DEFAULT_PORTS,
	ENDS,
	ENDS_OF_PATHS,
	FRAGMENTS,
	HOSTS,
	JOINTS,
	JOINTS_OF_PATHS,
	LABELS,
	NAMES,
	NAMES_BESIDE_PATHS,
	OWN,
	type Pieces,
	PORTS,
	REGISTERED_SCHEMES,
	SCHEMES,
	SEEDS,
	SEGMENTS,
	SLASHES,
	USERINFO,
	VALUES,
	VALUES_OF_PATHS,
	WIDE_LABELS,
	WORDS_OF_PATHS,
} from "./pieces";

const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
const PLAIN = new TextEncoder().encode("abcdefghijklmnopqrstuvwxyz0123456789-._~/");
/** Digits first, then hex digits, letters and capitals. */
const ALNUM = new TextEncoder().encode("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
/** Lengths of digests and of other identifiers, and their neighbours. */
const ID_LENGTHS = [7, 8, 9, 12, 15, 16, 17, 31, 32, 33, 40, 56, 64, 65, 96, 128];
/** Octets that are special somewhere: mutations prefer them. */
const SPECIAL = new TextEncoder().encode("%/?#:@[].&=;+ \t\\~^|AZaz09%%//");
/** One line in this many is long, and has repeated parts. */
const LONG_SHARE = 2000;
const MAX_REPEATS = 3000;
/** Lines that mutations and splices choose from. */
const MEMORY = 256;
/** Max octets of a label, a name and a question about a host. */
const LIMITS = [63, 253, 1024];

/** Options of a generator. */
export interface GeneratorOptions {
	readonly seed: number;
	/** Whether hosts may have labels beyond US-ASCII, whose A-labels depend on the platform. The default is true. */
	readonly hasWideHosts?: boolean;
}

/** Generates lines. */
export class Generator {
	readonly #next: (limit: number) => number;
	readonly #memory: Uint8Array[];
	readonly #labels: Pieces;
	readonly #hasWideHosts: boolean;
	#octets = new Uint8Array(1 << 16);
	#at = 0;

	constructor({ seed, hasWideHosts = true }: GeneratorOptions) {
		this.#next = random(seed);
		this.#memory = Array.from({ length: MEMORY }, (_, index) => SEEDS[index % SEEDS.length] as Uint8Array);
		this.#hasWideHosts = hasWideHosts;
		this.#labels = hasWideHosts ? [...LABELS, ...WIDE_LABELS] : LABELS;
	}

	/** A batch of lines, each ended by LF or CR LF. One batch in eight starts with a byte order mark. */
	batch(count: number): Uint8Array {
		this.#at = 0;
		if (this.#next(8) === 0) this.#put(BYTE_ORDER_MARK);
		for (let line = 0; line < count; ++line) this.#line();
		return this.#octets.slice(0, this.#at);
	}

	#line(): void {
		const start = this.#at;
		this.#content();
		if (this.#next(LONG_SHARE) === 0) this.#lengthen(start);
		this.#clean(start);
		this.#remember(start);
		if (this.#next(8) === 0) this.#octet(CR);
		this.#octet(LF);
	}

	#content(): void {
		const kind = this.#next(100);
		if (kind < 25) this.#grammar();
		else if (kind < 35) this.#own();
		else if (kind < 50) this.#web();
		else if (kind < 60) this.#plain();
		else if (kind < 70) this.#valued();
		else if (kind < 80) this.#mutation();
		else if (kind < 90) this.#splice();
		else if (kind < 95) this.#random(this.#next(60));
		else this.#words(ANY, this.#next(12));
	}

	/** scheme ":" "//" userinfo "@" host ":" port path "?" query "#" fragment, each from its words. */
	#grammar(): void {
		this.#pick(ENDS);
		this.#pick(this.#next(4) === 0 ? REGISTERED_SCHEMES : SCHEMES);
		if (this.#next(4) > 0) this.#authority();
		this.#path(this.#next(7));
		if (this.#next(2) === 0) this.#query(this.#next(4));
		this.#pick(FRAGMENTS);
		this.#pick(ENDS);
	}

	#authority(): void {
		this.#pick(SLASHES);
		this.#pick(USERINFO);
		const kind = this.#next(16);
		if (kind < 3) this.#pick(HOSTS);
		else if (kind === 3) this.#ipv6();
		else if (kind === 4) this.#numbers(1 + this.#next(5));
		else if (kind === 5 && this.#next(4) === 0) this.#longHost();
		else this.#domain(this.#labels, 1 + this.#next(4));
		this.#pick(this.#next(8) === 0 ? DEFAULT_PORTS : PORTS);
	}

	/** An IP literal of groups, some of them zero, now and then with "::", an IPv4 address, or an octet that is wrong. */
	#ipv6(): void {
		const start = this.#at;
		const [groups, gap] = [this.#next(10), this.#next(10)];
		this.#text("[");
		for (let group = 0; group < groups; ++group) {
			this.#text(group === gap ? "::" : group > 0 ? ":" : "");
			const value = this.#next(3) === 0 ? 0 : this.#next(2 ** (4 * (1 + this.#next(4))));
			const hex = value.toString(16).padStart(this.#next(5), "0");
			this.#text(this.#next(4) === 0 ? hex.toUpperCase() : hex);
		}
		if (groups === gap) this.#text("::");
		if (this.#next(3) === 0) {
			this.#text(groups > 0 && groups !== gap ? ":" : "");
			this.#numbers(4);
		}
		this.#text("]");
		if (this.#next(4) === 0) this.#edit(start + this.#next(this.#at - start));
	}

	/** Numbers with dots between, as in IPv4 addresses: about their limits, and now and then octal or hexadecimal. */
	#numbers(count: number): void {
		const isPlain = this.#next(2) === 0;
		for (let index = 0; index < count; ++index) {
			if (index > 0) this.#text(".");
			const value = this.#next(isPlain ? 256 : 2 ** (8 * (1 + this.#next(4))) + 1);
			const kind = isPlain ? 4 : this.#next(8);
			this.#text(kind === 0 ? `0x${value.toString(16)}` : kind === 1 ? `0${value.toString(8)}` : `${value}`);
		}
	}

	#domain(labels: Pieces, count: number): void {
		for (let label = 0; label < count; ++label) {
			if (label > 0) this.#text(".");
			this.#pick(labels);
		}
	}

	/** A host that repeats one label, cut near a limit of a label, a name or a question. */
	#longHost(): void {
		const start = this.#at;
		const end = start + (LIMITS[this.#next(LIMITS.length)] as number) - 2 + this.#next(5);
		const label = this.#labels[this.#next(this.#labels.length)] as Uint8Array;
		const isName = this.#next(3) > 0;
		while (this.#at < end) {
			this.#put(label);
			this.#text(isName || label.length === 0 ? "." : "");
		}
		this.#at = end;
	}

	#path(segments: number): void {
		for (let segment = 0; segment < segments; ++segment) {
			this.#text(this.#next(16) === 0 ? "\\" : "/");
			this.#words(SEGMENTS, 1 + (this.#next(4) === 0 ? this.#next(3) : 0));
		}
	}

	#query(pieces: number): void {
		this.#text("?");
		for (let piece = 0; piece < pieces; ++piece) {
			if (piece > 0) this.#pick(JOINTS);
			this.#pick(NAMES);
			this.#pick(VALUES);
		}
	}

	#own(): void {
		this.#pick(OWN);
		this.#words(this.#next(2) === 0 ? SEGMENTS : VALUES, this.#next(4));
		if (this.#next(3) === 0) this.#path(this.#next(4));
		if (this.#next(3) === 0) this.#query(1 + this.#next(3));
		this.#pick(FRAGMENTS);
	}

	#web(): void {
		const start = this.#at;
		this.#text(this.#next(3) === 0 ? "http://" : "https://");
		if (this.#next(3) === 0) this.#text("www.");
		this.#domain(LABELS, 1 + this.#next(3));
		if (this.#next(2) === 0) this.#text(".com");
		this.#path(this.#next(5));
		if (this.#next(3) > 0) this.#query(1 + this.#next(8));
		if (this.#next(3) === 0) this.#pick(FRAGMENTS);
		// The prefix is compared octet by octet, or as words.
		if (this.#next(8) === 0) this.#edit(start + this.#next(8));
	}

	/** A path of dates, numbers, identifiers and words, and names of parameters. */
	#valued(): void {
		this.#text("http://h");
		for (let left = 1 + this.#next(5); left > 0; --left) {
			this.#text("/");
			this.#values(1 + this.#next(this.#next(2) === 0 ? 2 : 8));
			this.#pick(ENDS_OF_PATHS);
		}
		if (this.#next(3) > 0) return;
		this.#text("?");
		for (let left = this.#next(5); left > 0; --left) {
			this.#pick(NAMES_BESIDE_PATHS);
			this.#text("&");
		}
	}

	/** Values with something between two of them, mostly the same. */
	#values(count: number): void {
		const joint = JOINTS_OF_PATHS[this.#next(JOINTS_OF_PATHS.length)] as Uint8Array;
		for (let left = count; left > 0; --left) {
			this.#value(this.#next(8));
			if (left === 1) return;
			if (this.#next(6) === 0) this.#pick(JOINTS_OF_PATHS);
			else this.#put(joint);
		}
	}

	#value(kind: number): void {
		if (kind === 0) this.#plainRun(1 + this.#next(12), ALNUM.subarray(0, 10));
		else if (kind === 1) this.#plainRun(ID_LENGTHS[this.#next(ID_LENGTHS.length)] as number, ALNUM.subarray(0, 16));
		else if (kind === 2) this.#plainRun(1 + this.#next(20), ALNUM);
		else this.#pick(kind < 5 ? VALUES_OF_PATHS : WORDS_OF_PATHS);
	}

	#plain(): void {
		const start = this.#at;
		this.#text(this.#next(2) === 0 ? "http://" : "https://");
		this.#plainRun(this.#next(this.#next(2) === 0 ? 20 : 70), PLAIN.subarray(0, 36));
		this.#text(this.#next(4) === 0 ? ".com/" : "/");
		this.#plainRun(this.#next(this.#next(2) === 0 ? 16 : 120), PLAIN);
		if (this.#next(3) === 0) this.#query(1 + this.#next(3));
		if (this.#next(2) === 0) this.#edit(start + this.#next(this.#at - start));
	}

	#plainRun(length: number, octets: Uint8Array): void {
		for (let left = length; left > 0; --left) this.#octet(octets[this.#next(octets.length)] as number);
	}

	#mutation(): void {
		const start = this.#at;
		this.#put(this.#earlier());
		for (let left = 1 + this.#next(4); left > 0; --left) this.#mutate(start);
	}

	/** One change of the line from `start` on: an octet, a bit, a word in place of a run, a copy of a run, its letters in other case. */
	#mutate(start: number): void {
		const length = this.#at - start;
		const from = start + this.#next(length + 1);
		const end = Math.min(this.#at, from + this.#next(8));
		const changes = [
			() => this.#edit(from),
			() => this.#replace(from, end, this.#word()),
			() => this.#replace(from, from, this.#word()),
			() => this.#replace(from, end, new Uint8Array(0)),
			() => this.#replace(from, from, this.#octets.slice(from, end)),
			() => this.#replace(from, Math.min(from + 1, end), this.#triplet(this.#octets[from] ?? 0)),
			() => this.#swapCase(from, end),
		];
		changes[this.#next(changes.length)]?.();
	}

	#swapCase(from: number, end: number): void {
		for (let at = from; at < end; ++at) if (isLetter(this.#octets[at] as number)) this.#octets[at]! ^= 0x20;
	}

	/** Changes one octet, if it is part of the line. */
	#edit(at: number): void {
		if (at >= this.#at || this.#octets[at] === LF) return;
		const kind = this.#next(3);
		if (kind === 0) this.#octets[at]! ^= 1 << this.#next(8);
		else if (kind === 1) this.#octets[at] = SPECIAL[this.#next(SPECIAL.length)] as number;
		else this.#octets[at] = this.#next(256);
		if (this.#octets[at] === LF) this.#octets[at] = CR;
	}

	/** The start of one earlier line, then the end of another. */
	#splice(): void {
		const [first, second] = [this.#earlier(), this.#earlier()];
		this.#put(first.subarray(0, this.#next(first.length + 1)));
		this.#put(second.subarray(this.#next(second.length + 1)));
	}

	#earlier(): Uint8Array {
		return this.#memory[this.#next(MEMORY)] as Uint8Array;
	}

	#random(length: number): void {
		for (let left = length; left > 0; --left) this.#octet(this.#next(256));
	}

	/** Repeats a part of the line, so often that it may exceed a window of the kernel. */
	#lengthen(start: number): void {
		const length = this.#at - start;
		const from = start + this.#next(length + 1);
		const part = this.#octets.slice(from, Math.min(this.#at, from + 1 + this.#next(20)));
		for (let left = this.#next(MAX_REPEATS); left > 0; --left) this.#put(part);
	}

	/** Removes LF, and with `hasWideHosts: false` makes octets beyond US-ASCII triplets where they may be in a host. */
	#clean(start: number): void {
		for (let at = start; at < this.#at; ++at) if (this.#octets[at] === LF) this.#octets[at] = CR;
		if (!this.#hasWideHosts) narrowHost(this.#octets.subarray(start, this.#at));
	}

	#remember(start: number): void {
		if (this.#at - start < 400) this.#memory[this.#next(MEMORY)] = this.#octets.slice(start, this.#at);
	}

	#word(): Uint8Array {
		return ANY[this.#next(ANY.length)] as Uint8Array;
	}

	#triplet(octet: number): Uint8Array {
		const hex = octet.toString(16).padStart(2, "0");
		return new TextEncoder().encode(`%${this.#next(2) === 0 ? hex : hex.toUpperCase()}`);
	}

	#words(pieces: Pieces, count: number): void {
		for (let left = count; left > 0; --left) this.#pick(pieces);
	}

	#pick(pieces: Pieces): void {
		this.#put(pieces[this.#next(pieces.length)] as Uint8Array);
	}

	#text(text: string): void {
		for (let index = 0; index < text.length; ++index) this.#octet(text.charCodeAt(index));
	}

	#octet(octet: number): void {
		this.#reserve(1);
		this.#octets[this.#at++] = octet;
	}

	#put(octets: Uint8Array): void {
		this.#reserve(octets.length);
		this.#octets.set(octets, this.#at);
		this.#at += octets.length;
	}

	#replace(from: number, end: number, octets: Uint8Array): void {
		const rest = this.#octets.slice(end, this.#at);
		this.#at = from;
		this.#put(octets);
		this.#put(rest);
	}

	#reserve(count: number): void {
		if (this.#at + count <= this.#octets.length) return;
		const grown = new Uint8Array(2 * (this.#at + count));
		grown.set(this.#octets.subarray(0, this.#at));
		this.#octets = grown;
	}
}

function isLetter(octet: number): boolean {
	return (octet | 0x20) >= 0x61 && (octet | 0x20) <= 0x7a;
}

/**
 * Leaves only US-ASCII in a line, and no triplet of an octet beyond it: the form of such a host depends on the
 * platform. Hosts are found by no rule here, so this holds for the whole line.
 */
function narrowHost(line: Uint8Array): void {
	let isTriplet = false;
	for (let at = 0; at < line.length; ++at) {
		const octet = (line[at] as number) & 0x7f;
		line[at] = octet === LF ? CR : isTriplet ? narrowDigit(octet) : octet;
		// URL parsers remove TAB and CR wherever they are.
		isTriplet = octet === 0x25 || (isTriplet && (octet === 0x09 || octet === LF || octet === CR));
	}
}

/** A hex digit from 8 on becomes 6, so that the triplet stands for an octet of US-ASCII. */
function narrowDigit(octet: number): number {
	const isHigh = octet === 0x38 || octet === 0x39 || ((octet | 0x20) >= 0x61 && (octet | 0x20) <= 0x66);
	return isHigh ? 0x36 : octet;
}
