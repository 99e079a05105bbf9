/**
 * Reads filter lists of AdGuard and uBlock Origin: their rules with `$removeparam`, and exceptions from them.
 *
 * ```
 *   rule = [ "@@" ] pattern "$" modifier *( "," modifier )
 * ```
 *
 * Everything else is passed over: comments, cosmetic rules, rules that block, rules for requests that load no page.
 */
import type { ToAscii } from "../../engine/idna";
import { parseRegex } from "../regex/parse-regex";
import { choice, type Regex, withoutTail } from "../regex/regex";
import type { FilterGroup, FilterRule, PieceTest, UrlTest } from "../schema/filter";
import { requireFilters } from "./filter-text";
import { type ListReports, Unsupported } from "./list-reports";
import { DOMAINS, FIRST_PARTY, MATCH_CASE, type Modifier, OTHER_TYPES, PAGE_TYPES, REMOVE_PARAM, THIRD_PARTY } from "./modifiers";
import { decoded } from "./names";
import { asciiHost } from "./pattern-hosts";
import { hasBadFilter, isAboutPages, type Line, linesOf, MAX_ADVICE, textOf, withoutBadFilter } from "./removeparam-lines";
import { hostRegex, parseUrlPattern } from "./url-pattern";

/** An exception, and the value of `removeparam` that it takes out; `""` for all. */
interface Exception {
	readonly value: string;
	readonly url: UrlTest;
	readonly isImportant: boolean;
}

/** Reads a list. Throws ListError if it is no filter list, `list-too-large`, and under `strict` for rules that it cannot take. */
export function readRemoveParam(text: string, reports: ListReports): FilterGroup[] {
	const lines = linesOf(text, reports);
	if (lines.length === 0) requireFilters(text);
	const disabled = new Set(lines.filter((line) => !line.fault && hasBadFilter(line)).map(withoutBadFilter));
	const isInForce = (line: Line) => !hasBadFilter(line) && !(disabled.size > 0 && disabled.has(textOf(line)));
	const inForce = lines.filter((line) => line.fault !== undefined || isInForce(line));
	// Reports are in the order of the list.
	const exceptions: Exception[] = [];
	const rules: { rule: FilterRule; value: string; isImportant: boolean }[] = [];
	for (const line of inForce) {
		if (!isAboutPages(line)) reports.passedOver += 1;
		else if (line.fault !== undefined) reports.attempt(line, () => refuseDirective(line.fault as string));
		else if (line.isException) exceptions.push(...exceptionOf(line, reports));
		else rules.push(...ruleOf(line, reports));
	}
	return joined(rules, exceptions);
}

/** The rules with their exceptions. Only important exceptions apply to an important rule. */
function joined(
	rules: readonly { rule: FilterRule; value: string; isImportant: boolean }[],
	exceptions: readonly Exception[],
): FilterGroup[] {
	const byValue = new Map<string, Exception[]>();
	for (const exception of exceptions) push(byValue, exception.value, exception);
	const urls = new Map<string, readonly UrlTest[]>();
	const urlsFor = (isImportant: boolean, ...values: readonly string[]) => {
		const key = `${isImportant} ${values.join()}`;
		const matching = values
			.flatMap((value) => byValue.get(value) ?? [])
			.filter((exception) => exception.isImportant || !isImportant);
		const tests = urls.get(key) ?? matching.map(({ url }) => url);
		urls.set(key, tests);
		return tests;
	};
	const all = urlsFor(false, "");
	const ruled = rules.map(({ rule, value, isImportant }) =>
		isImportant
			? { ...rule, isImportant, exceptions: urlsFor(true, value, ...(value === "" ? [] : [""])) }
			: { ...rule, exceptions: value === "" ? [] : urlsFor(false, value) },
	);
	return [{ rules: ruled, exceptions: all }];
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
	const known = map.get(key);
	if (known === undefined) map.set(key, [value]);
	else known.push(value);
}

function refuseDirective(fault: string): never {
	throw new Unsupported("unsupported-directive", fault);
}

/** The rule of a line; none if it cannot be taken. */
function ruleOf(line: Line, reports: ListReports): { rule: FilterRule; value: string; isImportant: boolean }[] {
	const result = reports.attempt(line, () => {
		const value = checkedValue(line);
		const piece = pieceTest(value);
		if (piece.kind === "name") checkName(value.replace(/^~/, ""));
		return { piece, value, url: urlTest(line, reports.toAscii) };
	});
	if (result === undefined) return [];
	const { piece, value, url } = result;
	reports.count(line, url, piece);
	if (piece.kind === "any" && Object.keys(url).length === 0)
		reports.doubt(line.line, "Without a name, the rule takes the whole query of every URL", line.text);
	return [
		{
			rule: { entry: `L${line.line}`, piece, url, exceptions: [] },
			value: sameness(piece, value),
			isImportant: isImportant(line),
		},
	];
}

/** The exception of a line; none if it is about other requests. One whose pattern cannot be taken holds for all rules of its value. */
function exceptionOf(line: Line, reports: ListReports): Exception[] {
	const value = reports.attempt(line, () => {
		return checkedValue(line);
	});
	if (value === undefined) return [];
	const same = reports.attempt(line, () => sameness(pieceTest(value), value));
	const url = reports.exception(
		line,
		same === undefined ? undefined : reports.attempt(line, () => urlTest(line, reports.toAscii)),
	);
	reports.count(line, url);
	return [{ value: same ?? value, url, isImportant: isImportant(line) }];
}

function isImportant({ modifiers }: Line): boolean {
	return modifiers.some(({ name }) => name === "important");
}

function firstValue({ modifiers }: Line): string {
	return modifiers.find(({ name }) => REMOVE_PARAM.includes(name))?.value ?? "";
}

/** The value of the only `removeparam`. */
function soleValue(line: Line): string {
	const ours = line.modifiers.filter(({ name }) => REMOVE_PARAM.includes(name));
	if (ours.length > 1) throw new Unsupported("unsupported-modifier", "A rule has removeparam once");
	if (ours[0]?.isNegated) throw new Unsupported("unsupported-modifier", "~removeparam has no meaning");
	return firstValue(line);
}

/** The same, of a line whose modifiers are all supported. Throws Unsupported. */
function checkedValue(line: Line): string {
	const value = soleValue(line);
	for (const modifier of line.modifiers) checkModifier(modifier);
	return value;
}

/** A text that is equal for equal values: names are compared decoded, expressions as written. */
function sameness(piece: PieceTest, value: string): string {
	return piece.kind === "name" ? `${piece.isNegated ? "~" : ""}${piece.name.join()}` : value;
}

/** `name`, `~name`, `/expression/`, `~/expression/i`, or nothing: all pieces. */
function pieceTest(value: string): PieceTest {
	if (value === "") return { kind: "any" };
	const isNegated = value.startsWith("~");
	const text = isNegated ? value.slice(1) : value;
	const [, source, flags] = /^\/(.+)\/([a-z]*)$/is.exec(text) ?? [];
	if (source === undefined) return { kind: "name", name: decoded(text), ignoreCase: false, isNegated };
	return { kind: "regex", regex: withoutTail(parseRegex(source, flags)), isNegated };
}

/** Throws Unsupported for a name in a rule that no parameter has. In an exception it is taken, since it can only keep. */
function checkName(text: string): void {
	const wrong = /^[?^]|[*=&|]/.exec(text)?.[0];
	if (wrong === undefined) return;
	const message = `"${wrong}" in a name stands for itself, and no name has it; write ${expressionFor(text)}`;
	throw new Unsupported("unsupported-modifier", message);
}

/** The likely intention: names, or an expression in which a star is anything but "=". `|` and `^` in front had a syntax of their own. */
function expressionFor(text: string): string {
	const meant = text
		.replace(/^[?&]+/, "")
		.replace(/(.)=$/s, "$1")
		.slice(0, MAX_ADVICE);
	const bare = meant.replace(/^[|^]+|\|+$/g, "");
	const names = bare.split("|").filter(Boolean);
	if (names.length > 1) return `${names.join(" and ")} in a rule each`;
	const isStart = /^[|^]/.test(meant) || bare.endsWith("*");
	if (!isStart && !/[*=&]/.test(bare)) return bare;
	const expression = bare
		.replace(/\*$/, "")
		.split("*")
		.map((part) => part.replace(/[\\^$.+?()[\]{}|/]/g, "\\$&"))
		.join("[^=]*");
	return `/^${expression}${isStart ? "" : bare.includes("=") ? "$" : "(=|$)"}/`;
}

/** The test for the URLs of a line. Throws Unsupported and RegexFault. */
function urlTest(line: Line, toAscii: ToAscii): UrlTest {
	const domains = line.modifiers.filter(({ name }) => DOMAINS.includes(name));
	if (domains.length > 1) throw new Unsupported("unsupported-modifier", "A rule has one of domain, from and to, once");
	const matchCase = line.modifiers.some(({ name }) => name === MATCH_CASE);
	return { ...parseUrlPattern(line.pattern, toAscii, matchCase), ...(domains[0] && domainTest(domains[0], toAscii)) };
}

function checkModifier({ name, value, isNegated, text }: Modifier): void {
	const isPlain =
		[...PAGE_TYPES, ...OTHER_TYPES, ...THIRD_PARTY, ...FIRST_PARTY, "important", MATCH_CASE].includes(name) &&
		value === undefined;
	if (isPlain || (!isNegated && (REMOVE_PARAM.includes(name) || DOMAINS.includes(name)))) return;
	throw new Unsupported("unsupported-modifier", `The modifier "${text.slice(0, 60)}" is not supported`);
}

/** `a.com|b.com|~c.b.com|google.*`. */
function domainTest({ value = "" }: Modifier, toAscii: ToAscii): UrlTest {
	const names = value.split("|");
	const wrong = names.find((name) => !/^~?[^/:@?#\\[\]*~|\s]+$/.test(name.replace(/\.\*$/, "")));
	if (wrong !== undefined) throw new Unsupported("unsupported-modifier", `"${wrong.slice(0, 60)}" is not a host name`);
	const hosts = hostsIn(
		names.filter((name) => !name.startsWith("~")),
		toAscii,
	);
	const others = hostsIn(
		names.filter((name) => name.startsWith("~")).map((name) => name.slice(1)),
		toAscii,
	);
	return {
		...(hosts.names.length > 0 && { hosts: hosts.names }),
		...(hosts.pattern && { hostPattern: hosts.pattern }),
		...(others.names.length > 0 && { exceptHosts: others.names }),
		...(others.pattern && { exceptPattern: others.pattern }),
	};
}

/**
 * Names of hosts; those with a star and those with `www.` as one pattern, because names of hosts are compared without `www.`. Throws
 * Unsupported.
 */
function hostsIn(
	written: readonly string[],
	toAscii: ToAscii,
): { readonly names: readonly string[]; readonly pattern: Regex | undefined } {
	const names = written.map((name) =>
		name.endsWith(".*") ? `${asciiHost(name.slice(0, -2), toAscii)}.*` : asciiHost(name, toAscii),
	);
	const isName = (name: string) => !name.endsWith(".*") && !name.startsWith("www.");
	const others = names.filter((name) => !isName(name)).map(hostRegex);
	const pattern = others.length > 1 ? choice(...others) : others[0];
	return { names: names.filter(isName), pattern };
}
