/**
 * Programs whose tables of aliases, globs, values, layers and rewrites have one word that leads nowhere: each is refused, by every engine.
 * All other tables: refused-programs.test.ts.
 */
import { type Policy, readList } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { Status } from "../../assembly/layout/status";
import { Table } from "../../assembly/policy/hash";
import { KeyRule } from "../../assembly/policy/key-rules";
import { Alias, Glob, Layer, More, MoreConfig, MoreEntry } from "../../assembly/policy/more";
import { Group, Header, Role } from "../../assembly/policy/program";
import { Part, Rewrite, RewriteFlag, RewriteList } from "../../assembly/policy/rewrite/layout";
import { Instruction, Operation } from "../../assembly/policy/rewrite/pattern";
import { programOf } from "../seams/kernels";
import { ENGINES } from "../support/engines";
import { ProgramHost } from "../support/program-host";
import { ProgramWords } from "./program-words";

/** A policy whose program has each of these tables. */
const POLICY: Policy = {
	base: "whatwg",
	key: {
		hostLabels: ["m"],
		hostAlias: { "old.b": "a.b" },
		index: ["i*.html"],
		pathParams: ["sid"],
		query: {
			remove: [
				{ name: "a", values: ["x", "y"] },
				{ name: "b", paths: ["/x*"], exceptPaths: ["/y*"] },
			],
			lists: [{ name: "clear", raw: true, redirections: true }],
		},
	},
	fetch: { query: { remove: ["f"] } },
	rewrite: [
		{ from: "https://r.a:8080/p/:id{-:tail}?", to: "https://s.a/q/:id?k=:tail" },
		{ from: "https://:sub.g.a/p", to: "/:sub" },
		{ from: "/first/:x", to: "/second/:x" },
		{ from: "/third/:x", to: "/fourth/:x" },
		{ from: "/:any/last", to: "/:any/l" },
		{ from: "/u/go", unwrap: { query: "url" } },
		{ from: "/w/*", unwrap: { path: "*" } },
	],
	sites: [{ hosts: ["h"], paths: ["/l*"], exceptPaths: ["/m*"], key: { query: { emptyValue: "fold", remove: ["c"] } } }],
};
const CLEAR = {
	providers: {
		p: { urlPattern: ".*", exceptions: ["keep"], rawRules: ["\\/ref=[^/?]*"], redirections: ["\\?u=([^&]*)"], rules: ["r"] },
	},
};
const LISTS = [readList("clearurls", new TextEncoder().encode(JSON.stringify(CLEAR)), { name: "clear" })];
const PROGRAM = programOf({ policy: POLICY, lists: LISTS });

/** The words of the program, and where its records are. */
class Words extends ProgramWords {
	constructor() {
		super(PROGRAM);
	}

	get conditions(): number {
		return this.get(Header.CONDITION_COUNT);
	}

	get slots(): number {
		return this.get(More.MATCH_SLOTS);
	}

	get rewrites(): number {
		return this.get(More.REWRITE_COUNT);
	}

	alias(field: Alias): number {
		return this.get(More.ALIAS_ROWS) + field;
	}

	config(field: MoreConfig): number {
		return (
			this.find(this.get(More.CONFIGS), this.get(Header.CONFIG_COUNT), MoreConfig.SIZE, (at) => this.get(at + field) > 0) + field
		);
	}

	/** The field with the offset of layers, of the configuration that has some. */
	get layers(): number {
		return this.config(MoreConfig.LAYER_COUNT) - MoreConfig.LAYER_COUNT + MoreConfig.LAYERS;
	}

	layer(field: Layer): number {
		return this.get(this.layers) + field;
	}

	entry(field: MoreEntry): number {
		return (
			this.find(this.get(More.ENTRIES), this.get(Header.ENTRY_COUNT), MoreEntry.SIZE, (at) => this.get(at + field) > 0) + field
		);
	}

	/** The first of the globs at the offset in a field. */
	glob(at: number, field: Glob): number {
		return this.get(at) + 4 + field;
	}

	/** The rows of the hash table whose offset is in a field. Rows follow the buckets. */
	rows(at: number): number {
		const table = this.get(at);
		return table + Table.SIZE + 4 * this.get(table + Table.COUNT);
	}

	list(field: RewriteList): number {
		return this.present(More.REWRITE_LISTS, More.REWRITE_LIST_COUNT, RewriteList.SIZE, field);
	}

	/** The field with the offset of other rewrites, of the list that has some. */
	get others(): number {
		return this.list(RewriteList.OTHER_COUNT) - RewriteList.OTHER_COUNT + RewriteList.OTHERS;
	}

	/** A field of the first rewrite with one of these flags, or of any. */
	rewrite(field: Rewrite, flags = -1): number {
		const holds = (at: number) => (flags < 0 || (this.get(at) & flags) !== 0) && (flags >= 0 || this.get(at + field) > 0);
		return this.find(this.get(More.REWRITES), this.rewrites, Rewrite.SIZE, holds) + field;
	}

	/** A field of the first part of a rewrite with a group, or with a text. */
	part(field: Part, hasGroup: boolean): number {
		const parts = this.get(this.rewrite(Rewrite.NEW_PATH));
		return this.find(parts + 4, this.get(parts), Part.SIZE, (at) => this.get(at) > 0 === hasGroup) + field;
	}

	/** A field of the first instruction with an operation, in the patterns of paths. */
	instruction(operation: Operation, field: Instruction): number {
		for (let index = 0; index < this.rewrites; ++index) {
			const pattern = this.get(this.get(More.REWRITES) + index * Rewrite.SIZE + Rewrite.PATH);
			for (let number = 0; number < this.get(pattern); ++number) {
				const at = pattern + 4 + number * Instruction.SIZE;
				if (this.get(at) === operation) return at + field;
			}
		}
		throw new RangeError("The program has no such instruction.");
	}

	/** The operation that ends the pattern at the offset in a field. */
	last(at: number): number {
		const pattern = this.get(at);
		return pattern + 4 + (this.get(pattern) - 1) * Instruction.SIZE;
	}
}

type Place = (words: Words) => number;

/** Offsets that lead before the program and beyond its end. */
const ASTRAY: readonly Place[] = [() => -4, (words) => words.length, () => 0x7ffffffc];

const OFFSETS: readonly (readonly [string, Place])[] = [
	["labels of hosts", () => More.HOST_LABELS],
	["aliases", () => More.ALIASES],
	["rows of aliases", () => More.ALIAS_ROWS],
	["the host of an alias", (words) => words.alias(Alias.TARGET)],
	["what configurations have more", () => More.CONFIGS],
	["globs of index files", (words) => words.config(MoreConfig.INDEX)],
	["the parts of a glob", (words) => words.glob(words.config(MoreConfig.INDEX), Glob.PARTS)],
	["the parts of a glob in lower case", (words) => words.glob(words.config(MoreConfig.INDEX), Glob.LOWER_PARTS)],
	["groups of the path", (words) => words.config(MoreConfig.PATH_GROUPS)],
	["layers", (words) => words.layers],
	["the paths of a layer", (words) => words.layer(Layer.PATHS)],
	["the excepted paths of a layer", (words) => words.layer(Layer.EXCEPT_PATHS)],
	["the groups of a layer", (words) => words.layer(Layer.GROUPS)],
	["what entries have more", () => More.ENTRIES],
	["the paths of an entry", (words) => words.entry(MoreEntry.PATHS)],
	["the excepted paths of an entry", (words) => words.entry(MoreEntry.EXCEPT_PATHS)],
	["the values of an entry", (words) => words.entry(MoreEntry.VALUES)],
	["a value", (words) => words.rows(words.entry(MoreEntry.VALUES))],
	["groups of the URL to fetch", () => More.FETCH_GROUPS],
	["rewrites", () => More.REWRITES],
	["lists of rewrites", () => More.REWRITE_LISTS],
	["hosts of rewrites", () => More.REWRITE_HOSTS],
	["rewrites of sites", () => More.REWRITE_SITES],
	["rewrites by the first segment", (words) => words.list(RewriteList.BY_FIRST)],
	["rewrites by the last segment", (words) => words.list(RewriteList.BY_LAST)],
	["other rewrites", (words) => words.others],
	["the port of a rewrite", (words) => words.rewrite(Rewrite.PORT)],
	["the start of the paths of a rewrite", (words) => words.rewrite(Rewrite.START)],
	["the pattern of a host", (words) => words.rewrite(Rewrite.HOST)],
	["the pattern of a path", (words) => words.rewrite(Rewrite.PATH)],
	["the pattern of a path in lower case", (words) => words.rewrite(Rewrite.LOWER_PATH)],
	["the scheme and host that a rewrite writes", (words) => words.rewrite(Rewrite.ORIGIN)],
	["the path that a rewrite writes", (words) => words.rewrite(Rewrite.NEW_PATH)],
	["the query that a rewrite writes", (words) => words.rewrite(Rewrite.QUERY)],
	["the name of the parameter with a URL", (words) => words.rewrite(Rewrite.NAME, RewriteFlag.UNWRAPS_QUERY)],
	["a text that a rewrite writes", (words) => words.part(Part.TEXT, false)],
	["the set of an instruction", (words) => words.instruction(Operation.SET, Instruction.A)],
];

/** Numbers and counts: the place of each, and invalid values. */
const NUMBERS: readonly (readonly [string, Place, ...Place[]])[] = [
	["rules of labels without labels", () => More.HOST_LABELS, () => 0],
	["rules of aliases without aliases", () => More.ALIASES, () => 0],
	["the count of aliases", () => More.ALIAS_COUNT, () => -1, () => 0, (words) => words.length],
	["the length of an alias", (words) => words.alias(Alias.LENGTH), () => 0, () => -1, (words) => words.length],
	["what an alias replaces", (words) => words.alias(Alias.REPLACED), () => -1],
	["the count of globs", (words) => words.get(words.config(MoreConfig.INDEX)), () => -1, (words) => words.length - 1],
	["the count of groups of the path", (words) => words.config(MoreConfig.PATH_GROUP_COUNT), () => -1, () => 65],
	["the count of layers", (words) => words.config(MoreConfig.LAYER_COUNT), () => -1, (words) => words.length - 1],
	[
		"a rule before the path in a layer",
		(words) => words.layer(Layer.MASK),
		(words) => words.get(words.layer(Layer.MASK)) | KeyRule.HOST_ALIAS,
	],
	["a rule on which a layer does not decide", (words) => words.layer(Layer.MASK), () => 0],
	["the count of groups of a layer", (words) => words.layer(Layer.GROUP_COUNT), () => -1, () => 65],
	["a role of a layer", (words) => words.get(words.layer(Layer.GROUPS)) + Group.ROLE, () => Role.COUNT, () => -1],
	["the count of values", (words) => words.rows(words.entry(MoreEntry.VALUES)) - 4, () => -1, (words) => words.length],
	["the length of a value", (words) => words.rows(words.entry(MoreEntry.VALUES)) + 4, () => -1, (words) => words.length],
	["the count of groups of the URL to fetch", () => More.FETCH_GROUP_COUNT, () => -1, () => 65],
	["the count of rewrites", () => More.REWRITE_COUNT, () => -1, () => 1, (words) => words.length],
	["the count of lists of rewrites", () => More.REWRITE_LIST_COUNT, () => -1, () => 0, (words) => words.length],
	["the count of instructions", () => More.MATCH_LENGTH, () => 0, () => -1, () => 8193],
	["the count of slots", () => More.MATCH_SLOTS, () => -1, () => 2, () => 129],
	[
		"the list of rewrites of a site",
		(words) => words.get(More.REWRITE_SITES),
		(words) => words.get(More.REWRITE_LIST_COUNT),
		() => -1,
	],
	["the count of other rewrites", (words) => words.list(RewriteList.OTHER_COUNT), () => -1, (words) => words.rewrites + 1],
	["an other rewrite", (words) => words.get(words.others), (words) => words.rewrites, () => -1],
	[
		"a rewrite by its first segment",
		(words) => words.rows(words.list(RewriteList.BY_FIRST)),
		(words) => words.rewrites,
		() => -1,
	],
	["the length of a port", (words) => words.rewrite(Rewrite.PORT_LENGTH), () => -1, (words) => words.length],
	["the length of a start", (words) => words.rewrite(Rewrite.START_LENGTH), () => -1, (words) => words.length],
	[
		"the length of a name",
		(words) => words.rewrite(Rewrite.NAME_LENGTH, RewriteFlag.UNWRAPS_QUERY),
		() => -1,
		(words) => words.length,
	],
	["the slot of the rest", (words) => words.rewrite(Rewrite.SLOT, RewriteFlag.UNWRAPS_PATH), (words) => words.slots, () => -1],
	["rules of lists without rounds", () => More.FLAGS, () => 0],
	[
		"the condition of a rule",
		(words) => words.rewrite(Rewrite.CONDITION, RewriteFlag.CUTS),
		(words) => words.conditions + 1,
		() => -1,
	],
	[
		"the exception to a rule",
		(words) => words.rewrite(Rewrite.EXCEPTION, RewriteFlag.UNWRAPS_GROUP),
		(words) => words.conditions + 1,
		() => -1,
	],
	["the count of parts", (words) => words.get(words.rewrite(Rewrite.NEW_PATH)), () => -1, (words) => words.length - 1],
	["the group of a part", (words) => words.part(Part.GROUP, true), (words) => (words.slots >> 1) + 1, () => -1],
	["the length of a part", (words) => words.part(Part.LENGTH, false), () => -1, (words) => words.length],
	[
		"the length of a pattern",
		(words) => words.get(words.rewrite(Rewrite.PATH)),
		() => 0,
		() => -1,
		(words) => words.get(More.MATCH_LENGTH) + 1,
	],
	["an operation", (words) => words.instruction(Operation.OCTET, Instruction.OPERATION), () => Operation.COUNT, () => -1],
	["the end of a pattern", (words) => words.last(words.rewrite(Rewrite.PATH)), () => Operation.OCTET, () => Operation.AT_END],
	["the slot of an instruction", (words) => words.instruction(Operation.SAVE, Instruction.A), (words) => words.slots, () => -1],
	["where an instruction goes on", (words) => words.instruction(Operation.SPLIT, Instruction.A), () => 8192, () => -1],
	["where it goes on with less priority", (words) => words.instruction(Operation.SPLIT, Instruction.B), () => 8192, () => -1],
];

const CHANGES: readonly (readonly [title: string, at: Place, value: Place])[] = [
	...OFFSETS.flatMap(([title, at]) => ASTRAY.map((to, index) => [`${title} ${index}`, at, to] as const)),
	...NUMBERS.flatMap(([title, at, ...values]) => values.map((value, index) => [`${title} ${index}`, at, value] as const)),
];

describe.each(ENGINES)("programs with rewrites on %s", (engine) => {
	const host = new ProgramHost(engine);

	it("run if nothing in them is changed", () => {
		expect(host.set(PROGRAM)).toBe(Status.OK);
	});

	it("are refused with one word that leads nowhere, whichever it is", () => {
		for (const [title, at, value] of CHANGES) {
			const words = new Words();
			const [place, wrong] = [at(words), value(words)];
			expect(words.get(place), title).not.toBe(wrong);
			words.set(place, wrong);
			const statuses = [host.set(words.octets), host.key()];
			expect([title, ...statuses]).toEqual([title, -Status.INVALID_PROGRAM, -Status.INVALID_PROGRAM]);
		}
	});
});
