/** Suite `crawl`: the forms of profiles, from octets to octets and from string to string. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CrawlNormalizer, createNormalizer, type ProfileId, readList } from "../../src/crawl/index";
import { CRAWL_POLICY } from "../../src/crawl/schema/policy";
import { LineFeed } from "../../src/lines/lines";
import type { LineForm } from "../../src/rules/rules";
import type { Corpus } from "../lists/corpus";
import { alternate, rowsOf, type Task } from "../measure/measure";
import { Ada } from "../peers/ada";
import { type Peer, peerTask, URL_HREF } from "../peers/peers";
import { ENGINES } from "./bulk";
import type { Suite } from "./suite";

/** Rules of the made-up list. */
const RULES = 800;
/** Aliases or rewrites of the most frequent hosts of a list. */
const HOSTS = 1000;
/** Slow peers process one line in this many. */
const SLOW_SHARE = 20;

type Method = "normalizeLines" | "keyLines" | "bothLines";

export const crawl: Suite = {
	title: "Profiles",
	unit: "ns per reference",
	against: "new URL().href",
	onEveryNode: false,
	async measure({ root, lists, peers, rounds }) {
		const ada = Ada.build(root);
		const rows = [];
		for (const [condition, corpus] of lists) {
			const tasks = [
				peerTask(corpus, URL_HREF),
				...(ada === undefined ? [] : [ada.task(corpus)]),
				...ENGINES.flatMap((engine) => [
					linesTask(`whatwg@1 lines, ${engine}`, corpus, createNormalizer({ profile: "whatwg@1", engine }), "fetch"),
					linesTask(`crawl@1 keys, ${engine}`, corpus, createNormalizer({ profile: "crawl@1", engine }), "key"),
				]),
				linesTask(`crawl@1 keys, and a list of ${RULES} rules`, corpus, withRules(), "key"),
				...(existsSync(clearUrlsIn(root))
					? [linesTask("crawl@1 keys, and the list of ClearURLs", corpus, withClearUrls(root), "key")]
					: []),
				linesTask(`crawl@1 keys, and ${HOSTS} aliases`, corpus, withAliases(corpus), "key"),
				linesTask(`crawl@1 keys, and ${HOSTS} rewrites`, corpus, withRewrites(corpus), "key"),
				linesTask("share@1 fetch forms", corpus, createNormalizer({ profile: "share@1" }), "fetch"),
				linesTask("crawl@1 both forms", corpus, createNormalizer({ profile: "crawl@1" }), "both"),
				arrayTask("whatwg@1", corpus, "normalizeLines"),
				arrayTask("crawl@1", corpus, "keyLines"),
				arrayTask("crawl@1", corpus, "bothLines"),
				stringsTask("whatwg@1, a string", corpus, createNormalizer({ profile: "whatwg@1" })),
				...peers.filter(isCanonicalizer).map((peer) => peerTask(sampleOf(corpus), peer)),
			];
			rows.push(...rowsOf(condition, await alternate(tasks, rounds)));
		}
		return rows;
	},
};

/** Whether a peer computes something that could serve as a key. */
function isCanonicalizer({ name }: Peer): boolean {
	return name === "normalize-url" || name.startsWith("Crawlee");
}

function sampleOf(corpus: Corpus): Corpus {
	return { ...corpus, lines: corpus.lines.filter((_, index) => index % SLOW_SHARE === 0) };
}

/** The list that ClearURLs ships, beside the repository. */
export function clearUrlsIn(root: string): string {
	return join(root, "..", "shared", "data", "lists", "clearurls-data.min.json");
}

function withClearUrls(root: string): CrawlNormalizer {
	const list = readList("clearurls", readFileSync(clearUrlsIn(root)), { name: "clearurls" });
	return createNormalizer({ policy: { base: "crawl@1", key: { query: { lists: list.name } } }, lists: [list] });
}

/** `crawl@1` with an alias for each of the most frequent hosts. */
function withAliases(corpus: Corpus): CrawlNormalizer {
	const hostAlias = Object.fromEntries(frequentHosts(corpus).map((host, index) => [host, `new${index}.example`]));
	return createNormalizer({ policy: { base: "crawl@1", key: { hostAlias } } });
}

/** `crawl@1` with a rewrite that moves each of them. */
function withRewrites(corpus: Corpus): CrawlNormalizer {
	const rewrite = frequentHosts(corpus).map((host, index) => ({
		from: `https://${host}/*`,
		to: `https://new${index}.example/*`,
	}));
	return createNormalizer({ policy: { base: "crawl@1", rewrite } });
}

function frequentHosts({ lines }: Corpus): string[] {
	const counts = new Map<string, number>();
	for (const line of lines) {
		const host = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]+)\//.exec(line)?.[1];
		if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1);
	}
	return [...counts]
		.sort((a, b) => b[1] - a[1])
		.map(([host]) => host)
		.slice(0, HOSTS);
}

/** `crawl@1` plus a filter list of made-up names. Half of its rules apply to one host only; one in forty is a regular expression. */
function withRules(): CrawlNormalizer {
	const list = readList("removeparam", new TextEncoder().encode(madeUpRules().join("\n")), { name: "made-up" });
	if (list.rules !== RULES) throw new Error(`${list.rules} of ${RULES} rules were taken.`);
	const { query, ...key } = CRAWL_POLICY.key ?? {};
	const policy = { ...CRAWL_POLICY, key: { ...key, query: { ...query, lists: ["tracking@1", list.name] } } };
	return createNormalizer({ policy, lists: [list] });
}

function madeUpRules(): string[] {
	return Array.from({ length: RULES }, (_, index) => {
		const name = `${"abcdefghijklmnopqrstuvwxyz"[index % 26]}${index.toString(36)}_id`;
		if (index % 4 === 0) return `||host${index}.example^$removeparam=${name}`;
		if (index % 4 === 1) return `$removeparam=${name},domain=host${index}.example`;
		return index % 40 === 2 ? `$removeparam=/^${name}_[0-9]+=/` : `$removeparam=${name}`;
	});
}

/** Streams the list through a LineFeed and reads the output in place, without a copy: as the suite `bulk`. */
function linesTask(name: string, { lines, octets }: Corpus, { rules }: CrawlNormalizer, form: LineForm): Task {
	return {
		name: `urlsieve ${name}`,
		count: lines.length,
		run() {
			let written = 0;
			const workspace = rules.workspace();
			const feed = new LineFeed(workspace, rules.lines(form), ({ outputEnd }) => {
				written += outputEnd - workspace.output;
			});
			feed.push(octets);
			feed.end();
			return written;
		},
	};
}

/** One array in, one array out. Unlike `linesTask`, this copies the output. */
function arrayTask(profile: ProfileId, { lines, octets }: Corpus, method: Method): Task {
	const normalizer = createNormalizer({ profile });
	return { name: `urlsieve ${profile} ${method}`, count: lines.length, run: () => normalizer[method](octets).count };
}

function stringsTask(name: string, { lines }: Corpus, normalizer: CrawlNormalizer): Task {
	return {
		name: `urlsieve ${name}`,
		count: lines.length,
		run() {
			let units = 0;
			for (const line of lines) {
				const url = normalizer.tryNormalize(line);
				if (typeof url === "string") units += url.length;
			}
			return units;
		},
	};
}
