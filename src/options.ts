/** The options of a normalizer, and how they become the options word that the kernel reads. */
import { Flag, Level as LevelRules } from "../assembly/layout/options";
import { ADMITTED_NAMES, type AdmittedOptions, admittedBy } from "./admitted";
import type { Edition } from "./editions/editions";
import { asciiBy, platformToAscii, type ToAscii } from "./engine/idna";
import type { Engine } from "./engine/kernel";
import { engineInUse, isAvailable } from "./engine/select";
import { OptionError } from "./errors";
import { checkFlags, checkNames, choose, kindOf } from "./input";

/** The levels of the comparison ladder of RFC 3986 §6.2 that depend only on the reference. */
export type Level = "string" | "syntax" | "scheme";

/** Treatment of a line that cannot be normalized: keep it unchanged, drop it, replace it by an empty line, or throw. */
export type InvalidLines = "keep" | "drop" | "blank" | "fail";

/** Options of a normalizer. All are optional. */
export interface NormalizeOptions extends AdmittedOptions {
	/** The level of normalization (RFC 3986 §6.2). `"string"`: not at all. `"syntax"`: §6.2.2. `"scheme"` (default): §6.2.3 as well. */
	level?: Level | undefined;
	/** `true`: a character that RFC 3986 does not allow is an error. `false` (default): it is percent-encoded. */
	strict?: boolean | undefined;
	/**
	 * Converts a host name with characters beyond US-ASCII to A-labels, or returns `undefined` if it cannot. The default is the
	 * platform's `URL`. `false` leaves such names percent-encoded. The function must not call this package: a call that would
	 * overwrite the reference that is being normalized throws OptionError `invalid-option`.
	 */
	idna?: ToAscii | false | undefined;
	/** Treatment of lines and column values that cannot be normalized. The default is `"keep"`. */
	invalid?: InvalidLines | undefined;
	/** Which engine runs. The default, `"auto"`, is the fastest one available. The output is always the same. */
	engine?: Engine | "auto" | undefined;
	/**
	 * Which edition of the standard defines the characters that percent-unreserved decodes (docs/reference/editions.md). The default is
	 * `"2005"`, RFC 3986. All other rules follow RFC 3986 in every edition.
	 */
	edition?: Edition | undefined;
	/** Which normal form. The only one is `"rfc3986"`, or `"rfc3986@1"`; `urlsieve/crawl` has others. */
	profile?: string | undefined;
}

/** Options, checked and with their defaults. */
export interface Settings {
	readonly level: Level;
	readonly edition: Edition;
	readonly strict: boolean;
	readonly toAscii: ToAscii;
	readonly invalid: InvalidLines;
	readonly engine: Engine;
	/** The kernel's options word, for single references and for lines. */
	readonly word: number;
	readonly linesWord: number;
	/** The areas from ADMITS_WEB on, if the options word for lines has Flag.LIST_SCHEMES. */
	readonly schemes?: Uint8Array | undefined;
}

const PROFILE = "rfc3986";
/** Version of the profile's normal form. It changes only in a major release. */
export const PROFILE_VERSION = 1;

const ELSEWHERE = "for createNormalizer of urlsieve/crawl";

export const LEVELS = { string: LevelRules.STRING, syntax: LevelRules.SYNTAX, scheme: LevelRules.SCHEME } as const;
/** The editions by their numbers in the options word. */
export const EDITIONS: { readonly [edition in Edition]: number } = { "2005": 0, "2003": 1, "1997": 2, "1994": 3 };
/** Treatment of invalid lines, as bits of the options word. */
export const INVALID = { keep: 0, drop: Flag.DROP_INVALID, blank: Flag.BLANK_INVALID, fail: Flag.STOP_AT_INVALID } as const;
const ENGINES = { auto: undefined, wasm: "wasm", js: "js" } as const;

/** Checks options and fills in defaults. Throws OptionError `invalid-option`, whose message names the option and its values. */
export function resolveOptions(options: NormalizeOptions = {}): Settings {
	if (Object.hasOwn(Object(options), "policy")) throw new OptionError("invalid-option", `Policies are ${ELSEWHERE}.`);
	checkNames(options, "level", "strict", "idna", "invalid", "engine", "edition", "profile", ...ADMITTED_NAMES);
	checkFlags(options, "strict");
	const level = options.level ?? "scheme";
	const invalid = options.invalid ?? "keep";
	const wanted = options.engine ?? "auto";
	const rules = choose("level", level, LEVELS);
	const edition = options.edition ?? "2005";
	const editionBits = choose("edition", edition, EDITIONS) << Flag.EDITION_SHIFT;
	const lines = choose("invalid", invalid, INVALID);
	const { bits, schemes } = admittedBy(options);
	const chosen = choose("engine", wanted, ENGINES) ?? engineInUse();
	checkProfile(options.profile);
	if (!isAvailable(chosen)) throw new OptionError("invalid-option", `The engine "${chosen}" does not run here.`);
	const strict = options.strict ?? false;
	const idna = options.idna ?? platformToAscii;
	const word = rules | editionBits | (strict ? Flag.STRICT : 0) | (idna === false ? Flag.NO_A_LABELS : 0);
	return {
		level,
		edition,
		strict,
		toAscii: asciiBy(idna),
		invalid,
		engine: chosen,
		word,
		linesWord: word | lines | bits,
		schemes,
	};
}

/** Throws OptionError `invalid-option` for a profile that is another normal form. */
function checkProfile(profile: unknown = PROFILE): void {
	if (profile === PROFILE || profile === `${PROFILE}@${PROFILE_VERSION}`) return;
	const given = typeof profile === "string" ? `"${profile}"` : kindOf(profile);
	throw new OptionError(
		"invalid-option",
		`The option "profile" must be "${PROFILE}", not ${given}; other profiles are ${ELSEWHERE}.`,
	);
}

/** The same settings at another level. */
export function atLevel(settings: Settings, level: Level): Settings {
	const word = (settings.word & ~Flag.RULES) | LEVELS[level];
	return { ...settings, level, word, linesWord: (settings.linesWord & ~Flag.RULES) | LEVELS[level] };
}

/** Decodes the options word of a snapshot. Throws OptionError `invalid-option` if this release does not know the word. */
export function settingsFromWord(word: number): Settings {
	const settings = resolveOptions(optionsFromWord(word));
	if (settings.word !== word) throw new OptionError("invalid-option", `Unknown options word ${word}.`);
	return settings;
}

/** The options of an options word: those that decide keys. */
export function optionsFromWord(word: number): NormalizeOptions {
	return {
		level: nameOf(word & Flag.RULES, LEVELS) ?? "scheme",
		edition: nameOf((word >>> Flag.EDITION_SHIFT) & Flag.EDITION_MASK, EDITIONS),
		strict: (word & Flag.STRICT) !== 0,
		idna: (word & Flag.NO_A_LABELS) !== 0 ? false : undefined,
	};
}

/** The name of a value in the table of an option's values. */
function nameOf<Name extends string>(value: number, values: Readonly<Record<Name, number>>): Name | undefined {
	return (Object.keys(values) as Name[]).find((name) => values[name] === value);
}

/** Describes settings in words, by the names of the command line's options. */
export function describe({ level, edition, strict, word }: Settings): string {
	return `level ${level}${edition === "2005" ? "" : `, edition ${edition}`}${strict ? ", strict" : ""}${(word & Flag.NO_A_LABELS) !== 0 ? ", no A-labels" : ""}`;
}
