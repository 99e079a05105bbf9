/**
 * `node bench/standalone/cookbook.mjs`: tries each policy of docs/guide/cookbook.md on a list of real URLs, with real hosts in place of the
 * examples. Prints how many lines it merges beyond crawl@1, and ten of these merges.
 *
 *   node bench/standalone/cookbook.mjs --list ../shared/data/reddit_outbound_urls.txt.gz --only "A forum"
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readPolicy } from "../../build/out/dist/crawl.js";
import { MergedList } from "../lists/merges.mjs";

const { values } = parseArgs({
	options: {
		list: { type: "string", default: new URL("../../../shared/data/reddit_outbound_urls.txt.gz", import.meta.url).pathname },
		only: { type: "string" },
	},
});
const SHOWN = 10;
const MAX_HOSTS = 2000;

/** The real hosts for those of each recipe: names, or those of all URLs that match. Other recipes act as they are. */
const HOSTS = {
	"A forum": { "forum.example": /\/viewtopic\.php\?/ },
	"A wiki": { "wiki.example": ["wikipedia.org"] },
	"A shop": { "shop.example": ["amazon.com"], "/item/": ["/*/dp/"], variant: ["th"] },
	"A video site": { "vid.example": ["youtu.be"], "video.example": ["youtube.com"] },
	"Prefixes of archives": { "web.archive.example": ["web.archive.org"] },
	Redirectors: { "*.safelinks.example/": ["www.google.com/url"], "l.social.example/l.php": ["www.facebook.com/l.php"] },
	"A site on IIS": { "intranet.example": /\.aspx(?:$|[?#/])/i },
	"A Java server": { "app.example": /\/[^/?#]*;(?:route|v|jvmRoute)=/ },
	"A calendar": { "events.example": /^[a-z]+:\/\/[^/]+\/calendar/, cal: ["src"] },
	Mirrors: { "old.example": ["guardian.co.uk"], "new.example": ["theguardian.com"] },
	"Parameters of language": { "code.example": /[?&]lang=/, "docs.example": /[?&]hl=en(?:&|$)/ },
	"Parameters that sort": { "shop.example": /\/category\// },
	"Affiliate links": { "shop.example": ["amazon.com"], "/item/": ["/*/dp/"], "code.example": ["github.com"] },
	"A site without queries": { "=files.example": ["=imgur.com", "=i.imgur.com"] },
};

const list = new MergedList(values.list);
const crawlKeys = list.keysBy({ profile: "crawl@1" });
console.log(`${list.lines.length} lines, ${new Set(crawlKeys).size} pages by crawl@1\n`);

const page = readFileSync(new URL("../../docs/guide/cookbook.md", import.meta.url), "utf8");
for (const section of page.split(/^## /m).slice(1)) {
	const title = section.split("\n", 1)[0];
	const json = /^```json\n([\s\S]*?)^```$/m.exec(section)?.[1];
	if (json === undefined || (values.only !== undefined && values.only !== title)) continue;
	tryRecipe(title, onRealHosts(title, JSON.parse(json)));
}

function onRealHosts(title, { tests: _, ...policy }) {
	let text = JSON.stringify(policy);
	for (const [name, real] of Object.entries(HOSTS[title] ?? {})) {
		const found = Array.isArray(real) ? real : hostsOf(real);
		if (found.length === 0) continue;
		const quoted = found.map((host) => JSON.stringify(host)).join(",");
		// In a list, all of them; else the only one.
		text = text.replaceAll(`[${JSON.stringify(name)}]`, `[${quoted}]`).replaceAll(name, found[0]);
	}
	return readPolicy(text);
}

function hostsOf(pattern) {
	const hosts = new Set();
	for (const line of list.lines)
		if (pattern.test(line) && URL.canParse(line)) hosts.add(new URL(line).hostname.replace(/^www\./, ""));
	return [...hosts].filter((host) => /^[a-z0-9.-]+$/.test(host)).slice(0, MAX_HOSTS);
}

function tryRecipe(title, policy) {
	const merges = list.merges(list.keysBy({ policy }), crawlKeys);
	console.log(`## ${title}: ${merges.length} pages merged beyond crawl@1`);
	// Spread over all of them.
	const step = Math.max(1, Math.floor(merges.length / SHOWN));
	for (const [a, b] of merges.filter((_, at) => at % step === 0).slice(0, SHOWN)) console.log(`  ${a}\n= ${b}`);
	console.log();
}
