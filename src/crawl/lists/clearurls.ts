/**
 * Reads the rules of ClearURLs: `data.min.json`.
 *
 * ```
 *   { "providers": { NAME: { "urlPattern", "rules", "referralMarketing", "exceptions", "rawRules", "redirections", … } } }
 * ```
 *
 * A rule is about names of parameters, whole and decoded; all expressions ignore case. A provider that blocks whole pages,
 * `completeProvider`, is passed over.
 */

import { parseRegex } from "../regex/parse-regex";
import { flattened, inName, type Regex, RegexFault, textsOf } from "../regex/regex";
import type { FilterGroup, FilterRewrite, FilterRule, ListPlace, PieceTest, UrlTest } from "../schema/filter";
import { pointerStep } from "../schema/pointer";
import { ListError } from "./list-error";
import { type ListReports, MAX_RULES, Unsupported } from "./list-reports";
import { expressionInAscii } from "./pattern-hosts";
import { expressionTest } from "./url-pattern";

interface Provider {
	readonly urlPattern: string;
	readonly completeProvider?: boolean;
	readonly rules?: readonly string[];
	readonly referralMarketing?: readonly string[];
	readonly exceptions?: readonly string[];
	readonly rawRules?: readonly string[];
	readonly redirections?: readonly string[];
}

/** Names that stand in place of an expression: each is found by its hash. */
const MAX_NAMES = 16;
const LISTS = ["rules", "referralMarketing", "exceptions", "rawRules", "redirections"] as const;

/** Reads a list. `takesReferrals`: rules of `referralMarketing` are taken wherever the list is used. Throws ListError. */
export function readClearUrls(value: unknown, takesReferrals: boolean, reports: ListReports): FilterGroup[] {
	const rewrites: FilterRewrite[] = [];
	const withReferrals = providersOf(value).flatMap(([name, provider], index) => {
		const path = `/providers/${pointerStep(name)}`;
		checkProvider(provider, path);
		if (provider.completeProvider !== true) {
			const ofProvider = rulesOf(name, provider, path, reports, rewrites);
			return ofProvider.map((rule) => ({ ...rule, provider: index + 1 }));
		}
		reports.passedOver += 1;
		return [];
	});
	const rules = takesReferrals ? withReferrals : withReferrals.filter(({ isReferral }) => !isReferral);
	return [{ rules, withReferrals, rewrites, exceptions: [] }];
}

function providersOf(value: unknown): [string, Provider][] {
	const providers = isObject(value) ? value.providers : undefined;
	if (!isObject(providers)) throw fault("/providers", "must be an object");
	return Object.entries(providers) as [string, Provider][];
}

function checkProvider(provider: unknown, path: string): asserts provider is Provider {
	if (!isObject(provider)) throw fault(path, "must be an object");
	if (typeof provider.urlPattern !== "string") throw fault(`${path}/urlPattern`, "must be a string");
	for (const list of LISTS.filter((name) => Object.hasOwn(provider, name))) {
		const texts = provider[list];
		if (!Array.isArray(texts)) throw fault(`${path}/${list}`, "must be an array");
		const index = texts.findIndex((text) => typeof text !== "string");
		if (index >= 0) throw fault(`${path}/${list}/${index}`, "must be a string");
		if (texts.length > MAX_RULES)
			throw new ListError("list-too-large", "The list has more than 100,000 rules.", `${path}/${list}`);
	}
}

/** The rules of a provider. Adds what edits keys to `rewrites`: as in the add-on, redirections come first. */
function rulesOf(name: string, provider: Provider, path: string, reports: ListReports, rewrites: FilterRewrite[]): FilterRule[] {
	const placeOf = (member: string, index: number, text: string): ListPlace => ({
		line: 1,
		path: `${path}/${member}/${index}`,
		text,
	});
	const ofPattern = { line: 1, path: `${path}/urlPattern`, text: provider.urlPattern };
	const url = reports.attempt(ofPattern, () => expressionTest(provider.urlPattern, reports.toAscii));
	const exceptions = (provider.exceptions ?? []).map((text, index) => {
		const place = placeOf("exceptions", index, text);
		const exception = reports.exception(
			place,
			reports.attempt(place, () => expressionTest(text, reports.toAscii)),
		);
		reports.count(place, exception);
		return exception;
	});
	reportUnsupported(provider, placeOf, reports);
	if (url === undefined) return [];
	const add = (kind: FilterRewrite["kind"], texts: readonly string[] = []) =>
		rewrites.push(...texts.flatMap((text) => rewriteOf(`${name}/${text}`, kind, text, { url, exceptions }, reports)));
	add("redirections", provider.redirections);
	add("raw", provider.rawRules);
	return (["rules", "referralMarketing"] as const).flatMap((member) =>
		(provider[member] ?? []).flatMap((text, index) => {
			const place = placeOf(member, index, text);
			const piece = reports.attempt(place, () => nameTest(text));
			if (piece === undefined) return [];
			reports.count(place, url, piece);
			return [{ entry: `${name}/${text}`, piece, url, exceptions, ...(member === "referralMarketing" && { isReferral: true }) }];
		}),
	);
}

/** A rule that edits keys; none if the expression cannot be taken: it is reported in any case. */
function rewriteOf(
	entry: string,
	kind: FilterRewrite["kind"],
	text: string,
	where: { readonly url: UrlTest; readonly exceptions: readonly UrlTest[] },
	{ toAscii }: ListReports,
): FilterRewrite[] {
	try {
		return [{ entry, kind, regex: parseRegex(expressionInAscii(text, toAscii), "i", true), ...where }];
	} catch (error) {
		if (error instanceof RegexFault || error instanceof Unsupported) return [];
		throw error;
	}
}

/** Rules that a list is read for only with an option of that name: docs/reference/rewrites.md. */
const UNSUPPORTED = [
	["rawRules", "unsupported-raw-rule", 'A raw rule edits the URL as text; to have it edit keys, use the list with "raw": true'],
	[
		"redirections",
		"unsupported-redirection",
		'A redirection leads to another URL; to have keys follow it, use the list with "redirections": true',
	],
] as const;

function reportUnsupported(
	provider: Provider,
	placeOf: (member: string, index: number, text: string) => ListPlace,
	reports: ListReports,
): void {
	for (const [member, code, sentence] of UNSUPPORTED) {
		for (const [index, text] of (provider[member] ?? []).entries()) {
			reports.attempt(placeOf(member, index, text), () => {
				throw new Unsupported(code, sentence);
			});
		}
	}
}

/**
 * The test for a name in any case: by text if the expression stands for a few texts. As in the add-on, `^` and `$` are put around it, and
 * bind one side each of `a|b`.
 */
function nameTest(text: string): PieceTest {
	const regex = parseRegex(`^${text}$`, "i");
	const [name, ...others] = namesOf(regex) ?? [];
	if (name === undefined) return { kind: "regex", regex: inName(regex), isNegated: false };
	return { kind: "name", name, ...(others.length > 0 && { others }), ignoreCase: true, isNegated: false };
}

/** The names that an expression stands for, if these are few. */
function namesOf(regex: Regex): readonly (readonly number[])[] | undefined {
	const parts = flattened(regex);
	const isWhole = parts.length > 2 && parts[0]?.kind === "start" && parts.at(-1)?.kind === "end";
	return isWhole ? textsOf({ kind: "sequence", parts: parts.slice(1, -1) }, MAX_NAMES) : undefined;
}

function isObject(value: unknown): value is { readonly [member: string]: unknown } {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fault(path: string, rule: string): ListError {
	return new ListError("list-syntax", `Invalid list: ${path} ${rule}.`, path);
}
