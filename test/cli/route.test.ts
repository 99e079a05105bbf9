/** Which way `urlsieve dedupe` takes, and the table of it in docs/guide/deduplicate.md. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type RouteFacts, RULES, routeOf } from "../../src/dedupe/route";
import { SHORT } from "../dedupe/route-facts";

const WAYS = { memory: "with a set in memory", passes: "in passes", stream: "as a stream" } as const;

const MIB = 2 ** 20;

const LONG = { size: 64 * MIB, text: 64 * MIB };
/** Its set might take more than the limit. */
const HUGE = { size: 4096 * MIB, text: 4096 * MIB };
const PIPE = { isPlain: false, isFileToFile: false, size: 0, text: 0 };
const COMPRESSED = { isPlain: false, size: 1024 * MIB, text: 5 * 1024 * MIB };

it("has the rules of the guide, in its order", () => {
	const guide = readFileSync("docs/guide/deduplicate.md", "utf8");
	const [, table = ""] = /\n\| a run with \| goes \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(guide) ?? [];
	const rows = RULES.map(([when, , route]) => `| ${when} | ${WAYS[route]} |\n`);
	expect(table).toBe(rows.join(""));
});

it.each<[string, Partial<RouteFacts>, number]>([
	["a pipe with --memory", { ...PIPE, isBounded: true }, 0],
	["a compressed list with --memory", { ...COMPRESSED, isBounded: true }, 0],
	["a pipe with less than 64M", { ...PIPE, isBounded: true, limit: 63 * MIB }, 1],
	["a pipe with --memory and --seen", { ...PIPE, isBounded: true, isSeen: true }, 1],
	["a pipe with --memory and --audit", { ...PIPE, isBounded: true, isLogged: true }, 1],
	["a pipe with --memory and --keep", { ...PIPE, isBounded: true, isByClass: true }, 1],
	["a table from a pipe with --memory", { ...PIPE, isBounded: true, isTable: true }, 1],
	["a short list with --memory", { isBounded: true }, 1],
	["--memory without space on the disk", { isBounded: true, hasRoom: false }, 1],
	["--memory under --invalid fail", { isBounded: true, mayFail: true }, 1],
	["a pipe with --seen", { ...PIPE, isSeen: true }, 5],
	["a compressed list with --seen", { ...COMPRESSED, isSeen: true }, 8],
	["a huge list with --seen", { ...HUGE, isSeen: true }, 8],
	["a long list with --seen", { ...LONG, isSeen: true }, 9],
	["a long table with --seen", { ...LONG, isSeen: true, isTable: true }, 10],
	["a huge list with --audit", { ...HUGE, isLogged: true }, 2],
	["a huge list with --default-scheme", { ...HUGE, isCompleted: true }, 3],
	["a huge list under --invalid fail", { ...HUGE, mayFail: true }, 4],
	["a pipe", PIPE, 5],
	["a huge list without space on the disk", { ...HUGE, hasRoom: false }, 6],
	["a compressed list", COMPRESSED, 7],
	["a compressed list with --keep", { ...COMPRESSED, isByClass: true }, 8],
	["a compressed list and little memory", { ...COMPRESSED, limit: 63 * MIB }, 8],
	["a compressed table", { ...COMPRESSED, isTable: true }, 8],
	["a huge list", HUGE, 8],
	["a huge list with --count", { ...HUGE, isByClass: true }, 8],
	["a long list", LONG, 9],
	["a long list with --keep", { ...LONG, isByClass: true }, 10],
	["a long table", { ...LONG, isTable: true }, 10],
	["a short compressed list", { isPlain: false, text: 5 * MIB }, 10],
	["a short list", {}, 10],
])("sends %s by the right rule", (_, facts, rule) => {
	const all = { ...SHORT, ...facts };
	expect(RULES.findIndex(([, holds]) => holds(all))).toBe(rule);
	expect(routeOf(all)).toBe(RULES[rule]?.[2]);
});
