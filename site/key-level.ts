/** The level above the ladder of RFC 3986: what the key of a profile drops, rule by rule. */
import { type CrawlExplanation, type CrawlStep, UriError } from "urlsieve/crawl";
import { element } from "../src/page/element";
import { crawlerOf } from "./crawler";
import { RULE_SENTENCES } from "./ladder";
import { rungPicture } from "./ladder-picture";
import { changeItem } from "./levels-part";
import type { PageProfile } from "./page-profile";

/** Of the rules that profiles have: the page takes no policy. */
const KEY_SENTENCES: { readonly [rule: string]: string } = {
	"url-standard": "Browsers parse the URL and write it like this.",
	"usv-string": "Lone surrogates become U+FFFD.",
	profile: "The rules of the program that the profile follows.",
	"host-dot": "A dot at the end of the host changes nothing.",
	"session-path": "A session identifier in the path does not choose the page.",
	"empty-pairs": "Nothing between two “&” is no parameter.",
	"query-sort": "The order of parameters changes nothing.",
	"empty-query": "An empty query is none.",
	"text-directive": "A text directive is only for the browser.",
	fragment: "The fragment is not sent to the server.",
};

/** The level of the key, or undefined if there is none: the answer above says why. */
export function keyLevel(reference: string, profile: PageProfile): HTMLElement | undefined {
	const explanation = explained(reference, profile);
	if (explanation === undefined) return undefined;
	// The levels below have shown the rules of RFC 3986.
	const steps = explanation.steps.filter(({ rule }) => !Object.hasOwn(RULE_SENTENCES, rule));
	const items = steps.map((step) => changeItem(step, sentenceOf(step)));
	return element(
		"li",
		{ class: "level", "data-level": "key" },
		rungPicture("whole", steps.length > 0),
		element(
			"div",
			{ class: "level-text" },
			element("h3", {}, "key ", element("span", { class: "section" }, profile)),
			element("p", { class: "sentence" }, "Also ignores what, by this profile, does not choose the page."),
			steps.length === 0
				? element("p", { class: "quiet" }, "No rule of this profile applies.")
				: element("ol", { class: "steps" }, ...items),
		),
	);
}

function explained(reference: string, profile: PageProfile): CrawlExplanation | undefined {
	try {
		return crawlerOf(profile).explain(reference);
	} catch (error) {
		if (error instanceof UriError) return undefined;
		throw error;
	}
}

/** A rule that removes a piece of the query is named after its list and the piece. */
function sentenceOf({ rule }: CrawlStep): string | undefined {
	if (Object.hasOwn(KEY_SENTENCES, rule)) return KEY_SENTENCES[rule];
	if (rule.startsWith("session-query:")) return "A session identifier in the query does not choose the page.";
	return rule.includes(":") ? "This list says that the parameter does not choose the page." : undefined;
}
