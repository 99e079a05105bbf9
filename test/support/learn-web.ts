/**
 * A generated web: rows of a crawl, and the truth about which URLs are the same page.
 *
 * Sites have rules that hold, rules that are contradicted, and traps: client-rendered shells, searches without result, log-in pages,
 * time stamps. Everything follows from the seed.
 */
import type { TestRow } from "./row-batches";

/** Options of a web. */
export interface WebOptions {
	readonly seed: number;
	readonly hosts?: number | undefined;
	/** Whether the five apps that answer with shells are in one domain, as by default, or each in another. */
	readonly hasAppDomain?: boolean | undefined;
	/** The share of sites whose payloads never repeat. Rows then have a second digest, of the text. */
	readonly dynamic?: number | undefined;
	/** The share of fetches that are repeated. */
	readonly revisits?: number | undefined;
	/** Subdomains of one domain that pretend that `id` makes no difference. */
	readonly hostile?: number | undefined;
	/** Whether sites also have rules of hosts, of paths and of default values. */
	readonly hasMore?: boolean | undefined;
	/** Subdomains of each domain of several sites that answer all URLs with few shells, so that no parameter seems to matter. */
	readonly shells?: number | undefined;
}

/** A row and what it is a fetch of. */
export interface WebRow extends TestRow {
	readonly site: number;
	/** Equal for URLs of the same page. */
	readonly page: string;
}

/** A rule on a site: whether URLs that differ by it are the same page. `unknown`: nobody could know. */
type Truth = "same" | "differs" | "unknown";

/** A site of the web. */
export interface WebSite {
	readonly host: string;
	readonly domain: string;
	readonly rules: ReadonlyMap<string, Truth>;
	readonly pages: number;
	readonly kind: "plain" | "shells" | "app" | "stamped" | "script";
	readonly redirects: boolean;
	/** Whether payloads never repeat, and what the text digest is worth then. */
	readonly text: "none" | "stable" | "unstable" | "blind";
	/** The percentage of pages at which `lang` matters. */
	readonly lang: number;
}

const SECTIONS = 7;
/** Views of a client-rendered app: the answer to any URL is the shell of the view. */
const ROUTES = 9;
const RARE = Array.from({ length: 20 }, (_, index) => `rare${index}`);
const MORE = ["pathCase", "pathParam:v", "value:start=0", "hostLabel:m"];
const WORDS = ["en", "de", "fr"];

/** Random numbers from 0 to 1 (Mulberry32). */
function randomFrom(seed: number): () => number {
	let state = Math.imul(seed, 0x9e3779b1) | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let bits = Math.imul(state ^ (state >>> 15), 1 | state);
		bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
		return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A share of texts, the same in every run. */
function shareOf(text: string): number {
	let bits = 0x811c9dc5;
	for (let at = 0; at < text.length; ++at) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
	bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b);
	return ((bits ^ (bits >>> 13)) >>> 0) / 2 ** 32;
}

/** A web of sites, whose rows are fetched one by one. */
export class LearnWeb {
	readonly sites: readonly WebSite[];
	readonly #random: () => number;
	readonly #options: WebOptions;
	readonly #cumulated: readonly number[];
	readonly #past: WebRow[] = [];
	#fetches = 0;
	/** The sites whose rules of hosts and paths are contradicted. */
	readonly #contrary: ReadonlySet<number>;

	constructor(options: WebOptions, rows: number) {
		this.#options = options;
		this.#random = randomFrom(options.seed);
		const count = options.hosts ?? 240;
		this.#contrary = new Set(
			Array.from({ length: count }, (_, site) => site).filter((site) => shareOf(`${options.seed}c${site}`) < 0.15),
		);
		const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 4) ** 0.9);
		const total = weights.reduce((sum, weight) => sum + weight, 0);
		let sum = 0;
		this.#cumulated = weights.map((weight) => (sum += weight / total));
		this.sites = this.#makeSites(weights.map((weight) => Math.ceil((0.35 * rows * weight) / total)));
	}

	/** Rows of a crawl, with repeated fetches, rows that do not count, and noise. */
	rows(count: number): WebRow[] {
		const rows: WebRow[] = [];
		while (rows.length < count) {
			const isRevisit = this.#past.length > 0 && this.#chance(this.#options.revisits ?? 0.1);
			const row = isRevisit ? this.#again() : this.#fetch(this.#chooseSite());
			rows.push(row);
			if (row.status !== "301") this.#past.push(row);
			if (this.#chance(0.02)) rows.push(row);
			if (this.#chance(0.02)) rows.push(this.#uncounted(row));
		}
		const { hostile = 0, shells = 0 } = this.#options;
		const domains = new Set(this.sites.map(({ domain }) => domain).filter((domain) => domain.startsWith("group")));
		for (const domain of domains) for (let host = 0; host < shells; ++host) rows.push(...this.#shellRows(`x${host}.${domain}`));
		for (let site = 0; site < hostile; ++site) rows.push(...this.#hostileRows(site));
		return rows;
	}

	/** Fetches of other URLs by the same rules, for measurements. */
	fresh(count: number): WebRow[] {
		return Array.from({ length: count }, () => this.#fetch(this.#chooseSite(), true));
	}

	#chance(probability: number): boolean {
		return this.#random() < probability;
	}

	#pick(count: number): number {
		return Math.floor(this.#random() * count);
	}

	#chooseSite(): number {
		const at = this.#random();
		const site = this.#cumulated.findIndex((end) => at < end);
		return site < 0 ? this.sites.length - 1 : site;
	}

	#makeSites(sizes: readonly number[]): WebSite[] {
		const order = [...sizes.keys()].sort((a, b) => shareOf(`${this.#options.seed}o${a}`) - shareOf(`${this.#options.seed}o${b}`));
		// The six largest sites are in no domain: each would be most of it.
		const smaller = order.filter((site) => site >= 6);
		const grouped = new Map(smaller.slice(0, 36).map((site, index) => [site, index]));
		const some = (count: number) => new Set([...order].sort(() => 0).splice(this.#pick(order.length - count), count));
		const contrary = { scheme: some(2), www: some(2), trailingSlash: some(3), "index:index.php": some(1), ref: some(6) };
		const [view, sort, viewKept, sortKept] = [some(8), some(8), some(10), some(10)];
		const stamped = some(8);
		// A domain of five apps and a script: five hosts with few shells, and one whose contrary pages are all in one group.
		const isApp = (index: number) => (this.#options.hasAppDomain === false ? index < 5 : index % 6 === 2);
		const app = new Set(smaller.slice(0, 30).filter((_, index) => isApp(index)));
		const script = new Set([smaller[32], ...some(2)]);
		const shells = new Set([0, 2, 4]);
		const langs = [some(8), some(8), some(8), some(8), some(6)];
		return sizes.map((pages, site) => {
			const group = grouped.get(site);
			const domain = group === undefined ? `s${site}.com` : `group${group % 6}.com`;
			const host = group === undefined ? domain : `h${site}.${domain}`;
			const rules = new Map<string, Truth>();
			const set = (rule: string, share: number, isContrary = false) => {
				if (isContrary) rules.set(rule, "differs");
				else if (this.#chance(share)) rules.set(rule, "same");
			};
			set("bundle", 0.6);
			set("clk", 0.5);
			set("ref", 0.4, contrary.ref.has(site));
			set("sess", 0.1);
			set("bust", 0.05);
			set("scheme", 0.4, contrary.scheme.has(site));
			set("www", 0.35, contrary.www.has(site));
			set("trailingSlash", 0.4, contrary.trailingSlash.has(site));
			set("index:index.html", 0.3);
			set("index:index.php", 0.2, contrary["index:index.php"].has(site));
			set("slashes", 0.15);
			set("emptyValue", 0.15);
			for (const [name, same, kept] of [
				["view", view, viewKept],
				["sort", sort, sortKept],
			] as const) {
				if (same.has(site)) rules.set(name, "same");
				else if (kept.has(site)) rules.set(name, "differs");
			}
			const lang = langs.findIndex((sites) => sites.has(site));
			if (lang >= 0) rules.set("lang", (["differs", "differs", "differs", "unknown", "same"] as const)[lang] as Truth);
			if (group !== undefined) rules.set("aff", group % 6 < 3 ? "same" : "differs");
			for (const name of RARE) if (this.#chance(0.1)) rules.set(name, "same");
			for (const rule of this.#options.hasMore ? MORE : []) set(rule, 0.3, this.#contrary.has(site));
			const kind = shells.has(site)
				? "shells"
				: app.has(site)
					? "app"
					: stamped.has(site)
						? "stamped"
						: script.has(site)
							? "script"
							: "plain";
			// All pages of a script are in one group of `id`, and no other parameter splits it.
			if (kind === "script") rules.clear();
			const isDynamic = this.#chance(this.#options.dynamic ?? 0);
			const at = this.#random();
			const text = !isDynamic ? "none" : at < 0.8 ? "stable" : at < 0.85 ? "blind" : "unstable";
			return { host, domain, rules, pages, kind, redirects: this.#chance(0.6), text, lang: [100, 30, 10, 3, 0][lang] ?? 0 };
		});
	}

	/** One fetch of a page of a site. With `isPlain`, it is answered. */
	#fetch(site: number, isPlain = false): WebRow {
		const { host, rules, pages, kind } = this.sites[site] as WebSite;
		const number = Math.floor(pages * this.#random() ** 1.6);
		const page = [`${host}|${number}`];
		const query: string[] = [];
		const section = `/c${number % SECTIONS}`;
		const share = shareOf(page[0] as string);
		let path = `${section}/p${number}`;
		let form: "page" | "folder" | "id" | "list" | "search" = "page";
		if (kind === "script" || kind === "app" || share < 0.15) form = "id";
		else if (share < 0.3) form = "folder";
		else if (share < 0.38) form = "list";
		else if (share < 0.45) form = "search";
		if (form === "folder") path = `${section}/d${number}/`;
		if (form === "id") path = kind === "script" ? "/app.php" : kind === "app" ? `/r${number % ROUTES}` : `${section}/view`;
		if (form === "id") query.push(`id=${number}`);
		if (form === "list") {
			path = `${section}/list`;
			query.push(`page=${number}`);
		}
		if (form === "search") {
			path = "/search";
			query.push(`q=word${number}`);
		}
		const canonical = `https://${host}${path}`;
		path = this.#varyPath(site, path, form === "folder", page);
		if (form === "page" && this.#chance(0.1)) {
			query.push("print=1");
			page.push("print");
		}
		this.#addParameters(site, number, query, page);
		if (this.#chance(0.5)) query.sort(() => this.#random() - 0.5);
		const scheme = rules.has("scheme") && this.#chance(0.3) ? "http" : "https";
		const www = rules.has("www") && this.#chance(0.3) ? "www." : "";
		if (scheme === "http" && rules.get("scheme") === "differs") page.push("http");
		if (www !== "" && rules.get("www") === "differs") page.push("www");
		const target = this.#varyMore(site, `${host}${path}`, query, page);
		const suffix = query.length > 0 ? `?${query.join("&")}` : "";
		const url = `${scheme}://${target.startsWith("m.") ? "" : www}${target}${suffix}${this.#chance(0.03) ? "#top" : ""}`;
		const identity = page.join("|");
		const isCanonical = `${scheme}://${www}${host}${path}` === canonical;
		const row = { url, site, page: identity, time: this.#now() };
		if (!isPlain && !isCanonical && this.#redirects(site, scheme, www, path)) {
			return { ...row, status: "301", redirect: `${canonical}${suffix}`, digests: ["moved"] };
		}
		return { ...row, status: "200", digests: this.#digests(site, number, form, identity) };
	}

	/** Whether a site redirects this form of a URL: only forms that make no difference, and no index names. */
	#redirects(site: number, scheme: string, www: string, path: string): boolean {
		const { rules, redirects } = this.sites[site] as WebSite;
		if (!redirects || path.includes("//") || path.includes("index.")) return false;
		const differs = (rule: string) => rules.get(rule) === "differs";
		if ((scheme === "http" && differs("scheme")) || (www !== "" && differs("www"))) return false;
		return !(path.endsWith("/") && differs("trailingSlash"));
	}

	#varyPath(site: number, path: string, isFolder: boolean, page: string[]): string {
		const { rules } = this.sites[site] as WebSite;
		let varied = path;
		if (isFolder) {
			const name = this.#chance(0.5) ? "index.html" : "index.php";
			if (rules.has(`index:${name}`) && this.#chance(0.4)) {
				varied += name;
				if (rules.get(`index:${name}`) === "differs") page.push(name);
			}
		} else if (rules.has("trailingSlash") && this.#chance(0.3)) {
			varied += "/";
			if (rules.get("trailingSlash") === "differs") page.push("slash");
		}
		if (rules.has("slashes") && this.#chance(0.15)) varied = varied.replace("/", "//");
		return varied;
	}

	/** Host and path in another form, and the query with a default value. */
	#varyMore(site: number, target: string, query: string[], page: string[]): string {
		if (!this.#options.hasMore) return target;
		const { rules } = this.sites[site] as WebSite;
		const varies = (rule: string, chance = 0.3) => {
			if (!rules.has(rule) || !this.#chance(chance)) return false;
			if (rules.get(rule) === "differs") page.push(rule);
			return true;
		};
		let varied = target;
		if (varies("pathCase")) varied = varied.replace(/\/([cdp])/g, (_, letter: string) => `/${letter.toUpperCase()}`);
		if (varies("pathParam:v")) varied += `;v=${this.#pick(5)}`;
		if (rules.has("value:start=0") && this.#chance(0.3)) {
			// Other values always matter.
			const start = 10 * this.#pick(2);
			query.push(`start=${start}`);
			if (start > 0 || rules.get("value:start=0") === "differs") page.push(`start=${start}`);
		}
		return varies("hostLabel:m") ? `m.${varied}` : varied;
	}

	#addParameters(site: number, number: number, query: string[], page: string[]): void {
		const { rules, lang, kind } = this.sites[site] as WebSite;
		const add = (name: string, value: string | number, chance: number) => {
			const truth = rules.get(name);
			if (truth === undefined || !this.#chance(chance)) return;
			query.push(`${name}=${value}`);
			if (name === "lang" ? shareOf(`${site}l${number}`) * 100 < lang : truth === "differs") page.push(`${name}=${value}`);
		};
		// One of the two names goes with one value of the other: without it, no two URLs become equal.
		const campaign = this.#pick(20);
		if (rules.has("bundle") && this.#chance(0.25)) query.push(`src=s${campaign}`, `med=m${campaign}`);
		add("clk", this.#pick(1e9), 0.2);
		add("ref", this.#pick(8), 0.2);
		add("sess", this.#pick(1e9), 0.9);
		add("bust", this.#pick(1e9), 0.3);
		add("view", ["grid", "rows"][this.#pick(2)] as string, 0.2);
		add("sort", ["name", "date"][this.#pick(2)] as string, 0.2);
		add("lang", WORDS[this.#pick(3)] as string, 0.25);
		add("aff", this.#pick(50), 0.2);
		for (const name of RARE) add(name, this.#pick(3), 0.005);
		if (rules.has("emptyValue") && shareOf(`${site}e${number}`) < 0.5) query.push(this.#chance(0.5) ? "opt=" : "opt");
		if (kind === "script") query.push("v=2");
	}

	#digests(site: number, number: number, form: string, page: string): string[] {
		const { host, kind, text } = this.sites[site] as WebSite;
		const content = this.#contentOf(site, number, form, page);
		const isVolatile = shareOf(`v${page}`) < 0.05 && kind !== "app";
		const unique = `${content}@${++this.#fetches}`;
		const payload = kind === "stamped" || isVolatile ? unique : content;
		const shown = this.#chance(0.01) ? `blocked ${host}` : payload;
		if (text === "none") return [shown, kind === "stamped" ? unique : shown];
		return [unique, text === "stable" ? shown : text === "blind" ? "blind" : unique];
	}

	#contentOf(site: number, number: number, form: string, page: string): string {
		const { host, kind } = this.sites[site] as WebSite;
		if (kind === "app") return `${host} shell ${number % ROUTES}`;
		if (kind === "shells" && form === "id") return `${host} shell ${number % SECTIONS}`;
		const share = shareOf(`c${host}${number}`);
		if (form === "search" && share < 0.6) return `${host} no result`;
		if (form === "list" && share < 0.3) return `${host} past the end`;
		if (share > 0.98) return `${host} log in`;
		if (share > 0.97) return `${host} not found`;
		return share > 0.965 ? "" : page;
	}

	#again(): WebRow {
		const { url, site, page, status } = this.#past[this.#pick(this.#past.length)] as WebRow;
		const [, number = "0"] = page.split("|");
		const path = new URL(url).pathname;
		const form =
			path.includes("/view") || path.includes("app.php")
				? "id"
				: path === "/search"
					? "search"
					: path.includes("/list")
						? "list"
						: "page";
		return { url, site, page, status, time: this.#now(), digests: this.#digests(site, Number(number), form, page) };
	}

	/** A row that does not count: an error, a cut page, an answer without content. */
	#uncounted(row: WebRow): WebRow {
		const time = this.#now();
		return [
			{ ...row, time, status: "404", digests: ["nf", "nf"] },
			{ ...row, time, truncated: "length", digests: ["cut", "cut"] },
			{ ...row, time, status: "304", digests: ["", ""], type: "warc/revisit" },
		][this.#pick(3)] as WebRow;
	}

	#hostileRows(number: number): WebRow[] {
		const host = `x${number}.hostile.com`;
		return Array.from({ length: 24 }, (_, index) => ({
			url: `https://${host}/${index >> 1}?id=${index}`,
			digests: [`${host} ${index >> 1}`, `${host} ${index >> 1}`],
			status: "200",
			time: this.#now(),
			site: -1,
			page: `${host} ${index >> 1}`,
		}));
	}

	#shellRows(host: string): WebRow[] {
		const names = ["view", "lang", "ref", "sort", "aff", "id"];
		return Array.from({ length: 80 }, (_, index) => {
			const page = `${host} shell ${index % 40}`;
			const url = `https://${host}/r${index % 40}?${names[index % names.length]}=${index}`;
			return { url, digests: [page, page], status: "200", time: this.#now(), site: -1, page };
		});
	}

	#now(): string {
		return String(20260000000000 + ++this.#fetches);
	}
}
