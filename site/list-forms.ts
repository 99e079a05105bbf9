/** Forms of the lines of a list under the chosen rules: RFC 3986, a profile, or a policy. */
import { createNormalizer, type Reject } from "urlsieve";
import { createNormalizer as createCrawler, readPolicy } from "urlsieve/crawl";
import { crawlRules, referenceRules } from "./merge-rules";
import type { PageProfile } from "./page-profile";

/** The rules that the user chose; RFC 3986 if neither is set. */
export type ListRules = { readonly profile: PageProfile } | { readonly policy: string } | undefined;

/** The forms of a batch of lines, rejected lines and comments omitted. */
export interface BatchForms {
	/** What is output for the first line of a class. */
	readonly written: Uint8Array;
	/** What is compared: equal for duplicates. */
	readonly compared: Uint8Array;
	/** Comments have the code `comment`. */
	readonly rejects: readonly Reject[];
	/** Number of lines, all included. */
	readonly count: number;
}

export interface ListForms {
	formsOf(lines: Uint8Array): BatchForms;
	/** The reason for which a line was rejected. */
	errorOf(line: string): string | undefined;
	/** The rules that make two lines duplicates. Requires: they are. */
	rulesOf(first: string, second: string): string[];
	/** Whether lines may be duplicates that RFC 3986 keeps apart. */
	readonly isWider: boolean;
}

/** Creates the forms under the given rules. Throws PolicyError, or OptionError. */
export function listForms(rules: ListRules): ListForms {
	return rules === undefined ? referenceForms() : crawlForms(rules);
}

function referenceForms(): ListForms {
	const normalizer = createNormalizer({ invalid: "drop", comments: "drop" });
	return {
		formsOf: (lines) => {
			const { lines: normals, rejects, count } = normalizer.normalizeLines(lines);
			return { written: normals, compared: normals, rejects, count };
		},
		errorOf: (line) => messageOf(normalizer.tryNormalize(line)),
		rulesOf: referenceRules,
		isWider: false,
	};
}

function crawlForms(rules: Exclude<ListRules, undefined>): ListForms {
	const choice = "policy" in rules ? { policy: readPolicy(rules.policy) } : rules;
	const crawler = createCrawler({ ...choice, invalid: "drop", comments: "drop" });
	return {
		formsOf: (lines) => {
			const { fetch, key, rejects, count } = crawler.bothLines(lines);
			return { written: fetch, compared: key, rejects, count };
		},
		errorOf: (line) => messageOf(crawler.tryKey(line)),
		rulesOf: (first, second) => crawlRules(crawler, first, second),
		isWider: true,
	};
}

function messageOf(result: string | Error): string | undefined {
	return typeof result === "string" ? undefined : result.message;
}
