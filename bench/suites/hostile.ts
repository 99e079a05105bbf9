/**
 * Suite `hostile`: inputs that try to make a normalizer slow, compared with the list. Time must stay linear: an attacker can
 * repeat the most expensive octet a million times.
 */
import { createNormalizer as createCrawlNormalizer, type ProfileId } from "../../src/crawl/index";
import type { Engine } from "../../src/engine/kernel";
import { createNormalizer } from "../../src/index";
import { type Corpus, corpusOf } from "../lists/corpus";
import { random, SEED } from "../lists/random.mjs";
import { alternate, type Task } from "../measure/measure";
import type { Row } from "../measure/results";
import { peerTask, URL_HREF } from "../peers/peers";
import { ENGINES } from "./bulk";
import type { Suite } from "./suite";

const MAX_ROUNDS = 7;

/** Hostile references by name, each of about `size` pieces. */
function hostileLines(size: number): Map<string, string> {
	const count = size.toLocaleString("en-US");
	const parameters = `${(size / 10).toLocaleString("en-US")} parameters`;
	const queryOf = (name: (index: number) => string) =>
		`http://h.example/?${Array.from({ length: size / 10 }, (_, index) => `${name(index)}=${index}`).join("&")}`;
	const next = random(SEED);
	const letters = () => Array.from({ length: 3 }, () => "abcdefghijklmnopqrstuvwxyz"[next(26)]).join("");
	return new Map([
		[`${count} times ../`, `http://h.example/${"../".repeat(size)}`],
		[`${count} times %2e`, `http://h.example/${"%2e".repeat(size)}`],
		[`${count} times a/../`, `http://h.example/${"a/../".repeat(size)}`],
		[parameters, queryOf((index) => `p${index}`)],
		[`${parameters} in any order`, queryOf(() => `p${next(size)}`)],
		[`${parameters} of three letters`, queryOf(letters)],
		[`a host of ${count} octets`, `http://${"A".repeat(size)}/`],
		[`${count} times %`, `http://h.example/${"%".repeat(size)}`],
	]);
}

/** The forms of profiles, by name. */
const PROFILES = [
	["whatwg@1", (input: Corpus) => formTask(input, "whatwg@1", "normalizeLines")],
	["crawl@1 keys", (input: Corpus) => formTask(input, "crawl@1", "keyLines")],
] as const;

export const hostile: Suite = {
	title: "Hostile input",
	unit: "ns per octet",
	against: "one octet of the list (higher is slower)",
	onEveryNode: false,
	async measure({ lists, rounds, isQuick }) {
		const list = lists.get("as it is") as Corpus;
		const lines = hostileLines(isQuick ? 100_000 : 1_000_000);
		const inputs = [list, ...[...lines].map(([name, line]) => corpusOf(name, [line]))];
		const rows: Row[] = [];
		const makers = ENGINES.map((engine) => [`urlsieve, ${engine}`, (input: Corpus) => linesTask(input, engine)] as const);
		for (const [name, make] of [...makers, ...PROFILES, [URL_HREF.name, hrefTask] as const]) {
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

function formTask({ name, octets }: Corpus, profile: ProfileId, method: "normalizeLines" | "keyLines"): Task {
	const normalizer = createCrawlNormalizer({ profile });
	return { name, count: octets.length, run: () => normalizer[method](octets).lines.length };
}

function hrefTask(input: Corpus): Task {
	return { ...peerTask(input, URL_HREF), name: input.name, count: input.octets.length };
}
