/** The option --print: which form of a line a profile writes. */

import { loadCrawl } from "../../arguments/rules";
import type { Form } from "../../crawl/crawl-lines";
import type { CrawlNormalizer } from "../../crawl/crawl-normalizer";
import { usageFailure } from "../../failure";
import { type CrawlForms, crawlForms } from "../../job/line-rules";

export const PRINT_HELP = `  --print WHICH      With a profile or policy, print WHICH: normalized (default; also called fetch), the URL to be fetched; key,
                     what counts as the same page; both, with a TAB between them.
`;

const FORMS: { readonly [print: string]: Form } = { normalized: "fetch", fetch: "fetch", key: "key", both: "both" };

/** The form that --print names. Throws Failure. */
export function formOf(command: string, print = "normalized"): Form {
	const form = Object.hasOwn(FORMS, print) ? FORMS[print] : undefined;
	if (form !== undefined) return form;
	throw usageFailure(command, `--print must be normalized, fetch, key or both, not "${print}"`);
}

/** The form of the values of a table, which `keys` names a column of keys for. Throws Failure. */
export function tableFormOf(
	command: string,
	form: Form,
	keys: string | undefined,
	normalizer: CrawlNormalizer | undefined,
): Form {
	if (form === "both")
		throw usageFailure(command, "--print both is for lists of lines; --key-into NAME adds the keys to a table");
	if (keys === undefined) return form;
	if (normalizer === undefined) {
		throw usageFailure(
			command,
			"under rfc3986@1, the key is the normal form, which --into NAME adds; --key-into is for --policy and other profiles",
		);
	}
	if (form === "key") throw usageFailure(command, "--key-into and --print key exclude each other");
	return "both";
}

/** How the values of a table get that form; undefined for rfc3986@1. */
export async function tableRules(normalizer: CrawlNormalizer | undefined, form: Form): Promise<CrawlForms | undefined> {
	return normalizer && crawlForms(normalizer, (await loadCrawl()).toForm(normalizer.settings, form));
}

/** How lines get that form; undefined for rfc3986@1, where the two are one. Throws Failure. */
export async function lineRules(
	command: string,
	normalizer: CrawlNormalizer | undefined,
	form: Form,
): Promise<CrawlForms | undefined> {
	if (normalizer === undefined && form === "both")
		throw usageFailure(command, "under rfc3986@1, the key is the normal form; --print both is for --policy and other profiles");
	if (normalizer === undefined) return undefined;
	const { toForm, KEEPS_TWICE } = await loadCrawl();
	return crawlForms(normalizer, toForm(normalizer.settings, form, form === "both" ? KEEPS_TWICE : 0));
}
