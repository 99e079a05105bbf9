/** Figures of what was learned from a generated web: merges by truth, and rules that must or must never be there. */
import { createNormalizer } from "urlsieve/crawl";
import type { Learned } from "urlsieve/learn";
import type { LearnWeb, WebRow, WebSite } from "./learn-web";

export interface Figures {
	/** The share of merges that the truth confirms, and of true merges that are made, on fresh rows. */
	readonly precision: number;
	readonly recall: number;
	/** Rules that hold and could be seen: how many of them act. */
	readonly must: number;
	readonly mustOf: number;
	/** Rules that are contradicted and act nevertheless. */
	readonly never: number;
	readonly neverOf: number;
	readonly wrong: readonly string[];
}

const CRAWL = createNormalizer({ profile: "crawl@1" });

/** Merges beyond those of `crawl@1`. */
export function merges({ policy, list }: Learned, rows: readonly WebRow[]): { precision: number; recall: number; made: number } {
	const crawler = createNormalizer({ policy, lists: [list] });
	const urls = rows.map(({ url }) => url);
	const base = CRAWL.keyAll(urls);
	const keys = crawler.keyAll(urls);
	const pages = new Map<unknown, readonly [key: unknown, page: string]>();
	for (const [row, { page }] of rows.entries()) pages.set(base[row], [keys[row], page]);
	const byKey = new Map<unknown, Set<string>>();
	const byPage = new Map<string, Set<unknown>>();
	for (const [key, page] of pages.values()) {
		byKey.set(key, (byKey.get(key) ?? new Set()).add(page));
		byPage.set(page, (byPage.get(page) ?? new Set()).add(key));
	}
	const sum = (sets: Iterable<Set<unknown>>) => [...sets].reduce((total, { size }) => total + size, 0);
	const made = pages.size - byKey.size;
	// A group of n keys and p pages has n - p true merges of its n - 1.
	const trueMerges = pages.size - sum(byKey.values());
	const possible = pages.size - byPage.size;
	const achieved = pages.size - sum(byPage.values());
	return { precision: made > 0 ? trueMerges / made : 1, recall: possible > 0 ? achieved / possible : 1, made };
}

/** The number of merges that would be true: different keys of `crawl@1`, less different pages. */
function trueMerges(rows: readonly WebRow[]): number {
	return new Set(CRAWL.keyAll(rows.map(({ url }) => url))).size - new Set(rows.map(({ page }) => page)).size;
}

/** The recall if every rule of a site with a usable digest were found. On the other sites, only rules of other sites act. */
export function recallLimit(web: LearnWeb, learned: Learned, rows: readonly WebRow[]): number {
	const isOfUse = ({ kind, text }: WebSite) => kind !== "stamped" && text !== "unstable" && text !== "blind";
	const silent = rows.filter(({ site }) => !isOfUse(web.sites[site] as WebSite));
	const missed = trueMerges(silent) * (1 - merges(learned, silent).recall);
	return 1 - missed / Math.max(1, trueMerges(rows));
}

/** A URL of a site with a rule's variant, and without it. */
function variantsOf(rule: string, host: string): [string, string] {
	const https = `https://${host}`;
	if (rule === "scheme") return [`http://${host}/zz`, `${https}/zz`];
	if (rule === "www") return [`https://www.${host}/zz`, `${https}/zz`];
	if (rule === "slashes") return [`${https}/a//zz`, `${https}/a/zz`];
	if (rule === "trailingSlash") return [`${https}/zz/`, `${https}/zz`];
	if (rule === "emptyValue") return [`${https}/zz?opt=`, `${https}/zz?opt`];
	if (rule.startsWith("index:")) return [`${https}/zz/${rule.slice(6)}`, `${https}/zz/`];
	if (rule === "bundle") return [`${https}/zz?src=1&med=2`, `${https}/zz`];
	if (rule === "pathCase") return [`${https}/Zz`, `${https}/zz`];
	if (rule === "pathParam:v") return [`${https}/zz;v=1`, `${https}/zz`];
	if (rule === "value:start=0") return [`${https}/zz?start=0`, `${https}/zz`];
	if (rule === "hostLabel:m") return [`https://m.${host}/zz`, `${https}/zz`];
	return [`${https}/zz?${rule}=1`, `${https}/zz`];
}

/** Whether a URL has a rule's variant, and which. */
function variantOf(rule: string, url: string): string {
	const { protocol, hostname, pathname, searchParams, search } = new URL(url);
	if (rule === "scheme") return protocol;
	if (rule === "www") return String(hostname.startsWith("www."));
	if (rule === "slashes") return String(pathname.includes("//"));
	if (rule === "trailingSlash") return String(pathname.endsWith("/"));
	if (rule === "emptyValue") return String(search.includes("opt="));
	if (rule.startsWith("index:")) return String(pathname.endsWith(rule.slice(6)));
	if (rule === "bundle") return `${searchParams.get("src")} ${searchParams.get("med")}`;
	if (rule === "pathCase") return String(/[A-Z]/.test(pathname));
	if (rule === "pathParam:v") return String(pathname.includes(";"));
	if (rule === "value:start=0") return String(search.includes("start=0"));
	if (rule === "hostLabel:m") return String(hostname.startsWith("m."));
	return String(searchParams.get(rule));
}

/** Whether a part of a page's identity is there because a rule matters. */
function isOfRule(rule: string, part: string): boolean {
	const words: { readonly [rule: string]: string } = { scheme: "http", www: "www", trailingSlash: "slash" };
	return part === words[rule] || part.startsWith(`${rule}=`) || rule === `index:${part}`;
}

/** Numbers of pages of each site that a crawl has seen in two variants of a rule, and of those whose variants were contrary. */
function seen(web: LearnWeb, rows: readonly WebRow[]): { same: Map<string, number>; contrary: Map<string, number> } {
	const same = new Map<string, number>();
	const contrary = new Map<string, number>();
	const variants = new Map<string, string>();
	for (const { site, url, page } of rows) {
		const { rules = new Map() } = web.sites[site] ?? {};
		const [host = "", number = ""] = page.split("|");
		for (const [rule, truth] of rules) {
			// A rule that matters has only pages that differ by nothing else as contrary ones.
			const others =
				truth === "same"
					? ""
					: page
							.split("|")
							.filter((part) => !isOfRule(rule, part))
							.join("|");
			const id = `${host}|${number}|${rule}|${others}`;
			const variant = truth === "same" ? variantOf(rule, url) : page;
			const known = variants.get(id);
			if (known === undefined) variants.set(id, variant);
			else if (known !== variant && known !== "") {
				variants.set(id, "");
				const counts = truth === "same" ? same : contrary;
				counts.set(`${site} ${rule}`, (counts.get(`${site} ${rule}`) ?? 0) + 1);
			}
		}
	}
	return { same, contrary };
}

/** Sites whose pages say what they are. */
function isJudged({ kind, text }: WebSite): boolean {
	return kind === "plain" && text !== "unstable" && text !== "blind";
}

/** The figures of what was learned from `rows`, on fresh rows of the same web. */
export function figuresOf(web: LearnWeb, rows: readonly WebRow[], learned: Learned, fresh: readonly WebRow[]): Figures {
	const { policy, list } = learned;
	const crawler = createNormalizer({ policy, lists: [list] });
	const { same, contrary } = seen(web, rows);
	const counts = { must: 0, mustOf: 0, never: 0, neverOf: 0 };
	const wrong: string[] = [];
	for (const [index, site] of web.sites.entries()) {
		if (!isJudged(site)) continue;
		for (const [rule, truth] of site.rules) {
			const [a, b] = variantsOf(rule, site.host);
			const acts = crawler.equivalent(a, b);
			if (truth === "same" && (same.get(`${index} ${rule}`) ?? 0) >= 20) {
				++counts.mustOf;
				if (acts) ++counts.must;
				else wrong.push(`missing ${rule} at ${site.host}: ${same.get(`${index} ${rule}`)}`);
			}
			if (truth !== "differs" || (contrary.get(`${index} ${rule}`) ?? 0) < 10) continue;
			++counts.neverOf;
			if (acts) ++counts.never;
			if (acts) wrong.push(`false ${rule} at ${site.host}: ${contrary.get(`${index} ${rule}`)}`);
		}
	}
	return { ...merges(learned, fresh), ...counts, wrong };
}
