/**
 * Purges URLs by a filter list as AdGuard's browser extension does: its engine, and the loop around it of its package tswebextension. The
 * extension sends a request on to the URL without the parameters, and that is filtered again.
 *
 * ```
 *   purge.mjs FOLDER LIST < URLs     a line each: "+" and the URL, or "-" and the error
 *   purge.mjs FOLDER --list          the list "AdGuard URL Tracking filter" in the folder's packages
 * ```
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const MAX_REDIRECTS = 100;
const [folder, list] = process.argv.slice(2);
const packages = join(folder, "node_modules", "@adguard");

/** A ruleset for browsers of the third manifest version has the list's text in its metadata. */
function trackingList() {
	const rules = readFileSync(join(packages, "dnr-rulesets/dist/filters/declarative/ruleset_17/ruleset_17.json"), "utf8");
	return JSON.parse(rules)[0].metadata.rawFilterList.replaceAll("\r\n", "\n");
}

/** @param {string} text @returns {Promise<(url: string) => string>} */
async function purgerOf(text) {
	const { Engine, Request, RequestType } = await import(pathToFileURL(join(packages, "tsurlfilter/dist/es/index.js")).href);
	const engine = Engine.createSync({ filters: [{ id: 1, content: text }] });
	const once = (url) => {
		// A page that links to itself: so `domain=` means the host of the URL.
		const rules = engine.matchRequest(new Request(url, url, RequestType.Document)).getRemoveParamRules();
		return rules.reduce((left, rule) => (rule.isAllowlist() ? left : rule.getAdvancedModifier().removeParameters(left)), url);
	};
	return (url) => {
		let [before, after] = [url, once(url)];
		for (let left = MAX_REDIRECTS; after !== before; --left) {
			if (left === 0) throw new Error("too many redirects");
			[before, after] = [after, once(after)];
		}
		return after;
	};
}

if (list === "--list") process.stdout.write(trackingList());
else {
	const purge = await purgerOf(readFileSync(list, "utf8"));
	const answer = (url) => {
		try {
			return `+${purge(url)}`;
		} catch (error) {
			return `-${error.message}`;
		}
	};
	const urls = readFileSync(0, "utf8").split("\n").slice(0, -1);
	process.stdout.write(urls.map((url) => `${answer(url)}\n`).join(""));
}
