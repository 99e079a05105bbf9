/** From patterns to an automaton in a program: assembly/policy/automaton.ts draws it. */
import { Automaton, looseSize, machineSize, Node, Op, Pattern } from "../../../assembly/policy/automaton";
import { ANY_OCTET, hasOctet, type OctetSet } from "../regex/octet-set";
import { isAnchored, type Regex } from "../regex/regex";
import type { ProgramOctets } from "./program-octets";

/** Octets of a cache. There are at most two. */
const MAX_CACHE = 2 << 20;
const MIN_CACHE = 64 << 10;

interface NodeWords {
	readonly op: Op;
	out: number;
	/** SPLIT: the other node. */
	other: number;
	/** OCTETS. */
	readonly set: OctetSet | undefined;
	/** Undefined for nodes that are of no pattern. */
	readonly pattern: number | undefined;
}

/** Collects patterns of one kind, and writes them as one automaton. */
export class AutomatonOctets {
	/** The first two search: the start, and the node that takes any octet and returns there. */
	readonly #nodes: NodeWords[] = [];
	/** One element a pattern. `start` is its first node; `isAnchored`: it matches only at the start of the text. */
	readonly #patterns: { value: number; start: number; match: number; isAnchored: boolean }[] = [];

	#classCount = 0;

	/** Number of patterns so far, and of nodes. */
	get patternCount(): number {
		return this.#patterns.length;
	}

	get nodeCount(): number {
		return this.#nodes.length + 1;
	}

	/** Number of states that the patterns themselves have: without their matches, and those that join them. */
	get stateCount(): number {
		return this.nodeCount - 2 * this.patternCount;
	}

	/** Octets that its machine needs. Requires: it is written. */
	get machineSize(): number {
		return machineSize(this.nodeCount, this.#classCount, this.patternCount);
	}

	/** Octets for the states that its machine caches. */
	get cacheSize(): number {
		const state = looseSize(Math.min(this.nodeCount, 256), this.#classCount);
		return Math.min(MAX_CACHE, Math.max(MIN_CACHE, 4 * this.nodeCount * state)) & ~3;
	}

	/** Adds a pattern. Returns its number. */
	add(regex: Regex, value: number): number {
		const pattern = this.#patterns.length;
		const match = this.#node(Op.MATCH, pattern, 0);
		const start = this.#emit(regex, match, pattern);
		this.#patterns.push({ value, start, match, isAnchored: isAnchored(regex) });
		return pattern;
	}

	#node(op: Op, pattern: number | undefined, out: number, other = 0, set?: OctetSet): number {
		return this.#nodes.push({ op, out, other, set, pattern }) - 1;
	}

	/** The node that matches `regex` and goes on to `next`. */
	#emit(regex: Regex, next: number, pattern: number): number {
		switch (regex.kind) {
			case "octets":
				return this.#node(Op.OCTETS, pattern, next, 0, regex.set);
			case "sequence":
				return regex.parts.reduceRight((after, part) => this.#emit(part, after, pattern), next);
			case "choice":
				return regex.options
					.map((option) => this.#emit(option, next, pattern))
					.reduceRight((others, start) => this.#node(Op.SPLIT, pattern, start, others));
			case "repeat":
				return this.#repeat(regex.part, regex.min, regex.max, next, pattern);
			default:
				return this.#node({ start: Op.START, end: Op.END, nameEnd: Op.NAME_END }[regex.kind], pattern, next);
		}
	}

	/** `part` at least `min` times: a loop, or up to `max` copies that can be left out. */
	#repeat(part: Regex, min: number, max: number, next: number, pattern: number): number {
		let start = next;
		if (max === Number.POSITIVE_INFINITY) {
			const loop = this.#node(Op.SPLIT, pattern, 0, next);
			(this.#nodes[loop] as NodeWords).out = this.#emit(part, loop, pattern);
			start = loop;
		}
		for (let copy = min; copy < max && max !== Number.POSITIVE_INFINITY; ++copy) {
			start = this.#node(Op.SPLIT, pattern, this.#emit(part, start, pattern), next);
		}
		for (let copy = 0; copy < min; ++copy) start = this.#emit(part, start, pattern);
		return start;
	}

	/** Writes the automaton. Returns its offset; 0 when there is no pattern. */
	write(out: ProgramOctets): number {
		if (this.#patterns.length === 0) return 0;
		const start = this.#start();
		// The first node is where the text begins.
		const order = [start, ...this.#nodes.keys()];
		const classes = classesOf(this.#nodes.flatMap(({ set }) => (set === undefined ? [] : [set])));
		this.#classCount = classes.representatives.length;
		const nodes = order.flatMap((number) => this.#words(this.#nodes[number] as NodeWords, classes, out));
		const words: number[] = [];
		words[Automaton.NODES >> 2] = out.words(nodes);
		words[Automaton.NODE_COUNT >> 2] = order.length;
		words[Automaton.PATTERNS >> 2] = out.words(this.#patterns.flatMap(({ value, match }) => patternWords(value, match + 1)));
		words[Automaton.PATTERN_COUNT >> 2] = this.#patterns.length;
		words[Automaton.CLASSES >> 2] = out.text(Uint8Array.from(classes.classOf));
		words[Automaton.CLASS_COUNT >> 2] = this.#classCount;
		return out.words(words);
	}

	/** Joins the anchored patterns, which are tried at the start of the text, and the others, which are tried at each octet. */
	#start(): number {
		const startsOf = (wanted: boolean) =>
			this.#patterns.filter((pattern) => pattern.isAnchored === wanted).map(({ start }) => start);
		const searched = startsOf(false);
		let start = this.#node(Op.OCTETS, undefined, 0, 0, ANY_OCTET);
		const any = this.#nodes[start] as NodeWords;
		for (const first of searched) start = this.#node(Op.SPLIT, undefined, first, start);
		any.out = start;
		const anchored = startsOf(true);
		if (searched.length === 0) start = anchored.pop() as number;
		for (const first of anchored) start = this.#node(Op.SPLIT, undefined, first, start);
		return start;
	}

	/** The words of a node. Its number is one higher than here: the start stands before all. */
	#words({ op, out: next, other, set, pattern }: NodeWords, classes: Classes, out: ProgramOctets): number[] {
		const words: number[] = [];
		words[Node.OP >> 2] = op;
		words[Node.OUT >> 2] = op === Op.MATCH ? 0 : next + 1;
		words[Node.ARGUMENT >> 2] = op === Op.SPLIT ? other + 1 : set === undefined ? 0 : classes.write(set, out);
		words[Node.PATTERN >> 2] = pattern ?? this.#patterns.length;
		return words;
	}
}

function patternWords(value: number, match: number): number[] {
	const words: number[] = [];
	words[Pattern.VALUE >> 2] = value;
	words[Pattern.MATCH >> 2] = match;
	return words;
}

interface Classes {
	/** The class of each octet, and an octet of each class. */
	readonly classOf: readonly number[];
	readonly representatives: readonly number[];
	/** Writes a set of octets as one of classes. Returns its offset. */
	write(set: OctetSet, out: ProgramOctets): number;
}

/** Classes of octets that are in the same sets. */
function classesOf(sets: readonly OctetSet[]): Classes {
	let classOf = new Array<number>(256).fill(0);
	for (const set of new Map(sets.map((each) => [each.join(), each])).values()) {
		const ids = new Map<string, number>();
		classOf = classOf.map((id, octet) => {
			const key = `${id} ${hasOctet(set, octet)}`;
			if (!ids.has(key)) ids.set(key, ids.size);
			return ids.get(key) as number;
		});
	}
	const representatives = [...new Set(classOf)].sort((a, b) => a - b).map((id) => classOf.indexOf(id));
	const offsets = new Map<string, number>();
	const write = (set: OctetSet, out: ProgramOctets) => {
		const key = set.join();
		const words = new Array<number>(8).fill(0);
		for (const [id, octet] of representatives.entries()) {
			if (hasOctet(set, octet)) words[id >> 5] = (words[id >> 5] as number) | (1 << (id & 31));
		}
		if (!offsets.has(key)) offsets.set(key, out.words(words));
		return offsets.get(key) as number;
	};
	return { classOf, representatives, write };
}
