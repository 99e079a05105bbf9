/**
 * `npm run bench -- crawler-canon [FILE]`: counts the normal forms that typical crawler rules would merge and urlsieve keeps
 * apart. Each row adds one rule to those above it. If the peer is installed, the last row shows what Crawlee's own rules merge.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { createNormalizer, SeenSet } from "../../src/index";
import { loaderFrom, peerFolder } from "../peers/peer-folder";

/** The repository, seen from build/out/bench/, where the bundle of this file is. */
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const LIST = join(ROOT, "..", "shared", "data", "reddit_outbound_urls.txt.gz");
const TRACKING = /^(?:utm_[^=]*|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|yclid)(?:=|$)/i;

/** Rules that can merge different resources. None is an equivalence of RFC 3986. */
const RULES: readonly (readonly [name: string, apply: (reference: string) => string])[] = [
	["drop the fragment", (reference) => reference.replace(/#.*/s, "")],
	["drop tracking parameters", (reference) => withQuery(reference, (fields) => fields.filter((field) => !TRACKING.test(field)))],
	["sort the query", (reference) => withQuery(reference, (fields) => fields.sort())],
	["take http for https", (reference) => reference.replace(/^http:/, "https:")],
	["drop www.", (reference) => reference.replace(/^(https?:\/\/)www\./, "$1")],
];

function withQuery(reference: string, change: (fields: string[]) => string[]): string {
	const at = reference.indexOf("?");
	if (at < 0) return reference;
	const query = change(reference.slice(at + 1).split("&")).join("&");
	return reference.slice(0, at) + (query === "" ? "" : `?${query}`);
}

/** The distinct normal forms of a list. Lines that cannot be normalized are dropped. */
function normalForms(file: string): string[] {
	const octets = readFileSync(file);
	const seen = new SeenSet({ normalizer: createNormalizer({ invalid: "drop" }) });
	const { fresh } = seen.addLines(file.endsWith(".gz") ? gunzipSync(octets) : octets);
	return new TextDecoder().decode(fresh).split("\n").slice(0, -1);
}

function report(name: string, canons: Iterable<string>, count: number): void {
	const merged = count - new Set(canons).size;
	console.log(`${name.padEnd(28)}${merged.toLocaleString("en").padStart(10)}  ${((100 * merged) / count).toFixed(2)} %`);
}

const [file = LIST] = process.argv.slice(3);
if (!existsSync(file)) throw new Error(`cannot read ${file}; pass a list: npm run bench -- crawler-canon FILE`);
const forms = normalForms(file);
console.log(
	`${basename(file)}: ${forms.length.toLocaleString("en")} distinct normal forms; merged beyond that, with each rule added:\n`,
);
let canons = forms;
for (const [name, apply] of RULES) {
	canons = canons.map(apply);
	report(name, canons, forms.length);
}
const load = loaderFrom(peerFolder(ROOT));
if (load.has("@apify/utilities")) {
	const { normalizeUrl } = load("@apify/utilities") as { normalizeUrl(url: string): string | undefined };
	report(
		"Crawlee's normalizeUrl",
		forms.map((form) => normalizeUrl(form) ?? form),
		forms.length,
	);
}
