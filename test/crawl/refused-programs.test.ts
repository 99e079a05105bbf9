/** Programs with one word that leads nowhere: each is refused, by every engine. assembly/policy/check.ts lists the checks. */

import { type Policy, readList } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { Status } from "../../assembly/layout/status";
import { Automaton, Node, Op, Pattern } from "../../assembly/policy/automaton";
import { MAX_NAMES, Table } from "../../assembly/policy/hash";
import { More, MoreEntry } from "../../assembly/policy/more";
import { Condition, Config, Entry, Group, Header, Role, ScopeRow } from "../../assembly/policy/program";
import { programOf } from "../seams/kernels";
import { ENGINES } from "../support/engines";
import { ProgramHost } from "../support/program-host";
import { ProgramWords } from "./program-words";

const FILTERS = `||a.b^$removeparam=c
@@||h^$removeparam=c,domain=a.b|~x.a.b
@@||h/x^$removeparam=c
@@|http://i/$removeparam=c
@@||j^$removeparam
@@||j/x^$removeparam
/^https?:\\/\\/[^\\/]*b/$removeparam=/^(?:utm|x+)/,domain=a.b|~x.a.b
$removeparam=~d,domain=e.f
$removeparam=e,domain=g.*|~m.g.*
`;
const PROVIDERS = { providers: { p: { urlPattern: "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?p\\.q", rules: ["r"] } } };
const OWN = { format: "urlsieve-list@1", name: "own", params: ["b"], exempt: ["a.b"] };
const PARAMETER = { name: "a", match: "prefix", hosts: ["h.i"], exceptHosts: ["x.h.i"], exceptPath: ["x"] } as const;
/** A policy whose program has a record of every kind. */
const POLICY: Policy = {
	base: "whatwg",
	key: { index: ["i"], query: { lists: ["own", "filters", "clear", "robots"], remove: [PARAMETER] }, sessions: "sessions@1" },
	sites: [{ hosts: ["h.i", "k"], key: { www: "drop" } }],
};
const encode = (text: string) => new TextEncoder().encode(text);
const LISTS = [
	readList("urlsieve-list", encode(JSON.stringify(OWN)), { name: "own" }),
	readList("removeparam", encode(FILTERS), { name: "filters" }),
	readList("clearurls", encode(JSON.stringify(PROVIDERS)), { name: "clear" }),
	readList("clean-param", encode("Clean-param: s"), { name: "robots" }),
];
const PROGRAM = programOf({ policy: POLICY, lists: LISTS });

/** The words of the program, and where its records are. */
class Words extends ProgramWords {
	constructor() {
		super(PROGRAM);
	}

	/** Offset, two octets after the start of a word, of this many zero octets, which are valid records. */
	zerosBetweenWords(count: number): number {
		const isZero = (at: number) => this.octets.subarray(at, at + count).every((octet) => octet === 0);
		return this.find(Header.SIZE + 2, (this.length - count - Header.SIZE) >> 2, 4, isZero);
	}

	config(field: Config): number {
		return this.get(Header.CONFIGS) + field;
	}

	entry(field: Entry): number {
		return this.present(Header.ENTRIES, Header.ENTRY_COUNT, Entry.SIZE, field);
	}

	moreEntry(field: MoreEntry): number {
		return this.find(this.get(More.ENTRIES), entries(this), MoreEntry.SIZE, (at) => this.get(at + field) > 0) + field;
	}

	condition(field: Condition): number {
		return this.present(Header.CONDITIONS, Header.CONDITION_COUNT, Condition.SIZE, field);
	}

	/** A field of the first group that has one. */
	group(field: Group): number {
		const [groups, count] = [this.get(this.config(Config.GROUPS)), this.get(this.config(Config.GROUP_COUNT))];
		return this.find(groups, count, Group.SIZE, (at) => this.get(at + field) > 0) + field;
	}

	/** Field of an automaton. */
	automaton(field: Automaton): number {
		return this.get(Header.NAME_AUTOMATON) + field;
	}

	/** A field of the first node with this operation. */
	node(op: Op, field: Node): number {
		const [nodes, count] = [this.get(this.automaton(Automaton.NODES)), this.get(this.automaton(Automaton.NODE_COUNT))];
		return this.find(nodes, count, Node.SIZE, (at) => this.get(at) === op) + field;
	}

	/** The scope of an entry: its table, and the first row after it. */
	get scope(): number {
		return this.get(this.entry(Entry.EXCEPT_HOSTS));
	}

	get row(): number {
		return this.scope + Table.SIZE + 4 * this.get(this.scope + Table.COUNT);
	}

	get members(): number {
		return this.get(this.condition(Condition.MEMBERS));
	}

	get texts(): number {
		return this.get(this.config(Config.INDEX));
	}
}

/** A change: addresses and their new values. */
type Change = (words: Words) => readonly (readonly [at: number, value: number])[];

const conditions = (words: Words) => words.get(Header.CONDITION_COUNT);
const entries = (words: Words) => words.get(Header.ENTRY_COUNT);
const nodes = (words: Words) => words.get(words.automaton(Automaton.NODE_COUNT));
const patterns = (words: Words) => words.get(words.automaton(Automaton.PATTERN_COUNT));

/** Offsets that lead into the header, before it, and beyond the end. */
const ASTRAY: readonly ((words: Words) => number)[] = [() => 4, () => -4, (words) => words.length, () => 0x7ffffffc];

const OFFSETS: readonly (readonly [string, (words: Words) => number])[] = [
	["configurations", () => Header.CONFIGS],
	["entries", () => Header.ENTRIES],
	["names", () => Header.NAMES],
	["other entries", () => Header.OTHERS],
	["conditions", () => Header.CONDITIONS],
	["sites", () => Header.SITES],
	["the identity", () => Header.IDENTITY],
	["the automaton of names", () => Header.NAME_AUTOMATON],
	["the automaton of URLs", () => Header.URL_AUTOMATON],
	["texts of a configuration", (words) => words.config(Config.INDEX)],
	["groups", (words) => words.config(Config.GROUPS)],
	["a group's scope", (words) => words.group(Group.EXEMPT)],
	["an entry's name", (words) => words.entry(Entry.NAME)],
	["an entry's hosts", (words) => words.entry(Entry.HOSTS)],
	["an entry's excepted hosts", (words) => words.entry(Entry.EXCEPT_HOSTS)],
	["an entry's texts", (words) => words.entry(Entry.EXCEPT_PATH)],
	["a condition's hosts", (words) => words.condition(Condition.HOSTS)],
	["a condition's excepted hosts", (words) => words.condition(Condition.EXCEPT_HOSTS)],
	["a condition's members", (words) => words.condition(Condition.MEMBERS)],
	["a condition's text of hosts", (words) => words.condition(Condition.HOST_TEXT)],
	["the spelling of a name", (words) => words.moreEntry(MoreEntry.RAW)],
	["a text", (words) => words.texts + 4],
	["the name of a host", (words) => words.row + ScopeRow.NAME],
	["nodes", (words) => words.automaton(Automaton.NODES)],
	["patterns", (words) => words.automaton(Automaton.PATTERNS)],
	["classes", (words) => words.automaton(Automaton.CLASSES)],
	["the set of a node", (words) => words.node(Op.OCTETS, Node.ARGUMENT)],
];

/** Numbers and counts: the place of each, and invalid values. */
const NUMBERS: readonly (readonly [string, (words: Words) => number, ...((words: Words) => number)[]])[] = [
	["the magic", () => Header.MAGIC, () => 0],
	["the length", () => Header.LENGTH, (words) => words.length - 4],
	["the base", () => Header.BASE, () => 2, () => -1],
	["the count of configurations", () => Header.CONFIG_COUNT, () => 0, () => -1, (words) => words.length + 1],
	["the count of entries", () => Header.ENTRY_COUNT, () => -1, (words) => words.length, () => 0x7fffffff],
	["the count of other entries", () => Header.OTHER_COUNT, () => -1, (words) => words.length],
	["the count of conditions", () => Header.CONDITION_COUNT, () => -1, (words) => words.length, () => 0],
	["the length of the identity", () => Header.IDENTITY_LENGTH, () => -1, (words) => words.length],
	["the memory", () => Header.WORK, () => 0, () => -1, () => 0x7fffffff],
	["an automaton between words", () => Header.NAME_AUTOMATON, (words) => words.get(Header.NAME_AUTOMATON) + 2],
	["an automaton at the end", () => Header.URL_AUTOMATON, (words) => (words.length - 4) & ~3],
	["texts without their rule", (words) => words.config(Config.RULES), () => 0],
	["the count of groups", (words) => words.config(Config.GROUP_COUNT), () => -1, () => 65, () => 64],
	["a role", (words) => words.group(Group.ROLE), () => Role.COUNT, () => -1],
	["a group's condition", (words) => words.group(Group.EXCEPTION), (words) => conditions(words) + 1, () => -1],
	["an entry's length", (words) => words.entry(Entry.LENGTH), () => -1, (words) => words.length],
	["a condition that must hold", (words) => words.entry(Entry.REQUIRED), (words) => conditions(words) + 1],
	["a condition that must not", (words) => words.entry(Entry.EXCEPTION), (words) => conditions(words) + 1, () => -1],
	["a pattern of names", (words) => words.entry(Entry.PATTERN), (words) => patterns(words) + 1, () => -1],
	["an origin", (words) => words.entry(Entry.ORIGIN), () => -1],
	["a pattern of URLs", (words) => words.condition(Condition.PATTERN), () => 1000, () => -1],
	["a pattern of hosts", (words) => words.condition(Condition.HOST_PATTERN), () => 1000, () => -1],
	["a pattern of other hosts", (words) => words.condition(Condition.EXCEPT_PATTERN), () => 1000, () => -1],
	[
		"the length of a text of hosts",
		(words) => words.condition(Condition.HOST_LENGTH),
		() => 0,
		() => -1,
		(words) => words.length,
	],
	["the length of a spelling", (words) => words.moreEntry(MoreEntry.RAW_LENGTH), () => -1, (words) => words.length],
	["a provider", (words) => words.moreEntry(MoreEntry.PROVIDER), () => -1],
	["conditions without rounds", () => More.FLAGS, () => 0],
	["an other entry", (words) => words.get(Header.OTHERS), entries, () => -1],
	["the count of texts", (words) => words.texts, () => -1, (words) => words.length, (words) => words.length - 1],
	["the length of a text", (words) => words.texts + 8, () => -1, (words) => words.length],
	["members between words", (words) => words.condition(Condition.MEMBERS), (words) => words.members + 2],
	["the count of members", (words) => words.members, (words) => conditions(words) + 1, () => -1],
	["a member", (words) => words.members + 4, conditions, () => -1],
	["the count of buckets", (words) => words.scope + Table.COUNT, () => 0, () => 3, () => -1, () => 0x40000000],
	["the start of a bucket", (words) => words.scope + Table.STARTS, () => -1, () => 1000],
	["the length of a host", (words) => words.row + ScopeRow.LENGTH, () => -1, (words) => words.length],
	["the value of a host", (words) => words.row + ScopeRow.EXACT, () => 2, () => -1],
	["the value below a host", (words) => words.row + ScopeRow.BELOW, () => 2, () => -1],
	["the count of nodes", (words) => words.automaton(Automaton.NODE_COUNT), () => 0, () => -1, (words) => words.length + 1],
	[
		"nodes between words",
		(words) => words.automaton(Automaton.NODES),
		(words) => words.get(words.automaton(Automaton.NODES)) + 2,
	],
	["nodes in the zeros after the memory", (words) => words.automaton(Automaton.NODES), () => 1 << 19],
	[
		"patterns between words",
		(words) => words.automaton(Automaton.PATTERNS),
		(words) => words.zerosBetweenWords(patterns(words) * Pattern.SIZE),
	],
	["the count of patterns", (words) => words.automaton(Automaton.PATTERN_COUNT), () => -1, (words) => words.length + 1],
	["the count of classes", (words) => words.automaton(Automaton.CLASS_COUNT), () => 0, () => 257],
	["a class", (words) => words.get(words.automaton(Automaton.CLASSES)), () => -1],
	["what a pattern means", (words) => words.get(words.automaton(Automaton.PATTERNS)) + Pattern.VALUE, entries, () => -1],
	["the match of a pattern", (words) => words.get(words.automaton(Automaton.PATTERNS)) + Pattern.MATCH, nodes, () => -1],
	["an operation", (words) => words.node(Op.SPLIT, Node.OP), () => Op.MATCH + 1, () => -1],
	["the node that follows", (words) => words.node(Op.OCTETS, Node.OUT), nodes, () => -1],
	["the other node that follows", (words) => words.node(Op.SPLIT, Node.ARGUMENT), nodes, () => -1],
	[
		"a set between words",
		(words) => words.node(Op.OCTETS, Node.ARGUMENT),
		(words) => words.get(words.node(Op.OCTETS, Node.ARGUMENT)) + 2,
	],
	["the pattern of a match", (words) => words.node(Op.MATCH, Node.PATTERN), patterns, () => -1],
	["the pattern of another node", (words) => words.node(Op.OCTETS, Node.PATTERN), (words) => patterns(words) + 1, () => -1],
];

/** Changes of several words. */
const TOGETHER: readonly (readonly [string, Change])[] = [
	[
		"members that lead beyond the end",
		(words) => [
			[words.condition(Condition.MEMBERS), lastWord(words)],
			[lastWord(words), 1],
		],
	],
	["a condition that is its own member", (words) => [[words.members + 4, memberNumber(words)]]],
	[
		"a count of texts at the end",
		(words) => [
			[words.config(Config.INDEX), lastWord(words)],
			[lastWord(words), 1],
		],
	],
	["hosts that lead beyond the end", (words) => [[rowCount(words), (words.length >> 4) - 1], ...starts(words, 0)]],
	["a negative count of hosts", (words) => [[rowCount(words), -1]]],
	["a bucket of too many hosts", (words) => [[rowCount(words), MAX_NAMES + 1], ...starts(words, 0)]],
	["a site of no configuration", (words) => [[siteRow(words) + ScopeRow.EXACT, words.get(Header.CONFIG_COUNT)]]],
];

function lastWord(words: Words): number {
	return (words.length - 4) & ~3;
}

/** The number of the condition that has members. */
function memberNumber(words: Words): number {
	return (words.condition(Condition.MEMBERS) - Condition.MEMBERS - words.get(Header.CONDITIONS)) / Condition.SIZE;
}

/** Place of the count of hosts of a scope: the end of its last bucket. */
function rowCount(words: Words): number {
	return words.row - 4;
}

/** All buckets of a scope begin at this row. */
function starts(words: Words, row: number): [number, number][] {
	const first = words.scope + Table.STARTS;
	return Array.from({ length: (rowCount(words) - first) / 4 }, (_, index) => [first + 4 * index, row]);
}

function siteRow(words: Words): number {
	const sites = words.get(Header.SITES);
	return sites + Table.SIZE + 4 * words.get(sites + Table.COUNT);
}

const CHANGES: readonly (readonly [string, Change])[] = [
	...OFFSETS.flatMap(([title, at]) =>
		ASTRAY.map((to, index): [string, Change] => [`${title} ${index}`, (words) => [[at(words), to(words)]]]),
	),
	...NUMBERS.flatMap(([title, at, ...values]) =>
		values.map((value, index): [string, Change] => [`${title} ${index}`, (words) => [[at(words), value(words)]]]),
	),
	...TOGETHER,
];

describe.each(ENGINES)("programs on %s", (engine) => {
	const host = new ProgramHost(engine);

	it("run if nothing in them is changed", () => {
		expect(host.set(PROGRAM)).toBe(Status.OK);
	});

	it("are refused with a wrong checksum, and between words", () => {
		for (let bit = 0; bit < 128; ++bit) expect(host.setWrongly(PROGRAM, bit)).toBe(-Status.INVALID_PROGRAM);
		for (const shift of [1, 2, 3]) expect(host.set(PROGRAM, shift)).toBe(-Status.INVALID_PROGRAM);
	});

	it("may have entries of no origin", () => {
		const words = new Words();
		words.set(words.entry(Entry.ORIGIN), 0);
		expect(host.set(words.octets)).toBe(Status.OK);
	});

	it("are refused with one word that leads nowhere, whichever it is", () => {
		for (const [title, change] of CHANGES) {
			const words = new Words();
			const changes = change(words);
			expect(changes.filter(([at, value]) => words.get(at) !== value).length, title).toBeGreaterThan(0);
			for (const [at, value] of changes) words.set(at, value);
			const statuses = [host.set(words.octets), host.key()];
			expect([title, ...statuses]).toEqual([title, -Status.INVALID_PROGRAM, -Status.INVALID_PROGRAM]);
		}
	});
});
