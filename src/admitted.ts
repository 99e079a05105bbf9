/** The options on which lines are references that are wanted, and their form for the kernel: assembly/lines/admitted.ts. */
import { Limit } from "../assembly/layout/addresses";
import { Flag } from "../assembly/layout/options";
import { DIGIT, LOWER_ALPHA, SCHEME_NON_ALNUM } from "../assembly/octets/alphabets";
import { OptionError } from "./errors";
import { checkFlags, choose } from "./input";

/** Options on lines, and on values of tables. They change no key. */
export interface AdmittedOptions {
	/**
	 * Reads blank lines, and lines that begin with "#", as comments instead of references: they stay as they came (`"keep"`), or are
	 * dropped (`"drop"`). They are among the rejects, with the code `comment`, and `invalid` does not apply to them. By default they are
	 * references like others, which RFC 3986 §4.4 allows. Not for tables.
	 */
	readonly comments?: "keep" | "drop" | undefined;
	/** The schemes of lines, such as http and https. Others are rejected: `unexpected-scheme`, or `relative-reference` without one. */
	readonly schemes?: readonly string[] | undefined;
	/** `true`: lines without a scheme are rejected, as `relative-reference`. */
	readonly requireScheme?: boolean | undefined;
}

/** The same, checked. `bits` belong to the options word for lines, `schemes` to the areas from ADMITS_WEB on. */
export interface Admitted {
	readonly bits: number;
	readonly schemes: Uint8Array | undefined;
}

/** The names of these options. */
export const ADMITTED_NAMES = ["comments", "schemes", "requireScheme"] as const;

/** The bits that the values of tables share with lines. */
export const SCHEME_BITS: number = Flag.REQUIRE_SCHEME | Flag.LIST_SCHEMES;

const COMMENTS = { keep: Flag.COMMENTS, drop: Flag.COMMENTS | Flag.DROP_COMMENTS } as const;
const WHOLE_SCHEME = new RegExp(`^[${LOWER_ALPHA}][${LOWER_ALPHA}${DIGIT}${SCHEME_NON_ALNUM}]*$`, "i");

/** Throws OptionError `invalid-option`. */
export function admittedBy(options: AdmittedOptions): Admitted {
	checkFlags(options, "requireScheme");
	const comments = options.comments === undefined ? 0 : choose("comments", options.comments, COMMENTS);
	const required = options.requireScheme ? Flag.REQUIRE_SCHEME : 0;
	if (options.schemes === undefined) return { bits: comments | required, schemes: undefined };
	return { bits: comments | SCHEME_BITS, schemes: schemesOf(options.schemes) };
}

function schemesOf(schemes: readonly string[]): Uint8Array {
	const isList = Array.isArray(schemes) && schemes.length > 0;
	const wrong = isList ? schemes.find((scheme) => typeof scheme !== "string" || !WHOLE_SCHEME.test(scheme)) : schemes;
	if (!isList || wrong !== undefined) {
		const got = typeof wrong === "string" ? `"${wrong}"` : isList ? typeof wrong : "none";
		throw new OptionError("invalid-option", `The option "schemes" must be an array of schemes, such as ["ftp"]; got ${got}.`);
	}
	return areasOf(schemes.map((scheme) => scheme.toLowerCase()));
}

/** ADMITS_WEB, SCHEMES_LENGTH, SCHEMES_LISTED. */
function areasOf(names: readonly string[]): Uint8Array {
	const listed = new TextEncoder().encode(names.map((name) => `${name}:`).join(""));
	if (listed.length > Limit.SCHEMES)
		throw new OptionError(
			"invalid-option",
			`The option "schemes" can have ${Limit.SCHEMES} characters in all, not ${listed.length}.`,
		);
	const areas = new Uint8Array(8 + listed.length);
	areas[0] = Number(names.includes("http") && names.includes("https"));
	areas[4] = listed.length;
	areas.set(listed, 8);
	return areas;
}
