/**
 * Suite `hostile`: inputs that try to make a normalizer slow, compared with the list. Time must stay linear: an attacker can
 * repeat the most expensive octet a million times.
 */
import { existsSync, readFileSync } from "node:fs";
import {
	type CrawlOptions,
	createNormalizer as createCrawlNormalizer,
	type ListUse,
	type ParameterList,
	type Policy,
	type Rewrite,
	readList,
} from "../../src/crawl/index";
import type { Engine } from "../../src/engine/kernel";
import { createNormalizer } from "../../src/index";
import { type Corpus, corpusOf } from "../lists/corpus";
import { random, SEED } from "../lists/random.mjs";
import { alternate, type Task } from "../measure/measure";
import type { Row } from "../measure/results";
import { peerTask, URL_HREF } from "../peers/peers";
import { ENGINES } from "./bulk";
import { clearUrlsIn } from "./crawl";
import type { Suite } from "./suite";

const MAX_ROUNDS = 7;
/** Rounds of lists, and of rewrites. */
const RULE_ROUNDS = 8;
/** What a rewrite makes is shorter than 64 KiB. */
const REWRITTEN = 60_000;

/** A list and rewrites for which the rows of rounds are made: each round removes the last parameter, or moves a prefix on. */
function rounds(): { readonly list: ParameterList; readonly rewrite: readonly Rewrite[] } {
	const numbers = Array.from({ length: RULE_ROUNDS }, (_, index) => index);
	const filters = numbers.map((round) => `/[?&]r${round}$/$removeparam=r${round}`).join("\n");
	const list = readList("removeparam", new TextEncoder().encode(filters), { name: "rounds" });
	return { list, rewrite: numbers.map((round) => ({ from: `/r${round}/*`, to: `/r${round + 1}/*` })) };
}

/** Policies by name: only these rounds, by which real lines cost next to nothing, and these with the list of ClearURLs if it is there. */
function withRounds(root: string): readonly (readonly [name: string, options: CrawlOptions])[] {
	const { list, rewrite } = rounds();
	const policyOf = (...lists: readonly (string | ListUse)[]): Policy => ({ base: "crawl@1", key: { query: { lists } }, rewrite });
	const alone = ["keys by rounds", { policy: policyOf("rounds"), lists: [list] }] as const;
	const file = clearUrlsIn(root);
	if (!existsSync(file)) return [alone];
	const clearUrls = readList("clearurls", readFileSync(file), { name: "clearurls" });
	const policy = policyOf({ name: "clearurls", raw: true, redirections: true }, "rounds");
	return [alone, ["keys by ClearURLs and rounds", { policy, lists: [clearUrls, list] }]];
}

/** Hostile references by name, each of about `size` pieces. */
function hostileLines(size: number): Map<string, string | readonly string[]> {
	const count = size.toLocaleString("en-US");
	const parameters = `${(size / 10).toLocaleString("en-US")} parameters`;
	const queryOf = (name: (index: number) => string) =>
		`http://h.example/?${Array.from({ length: size / 10 }, (_, index) => `${name(index)}=${index}`).join("&")}`;
	// The first is the last to go.
	const taken = Array.from({ length: RULE_ROUNDS }, (_, round) => `&r${RULE_ROUNDS - 1 - round}`).join("");
	const moved = (segment: string, end = "") =>
		Array.from(
			{ length: Math.ceil(size / REWRITTEN) },
			() => `http://h.example/r0/${segment.repeat(REWRITTEN / segment.length)}${end}`,
		);
	const next = random(SEED);
	const letters = () => Array.from({ length: 3 }, () => "abcdefghijklmnopqrstuvwxyz"[next(26)]).join("");
	return new Map<string, string | readonly string[]>([
		[`${count} times ../`, `http://h.example/${"../".repeat(size)}`],
		[`${count} times %2e`, `http://h.example/${"%2e".repeat(size)}`],
		[`${count} times a/../`, `http://h.example/${"a/../".repeat(size)}`],
		[parameters, queryOf((index) => `p${index}`)],
		[`${parameters} in any order`, queryOf(() => `p${next(size)}`)],
		[`${parameters} of three letters`, queryOf(letters)],
		[`a host of ${count} octets`, `http://${"A".repeat(size)}/`],
		[`${count} times %`, `http://h.example/${"%".repeat(size)}`],
		[`${parameters} in 8 rounds of lists`, `${queryOf((index) => `p${index}`)}${taken}`],
		["paths of 60,000 octets in 8 rounds of rewrites", moved("a/")],
		["the same with triplets", moved("%41/")],
		["the same with 8 rounds of lists", moved("a/", `?a${taken}`)],
	]);
}

/** The forms of profiles, by name. */
const PROFILES = [
	["whatwg@1", (input: Corpus) => formTask(input, { profile: "whatwg@1" }, "normalizeLines")],
	["crawl@1 keys", (input: Corpus) => formTask(input, { profile: "crawl@1" }, "keyLines")],
] as const;

export const hostile: Suite = {
	title: "Hostile input",
	unit: "ns per octet",
	against: "one octet of the list (higher is slower)",
	onEveryNode: false,
	async measure({ root, lists, rounds, isQuick }) {
		const list = lists.get("as it is") as Corpus;
		const lines = hostileLines(isQuick ? 100_000 : 1_000_000);
		const inputs = [list, ...[...lines].map(([name, line]) => corpusOf(name, [line].flat()))];
		const rows: Row[] = [];
		const makers = ENGINES.map((engine) => [`urlsieve, ${engine}`, (input: Corpus) => linesTask(input, engine)] as const);
		const byRounds = withRounds(root).map(
			([name, options]) => [name, (input: Corpus) => formTask(input, options, "keyLines")] as const,
		);
		for (const [name, make] of [...makers, ...PROFILES, ...byRounds, [URL_HREF.name, hrefTask] as const]) {
			const tasks = inputs.map(make);
			const timings = await alternate(tasks, Math.min(rounds, MAX_ROUNDS));
			const listed = timings[0]?.median as number;
			for (const { task, best, median } of timings) {
				rows.push({ input: task.name, node: process.version, name, best, median, ratio: median / listed });
			}
		}
		return rows;
	},
};

function linesTask({ name, octets }: Corpus, engine: Engine): Task {
	const normalizer = createNormalizer({ engine });
	return { name, count: octets.length, run: () => normalizer.normalizeLines(octets).lines.length };
}

function formTask({ name, octets }: Corpus, options: CrawlOptions, method: "normalizeLines" | "keyLines"): Task {
	const normalizer = createCrawlNormalizer(options);
	return { name, count: octets.length, run: () => normalizer[method](octets).lines.length };
}

function hrefTask(input: Corpus): Task {
	return { ...peerTask(input, URL_HREF), name: input.name, count: input.octets.length };
}
