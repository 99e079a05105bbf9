/** What a caller can choose, and the options word that the kernel reads. */
import { Flag, Level as LevelRules } from "../assembly/options";
import type { Edition } from "./editions/editions";
import { platformToAscii, type ToAscii } from "./engine/idna";
import type { Engine } from "./engine/kernel";
import { engine, isAvailable } from "./engine/select";
import { UriError } from "./errors";
import { checkNames, choose } from "./input";

/** The rungs of the ladder of RFC 3986 §6.2 that rest on the reference alone. */
export type Level = "string" | "syntax" | "scheme";

/** What becomes of a line that cannot be normalized: it stays as it came, leaves nothing, leaves an empty line, or ends it all. */
export type InvalidLines = "keep" | "drop" | "blank" | "fail";

/** Pairs of references of which the first leads to the second. */
export type Observations = Iterable<readonly [from: string, to: string]>;

/** What a normalizer can be asked for. Every option may be left out. */
export interface NormalizeOptions {
	/** How much is equal (RFC 3986 §6.2). `"string"`: octets only. `"syntax"`: §6.2.2. `"scheme"`, the default: §6.2.3 as well. */
	level?: Level | undefined;
	/** `true`: what RFC 3986 does not allow where it stands is an error. `false`, the default: it is percent-encoded. */
	strict?: boolean | undefined;
	/**
	 * Turns a host name with characters beyond US-ASCII into A-labels, or answers `undefined` when it cannot. The default is
	 * the platform's `URL`; `false` leaves such names percent-encoded.
	 */
	idna?: ToAscii | false | undefined;
	/** What becomes of lines that cannot be normalized; `"keep"` is the default. Only for bulk input. */
	invalid?: InvalidLines | undefined;
	/** Which engine runs; the best one that there is, by default. Outputs are the same. */
	engine?: Engine | "auto" | undefined;
	/**
	 * Which edition of the standard says what percent-unreserved decodes: `"2005"`, the default, is RFC 3986; each one before
	 * it decodes another set (docs/editions.md). All else is as RFC 3986 has it.
	 */
	edition?: Edition | undefined;
	/** References that were observed to lead to others (§6.2.4): see `Normalizer.observe`. */
	observed?: Observations | undefined;
	/** The normal form that is meant. There is one: `"rfc3986"`. */
	profile?: string | undefined;
}

/** Options, checked. */
export interface Settings {
	readonly level: Level;
	readonly edition: Edition;
	readonly strict: boolean;
	readonly toAscii: ToAscii;
	readonly invalid: InvalidLines;
	readonly engine: Engine;
	/** The options word of the kernel, for single references and for lines. */
	readonly word: number;
	readonly linesWord: number;
}

/** The one profile that there is. */
const PROFILE = "rfc3986";
/** The version of its normal form: it changes with a major version of the package at most. */
export const PROFILE_VERSION = 1;

const LEVELS = { string: LevelRules.STRING, syntax: LevelRules.SYNTAX, scheme: LevelRules.SCHEME } as const;
const EDITIONS = { "2005": 0, "2003": 1, "1997": 2, "1994": 3 } as const;
const INVALID = { keep: 0, drop: Flag.DROP_INVALID, blank: Flag.BLANK_INVALID, fail: Flag.STOP_AT_INVALID } as const;
const ENGINES = { auto: engine, "wasm-simd": "wasm-simd", wasm: "wasm", js: "js" } as const;

/** Checks options. Throws UriError `invalid-option` with a sentence that names the option and its values. */
export function resolveOptions(options: NormalizeOptions = {}): Settings {
	checkNames(options, "level", "strict", "idna", "invalid", "engine", "edition", "observed", "profile");
	const level = options.level ?? "scheme";
	const invalid = options.invalid ?? "keep";
	const wanted = options.engine ?? "auto";
	const rules = choose("level", level, LEVELS);
	const edition = options.edition ?? "2005";
	const editionBits = choose("edition", edition, EDITIONS) << Flag.EDITION_SHIFT;
	const lines = choose("invalid", invalid, INVALID);
	const chosen = choose("engine", wanted, ENGINES);
	choose("profile", options.profile ?? PROFILE, { [PROFILE]: true });
	if (!isAvailable(chosen)) throw new UriError("invalid-option", `The engine "${chosen}" does not run here.`);
	const strict = options.strict ?? false;
	const idna = options.idna ?? platformToAscii;
	const word = rules | editionBits | (strict ? Flag.STRICT : 0) | (idna === false ? Flag.NO_A_LABELS : 0);
	const toAscii = idna === false ? () => undefined : idna;
	return { level, edition, strict, toAscii, invalid, engine: chosen, word, linesWord: word | lines };
}

/** The same settings on another rung. */
export function atLevel(settings: Settings, level: Level): Settings {
	const word = (settings.word & ~Flag.RULES) | LEVELS[level];
	return { ...settings, level, word, linesWord: (settings.linesWord & ~Flag.RULES) | LEVELS[level] };
}

/** The settings that an options word stands for: what a snapshot says of itself. Throws UriError for a word that means nothing. */
export function settingsFromWord(word: number): Settings {
	const level = nameOf(word & Flag.RULES, LEVELS);
	const settings = resolveOptions({
		level: level ?? "scheme",
		edition: nameOf((word >>> Flag.EDITION_SHIFT) & Flag.EDITION_MASK, EDITIONS),
		strict: (word & Flag.STRICT) !== 0,
		idna: (word & Flag.NO_A_LABELS) !== 0 ? false : undefined,
	});
	if (settings.word !== word) throw new UriError("invalid-option", `The options word ${word} is not known to this release.`);
	return settings;
}

/** The name in a table of an option's values that `value` stands behind. */
function nameOf<Name extends string>(value: number, values: Readonly<Record<Name, number>>): Name | undefined {
	return (Object.keys(values) as Name[]).find((name) => values[name] === value);
}

/** Options in words, as on the command line. */
export function describe({ level, edition, strict, word }: Settings): string {
	return `level ${level}${edition === "2005" ? "" : `, edition ${edition}`}${strict ? ", strict" : ""}${(word & Flag.NO_A_LABELS) !== 0 ? ", no A-labels" : ""}`;
}
