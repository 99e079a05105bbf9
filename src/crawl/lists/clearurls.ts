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
import { literalOctet, type Regex, wholeName } from "../regex/regex";
import type { FilterGroup, FilterRule, ListPlace, PieceTest, UrlTest } from "../schema/filter";
import { isPlainHost } from "../schema/filter";
import { pointerStep } from "../schema/pointer";
import { ListError } from "./list-error";
import { type ListReports, MAX_RULES, Unsupported } from "./list-reports";
import { expressionInAscii } from "./pattern-hosts";
import { expressionTest, seesQuery } from "./url-pattern";

interface Provider {
	readonly urlPattern: string;
	readonly completeProvider?: boolean;
	readonly rules?: readonly string[];
	readonly referralMarketing?: readonly string[];
	readonly exceptions?: readonly string[];
	readonly rawRules?: readonly string[];
	readonly redirections?: readonly string[];
}

const LISTS = ["rules", "referralMarketing", "exceptions", "rawRules", "redirections"] as const;

/** Reads a list. `takesReferrals`: rules of `referralMarketing` are taken, too. Throws ListError. */
export function readClearUrls(value: unknown, takesReferrals: boolean, reports: ListReports): FilterGroup[] {
	const rules = providersOf(value).flatMap(([name, provider]) => {
		const path = `/providers/${pointerStep(name)}`;
		checkProvider(provider, path);
		if (provider.completeProvider !== true) return rulesOf(name, provider, path, takesReferrals, reports);
		reports.passedOver += 1;
		return [];
	});
	return [{ rules, exceptions: [] }];
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

function rulesOf(name: string, provider: Provider, path: string, takesReferrals: boolean, reports: ListReports): FilterRule[] {
	const placeOf = (member: string, index: number, text: string): ListPlace => ({
		line: 1,
		path: `${path}/${member}/${index}`,
		text,
	});
	const url = providerTest(provider.urlPattern, `${path}/urlPattern`, reports);
	const exceptions = (provider.exceptions ?? []).map((text, index) => {
		const place = placeOf("exceptions", index, text);
		const exception = reports.exception(
			place,
			reports.attempt(place, () => expressionTest(text, reports.toAscii)),
		);
		reports.count(place, exception);
		return exception;
	});
	for (const [index, text] of (provider.rawRules ?? []).entries()) {
		reports.attempt(placeOf("rawRules", index, text), () => refuse("unsupported-raw-rule", "A raw rule edits the URL as text"));
	}
	for (const [index, text] of (provider.redirections ?? []).entries()) {
		reports.attempt(placeOf("redirections", index, text), () =>
			refuse("unsupported-redirection", "A redirection leads to another URL"),
		);
	}
	if (url === undefined) return [];
	const members = takesReferrals ? (["rules", "referralMarketing"] as const) : (["rules"] as const);
	return members.flatMap((member) =>
		(provider[member] ?? []).flatMap((text, index) => {
			const place = placeOf(member, index, text);
			const piece = reports.attempt(place, () => nameTest(text));
			if (piece === undefined) return [];
			reports.count(place, url, piece);
			return [{ entry: `${name}/${text}`, piece, url, exceptions }];
		}),
	);
}

function refuse(code: "unsupported-raw-rule" | "unsupported-redirection", message: string): never {
	throw new Unsupported(code, message);
}

/** The test for the URLs of a provider; undefined if its expression cannot be taken. */
function providerTest(urlPattern: string, path: string, reports: ListReports): UrlTest | undefined {
	return reports.attempt({ line: 1, path, text: urlPattern }, () => {
		const host = hostOf(expressionInAscii(urlPattern, reports.toAscii));
		if (host !== undefined) return { host };
		const test = expressionTest(urlPattern, reports.toAscii);
		if (seesQuery(test)) throw new Unsupported("unsupported-query-pattern", "The pattern looks for something in the query");
		return test;
	});
}

/** The host of the usual pattern of a provider, `^https?://(?:[a-z0-9-]+\.)*?HOST`; undefined for any other. */
function hostOf(urlPattern: string): string | undefined {
	const start = "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?";
	if (!urlPattern.startsWith(start)) return undefined;
	const host = urlPattern.slice(start.length).replaceAll("\\.", ".").toLowerCase();
	const isLiteral = !/(?<!\\)\./.test(urlPattern.slice(start.length));
	return isLiteral && isPlainHost(host) ? host : undefined;
}

/** The test for a whole name in any case: by text if the expression is nothing else. */
function nameTest(text: string): PieceTest {
	const regex = parseRegex(text, "i");
	const name = (regex.kind === "sequence" ? flattened(regex) : [regex]).map((part) =>
		part.kind === "octets" ? literalOctet(part.set) : undefined,
	);
	if (name.every((octet) => octet !== undefined)) return { kind: "name", name, ignoreCase: true, isNegated: false };
	return { kind: "regex", regex: wholeName(regex), isNegated: false };
}

/** The parts of a sequence, with nested sequences flattened. */
function flattened(regex: Regex): Regex[] {
	return regex.kind === "sequence" ? regex.parts.flatMap(flattened) : [regex];
}

function isObject(value: unknown): value is { readonly [member: string]: unknown } {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fault(path: string, rule: string): ListError {
	return new ListError("list-syntax", `Invalid list: ${path} ${rule}.`, path);
}
