/** The answer, directly below the field: the normal form, and the fetch form and key under a profile. Each has a copy button. */
import { UriError } from "urlsieve";
import type { CrawlNormalizer } from "urlsieve/crawl";
import { element } from "../src/page/element";
import { visibleSentence } from "../src/page/visible-text";
import { copyButton } from "./copy-button";
import { crawlerOf } from "./crawler";
import type { PageProfile } from "./page-profile";
import { referenceText } from "./reference-text";

/** Builds the section. `normal` is the normal form, or the error, which the field already shows. */
export function answerPart(reference: string, normal: string | UriError, profile: PageProfile): HTMLElement {
	const fetch = formOf(profile, (normalizer) => normalizer.normalize(reference));
	const key = formOf(profile, (normalizer) => normalizer.key(reference));
	const known = typeof normal !== "string" ? [normal.message] : [];
	return element(
		"section",
		{ class: "answer", "aria-label": "The forms of this URL" },
		element(
			"dl",
			{},
			row("normal-form", "Normal form", "RFC 3986", normal, known),
			row("fetch-form", "Fetch", profile, fetch, known),
			row("key", "Key", profile, key, typeof fetch !== "string" ? [...known, fetch.message] : known),
		),
	);
}

/** Builds one row. An error that the field already shows is not repeated. */
function row(id: string, name: string, source: string, form: string | UriError, known: readonly string[]): HTMLElement {
	return element(
		"div",
		{ class: "row" },
		element("dt", {}, element("span", { class: "name" }, name), " ", element("span", { class: "section" }, source)),
		...(typeof form !== "string" ? [missing(id, form.message, known)] : present(id, name, form)),
	);
}

function missing(id: string, message: string, known: readonly string[]): HTMLElement {
	return element("dd", { class: "quiet", id }, ...(known.includes(message) ? ["None"] : visibleSentence(message)));
}

function present(id: string, name: string, form: string): HTMLElement[] {
	const action = element("dd", {}, copyButton(form, `Copy: ${name}`));
	return [element("dd", { class: "display", id }, referenceText(form)), action];
}

/** A form under a profile, or the error. */
function formOf(profile: PageProfile, write: (normalizer: CrawlNormalizer) => string): string | UriError {
	try {
		return write(crawlerOf(profile));
	} catch (error) {
		if (error instanceof UriError) return error;
		throw error;
	}
}
