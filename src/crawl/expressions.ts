/** Safe Browsing: the expressions of a URL, and their SHA-256. The canonical URL is the profile `safe-browsing@1`. */

import { CrawlLimit } from "../../assembly/layout/crawl-addresses";
import { CrawlFlag } from "../../assembly/layout/crawl-options";
import { Octet } from "../../assembly/octets/char";
import type { AdmittedOptions } from "../admitted";
import type { ToAscii } from "../engine/idna";
import type { Engine } from "../engine/kernel";
import { LINES_CAPACITY } from "../engine/workspace";
import { OptionError, unwrap } from "../errors";
import { checkNames, choose, requireString, toOctets } from "../input";
import { feedAll, type NormalizedLines } from "../lines/lines";
import type { PublicSuffix } from "../lines/parts";
import type { InvalidLines } from "../options";
import { crawlWorkspace } from "./crawl-kernel";
import { type CrawlSettings, resolveCrawlOptions } from "./crawl-options";
import { fetchForm } from "./crawl-reference";

export type { PublicSuffix };

/** Options of `expressions`. All may be left out, but v5 needs `publicSuffix`. */
export interface ExpressionOptions {
	/** `"v4"`, the default: the host and its last 5 to 2 labels. `"v5"`: the host, its registrable domain, and up to three more labels. */
	readonly hosts?: "v4" | "v5" | undefined;
	/** The Public Suffix List, for v5: `fromTldts(tldts)`. */
	readonly publicSuffix?: PublicSuffix | undefined;
	/** As in `createNormalizer`. */
	readonly idna?: ToAscii | false | undefined;
	/** Treatment of lines without expressions; `"keep"` is the default. Only for bulk input. */
	readonly invalid?: InvalidLines | undefined;
	/** As in `createNormalizer`. Only for bulk input. */
	readonly comments?: AdmittedOptions["comments"];
	readonly engine?: Engine | "auto" | undefined;
}

/** Options of `hashes`. */
export interface HashOptions extends ExpressionOptions {
	/** Bits of each hash: a multiple of 8 from 32 to 256, which is the default. */
	readonly bits?: number | undefined;
}

/**
 * The host-suffix and path-prefix expressions of a URL, at most 30, in the order of the documents. Throws UriError.
 *
 * @example
 * ```ts
 * expressions("http://a.b.c/1?q").join(" "); // "a.b.c/1?q a.b.c/1 a.b.c/ b.c/1?q b.c/1 b.c/"
 * ```
 */
export function expressions(reference: string, options: ExpressionOptions = {}): string[] {
	return listOf(reference, settingsOf(options));
}

/**
 * The SHA-256 of each expression, in their order: 32 octets, or the first `bits / 8` of them. Throws UriError.
 *
 * @example
 * ```ts
 * hashes("http://a.b.c/", { bits: 32 }).join(" "); // "249,193,66,196 178,37,207,93"
 * ```
 */
export function hashes(reference: string, options: HashOptions = {}): Uint8Array[] {
	const texts = listOf(reference, hashSettingsOf(options));
	return texts.map((text) => Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)));
}

/**
 * The expressions of each line: one URL a line, as octets, each ended by LF or CR LF. One JSON array of strings out for each line in,
 * ended by LF, unless it is rejected: then `invalid` decides. Throws UriError if a line is rejected and `invalid` is `"fail"`.
 */
export function expressionLines(lines: Uint8Array, options: ExpressionOptions = {}): NormalizedLines {
	return listLines(lines, settingsOf(options));
}

/** Like `expressionLines`, with the hash of each expression in lower-case hexadecimal. */
export function hashLines(lines: Uint8Array, options: HashOptions = {}): NormalizedLines {
	return listLines(lines, hashSettingsOf(options));
}

/**
 * The Public Suffix List of the package `tldts`, which is installed beside: pass the module. Its private section is included, such as
 * `github.io`, unless `private` is false.
 */
export function fromTldts(
	tldts: { getDomain(host: string, options: { allowPrivateDomains: boolean; extractHostname: boolean }): string | null },
	{ private: allowPrivateDomains = true }: { readonly private?: boolean } = {},
): PublicSuffix {
	const options = { allowPrivateDomains, extractHostname: false };
	return {
		registrableDomain: (host) => {
			const domain = tldts.getDomain(host, options) ?? undefined;
			// The label before the suffix of `a..com` is empty.
			return domain?.startsWith(".") ? undefined : domain;
		},
	};
}

/** Throws OptionError `invalid-option`. */
function hashSettingsOf(options: HashOptions): CrawlSettings {
	checkNames(options, ...EXPRESSION_OPTIONS, "bits");
	const { bits = 256, ...others } = options;
	if (!Number.isInteger(bits) || bits % 8 !== 0 || bits < 32 || bits > 256) {
		throw new OptionError("invalid-option", `The option "bits" must be a multiple of 8 from 32 to 256, not ${String(bits)}.`);
	}
	return settingsOf(others, CrawlFlag.HASHES | ((bits / 8 - 1) << CrawlFlag.PREFIX_SHIFT));
}

const EXPRESSION_OPTIONS = ["hosts", "publicSuffix", "idna", "invalid", "engine", "comments"] as const;

/** Throws OptionError `invalid-option`. */
function settingsOf(options: ExpressionOptions, flags: number = CrawlFlag.EXPRESSIONS): CrawlSettings {
	checkNames(options, ...EXPRESSION_OPTIONS);
	const { hosts = "v4", publicSuffix, idna, invalid, engine, comments } = options;
	const hostsFlag = choose("hosts", hosts, { v4: 0, v5: CrawlFlag.HOSTS_V5 });
	if (hosts === "v5" && publicSuffix === undefined) {
		throw new OptionError("invalid-option", 'The option "publicSuffix" is needed for the hosts of v5: fromTldts(tldts).');
	}
	const settings = resolveCrawlOptions({ profile: "safe-browsing@1", idna, invalid, engine, comments });
	const word = settings.word | flags | hostsFlag;
	const linesWord = settings.linesWord | word;
	return {
		...settings,
		word,
		linesWord,
		...(publicSuffix && { registrableDomain: (host) => publicSuffix.registrableDomain(host) }),
	};
}

function listOf(reference: string, settings: CrawlSettings): string[] {
	requireString(reference, "reference");
	const workspace = crawlWorkspace(settings.engine);
	workspace.reserve(capacityFor(3 * reference.length));
	return JSON.parse(unwrap(fetchForm(reference, settings, workspace))) as string[];
}

function listLines(lines: Uint8Array, settings: CrawlSettings): NormalizedLines {
	const octets = toOctets(lines, "lines");
	const workspace = crawlWorkspace(settings.engine);
	workspace.reserve(Math.max(LINES_CAPACITY, capacityFor(longestLine(octets))));
	return feedAll(octets, workspace, settings);
}

/** The capacity of a workspace that has room for the list of a reference of `length` octets. */
function capacityFor(length: number): number {
	const octets = Math.min(length, CrawlLimit.LISTED);
	return Math.ceil((CrawlLimit.GROWTH_OF_LISTS * octets + CrawlLimit.SLACK_OF_LISTS) / CrawlLimit.GROWTH);
}

function longestLine(lines: Uint8Array): number {
	let longest = 0;
	for (let start = 0; start < lines.length; ) {
		const found = lines.indexOf(Octet.LF, start);
		const end = found < 0 ? lines.length : found;
		longest = Math.max(longest, end - start);
		start = end + 1;
	}
	return longest;
}
