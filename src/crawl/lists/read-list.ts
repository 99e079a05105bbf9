/** Reads lists of parameters that users bring along. */
import { asciiBy, platformToAscii, type ToAscii } from "../../engine/idna";
import { OptionError } from "../../errors";
import { checkFlags, checkNames, choose, type Octets, toOctets } from "../../input";
import { sha256 } from "../digest";
import { schemaFaults } from "../schema/check-schema";
import type { FilterGroup } from "../schema/filter";
import { duplicateFaults, placed } from "../schema/json-members";
import type { Parameter } from "../schema/parameter";
import type { ParameterList } from "../schema/policy";
import { listSchema } from "../schema/policy-schema";
import { isUtf16, readJson } from "../schema/read-json";
import { readCleanParam } from "./clean-param";
import { readClearUrls } from "./clearurls";
import { invalidList, type ListDoubt, ListError, type ListReport } from "./list-error";
import { FORMATS, type ListFormat } from "./list-format";
import { ListReports, MAX_OCTETS, MAX_RULES } from "./list-reports";
import { errorOfContent } from "./other-content";
import { readRemoveParam } from "./removeparam";
import { type SwitchedOff, switchedOffBy } from "./switched-off";

/** The number of the meaning of each format of others: with another one, a list makes other keys. */
const MEANINGS = { removeparam: 2, clearurls: 2, "clean-param": 1 } as const;
const MAX_TEXTS = 16;
const NAME = /^[A-Za-z0-9._-]{1,64}$/;
/** Whether rules of referral marketing are taken. */
const REFERRALS = { keep: false, drop: true } as const;

/** The result of `readList`: a list for the option `lists`, with its contents. */
export interface ReadList extends ParameterList {
	/** Format, name, version and SHA-256 of the octets: lists with the same identity are the same list. */
	readonly identity: string;
	/** Number of rules that are taken. */
	readonly rules: number;
	/** Number of rules that are about something else than parameters of pages: comments, rules that block, and the like. */
	readonly passedOver: number;
	/** Rules that are not taken as they stand, in the order of the list. */
	readonly reports: readonly ListReport[];
	/** Rules that are read as they stand, and hardly mean that: a mistyped `removeparam`, and one that takes the query of every URL. */
	readonly doubts: readonly ListDoubt[];
	/** Exceptions that cannot be taken, or hold for every URL, with the rules that they switch off. */
	readonly switchedOff: readonly SwitchedOff[];
}

/** Options of `readList`. */
export interface ListOptions {
	/** The name of the list in a policy's `query.lists`. Replaces that of the list, and is required if it has none. */
	readonly name?: string | undefined;
	/** `true`: the first report is an error. */
	readonly strict?: boolean | undefined;
	/** `"drop"`: takes the rules of `referralMarketing` of ClearURLs, too, which `"keep"`, the default, leaves out. */
	readonly referral?: "keep" | "drop" | undefined;
	/** Converts hosts beyond ASCII in patterns, as in `createNormalizer`. With `false`, they are reported. */
	readonly idna?: ToAscii | false | undefined;
}

interface ListFile {
	readonly name?: string;
	readonly version?: string;
	readonly params?: readonly Parameter[];
	readonly exempt?: readonly string[];
}

/**
 * Reads a list: the octets of a file. Throws ListError `list-syntax`, `list-version` or `list-too-large`, and with `strict` for
 * the first rule that is not taken as it stands.
 *
 * @example
 * ```ts
 * const list = readList("removeparam", new TextEncoder().encode("$removeparam=ref\n$removeparam=x,method=post"), { name: "mine" });
 * list.rules; // 1
 * list.reports[0].code; // "unsupported-modifier"
 * const crawler = createNormalizer({ policy: { key: { query: { lists: ["mine"] } } }, lists: [list] });
 * crawler.key("http://example.com/?ref=a&id=1"); // "http://example.com/?id=1"
 * ```
 */
export function readList(format: ListFormat, list: Octets, options: ListOptions = {}): ReadList {
	return readNamedList(format, list, options);
}

/** As `readList`. `fallback`: the name of a list that has none, nor one in the options. */
export function readNamedList(format: ListFormat, list: Octets, options: ListOptions, fallback?: string): ReadList {
	choose("format", format, FORMATS);
	checkNames(options, "name", "strict", "referral", "idna");
	checkFlags(options, "strict");
	const content = toOctets(list, "list");
	refuseCompressed(content);
	if (content.length > MAX_OCTETS) throw new ListError("list-too-large", "The list is larger than 1 MiB.");
	const text = new TextDecoder().decode(content);
	if (isUtf16(text)) throw new ListError("list-syntax", "The list is in UTF-16; save it as UTF-8.");
	const { strict = false, referral = "keep" } = options;
	const takesReferrals = choose("referral", referral, REFERRALS);
	if (takesReferrals && format !== "clearurls") {
		throw new OptionError("invalid-option", 'The option "referral" is for the format clearurls.');
	}
	const reports = new ListReports(strict, asciiBy(options.idna ?? platformToAscii));
	try {
		if (format === "urlsieve-list") return ownList(text, content, options.name, fallback);
		return listOfOthers(format, { text, content, takesReferrals }, options.name ?? fallback, reports);
	} catch (error) {
		throw errorOfContent(error, text, format);
	}
}

/** A list in a format of others. */
function listOfOthers(
	format: Exclude<ListFormat, "urlsieve-list">,
	{ text, content, takesReferrals }: { readonly text: string; readonly content: Uint8Array; readonly takesReferrals: boolean },
	name: string | undefined,
	reports: ListReports,
): ReadList {
	requireName(name);
	const filter = filterOf(format, text, takesReferrals, reports);
	return {
		name,
		params: [],
		exempt: [],
		filter,
		rules: filter.reduce((sum, { rules }) => sum + rules.length, 0),
		passedOver: reports.passedOver,
		reports: reports.reports,
		doubts: reports.doubts,
		switchedOff: switchedOffBy(filter),
		identity: `${format}@${MEANINGS[format]} ${name} ${sha256(content)}${takesReferrals ? " referral=drop" : ""}`,
	};
}

function filterOf(format: ListFormat, text: string, takesReferrals: boolean, reports: ListReports): FilterGroup[] {
	if (format === "clean-param") return readCleanParam(text, reports);
	return format === "removeparam"
		? readRemoveParam(text, reports)
		: readClearUrls(parsed(text, false).value, takesReferrals, reports);
}

/** Throws ListError for the octets of gzip. */
function refuseCompressed(octets: Uint8Array): void {
	if (octets[0] !== 0x1f || octets[1] !== 0x8b) return;
	throw new ListError("list-syntax", "The list is compressed; unpack it with gunzip -c, or tar -xzf, and give the file inside.");
}

function requireName(name: string | undefined): asserts name is string {
	if (typeof name === "string" && NAME.test(name)) return;
	throw new ListError("list-syntax", "The list needs a name, of 1 to 64 letters, digits, dots, underscores and hyphens.");
}

/** A list in the format `urlsieve-list@1`. */
function ownList(text: string, content: Uint8Array, given: string | undefined, fallback: string | undefined): ReadList {
	const file = checked(parsed(text, true));
	const name = given ?? file.name ?? fallback;
	if (name === undefined) throw new ListError("list-syntax", "The list has no name; give it one as the option name.");
	requireName(name);
	const { params = [], exempt = [], version = "" } = file;
	if (params.length > MAX_RULES) throw new ListError("list-too-large", "The list has more than 100,000 rules.", "/params");
	for (const [index, parameter] of params.entries()) {
		if (typeof parameter === "string" || (parameter.exceptPath?.length ?? 0) <= MAX_TEXTS) continue;
		throw new ListError("list-too-large", "An entry has more than 16 strings in exceptPath.", `/params/${index}/exceptPath`);
	}
	const identity = `urlsieve-list@1 ${name} ${version} ${sha256(content)}`;
	return { name, params, exempt, rules: params.length, passedOver: 0, reports: [], doubts: [], switchedOff: [], identity };
}

/** `isOurs`: whether the list is in our own format. */
function parsed(file: string, isOurs: boolean): { readonly value: unknown; readonly text: string } {
	const read = readJson(file, "list", isOurs);
	if ("fault" in read) throw new ListError("list-syntax", read.sentence, "", file.slice(0, 60), 1, [read.fault]);
	return read;
}

function checked({ value, text }: { readonly value: unknown; readonly text: string }): ListFile {
	const format = (value as { format?: unknown } | null)?.format;
	if (typeof format === "string" && /^urlsieve-list@[0-9]+$/.test(format) && format !== "urlsieve-list@1") {
		throw new ListError(
			"list-version",
			`The format ${format} is not known to this release; it reads urlsieve-list@1.`,
			"/format",
		);
	}
	const faults = [...duplicateFaults(text), ...schemaFaults(value, listSchema)];
	if (faults.length > 0) throw invalidList(placed(faults, text));
	return value as ListFile;
}
