/**
 * urlsieve: references in normal form, by the letter of RFC 3986.
 *
 * @packageDocumentation
 */
import { createNormalizer } from "./normalizer";
import type { Level, NormalizeOptions } from "./options";

export type { Engine } from "./engine/kernel";
export { engine } from "./engine/select";
export { type Component, UriError, type UriErrorCode } from "./errors";
export type { ToAscii } from "./idna";
export type { NormalizedLines, Reject } from "./lines";
export { createNormalizer, type Normalizer } from "./normalizer";
export type { InvalidLines, Level, NormalizeOptions } from "./options";
export {
	type AfsRecord,
	type CidRecord,
	type ExperimentalRecord,
	type FileRecord,
	type FtpAnswers,
	type FtpRecord,
	formatScheme,
	ftpCommands,
	type GopherForm,
	type GopherPlus,
	type GopherRecord,
	type GopherView,
	gopherRequest,
	type HostPort,
	type HttpRecord,
	type Login,
	type MailHeader,
	type MailtoRecord,
	type MidRecord,
	type NewsRecord,
	type NntpRecord,
	octetsOf,
	type ProsperoField,
	type ProsperoRecord,
	parseScheme,
	type ReservedRecord,
	type SchemeBase,
	type SchemeRecord,
	type TelnetRecord,
	type Typecode,
	type WaisField,
	type WaisRecord,
} from "./schemes/index";
export { type AddedLines, SeenSet, type SeenSetOptions } from "./seen-set";
export { parse, recompose, tryParse, Uri, type UriComponents } from "./uri";

const standard = createNormalizer();

/**
 * The normal form of a reference; the same string when it is in normal form already. Throws UriError when it has none.
 *
 * @example
 * ```ts
 * normalize("HTTP://Example.com:80/%7Efoo/../a%2fb"); // "http://example.com/a%2Fb"
 * ```
 */
export function normalize(reference: string, options?: NormalizeOptions): string {
	return by(options).normalize(reference);
}

/**
 * Says whether a reference is in normal form. One that has none is not.
 *
 * @example
 * ```ts
 * isNormalized("http://example.com/"); // true
 * isNormalized("http://example.com"); // false
 * ```
 */
export function isNormalized(reference: string, options?: NormalizeOptions): boolean {
	return by(options).isNormalized(reference);
}

/**
 * Says whether two references have the same normal form. Throws UriError when one has none.
 *
 * @example
 * ```ts
 * equivalent("http://example.com:80", "http://EXAMPLE.com/"); // true
 * equivalent("http://example.com/a%2Fb", "http://example.com/a/b"); // false
 * ```
 */
export function equivalent(a: string, b: string, options?: NormalizeOptions): boolean {
	return by(options).equivalent(a, b);
}

/**
 * The lowest rung of the ladder (RFC 3986 §6.2) on which two references are equal; undefined for none. Throws UriError when
 * one has no normal form.
 *
 * @example
 * ```ts
 * compare("http://example.com/%7efoo", "http://example.com/~foo"); // "syntax"
 * compare("http://example.com", "http://example.com/"); // "scheme"
 * compare("http://example.com/a", "http://example.com/b"); // undefined
 * ```
 */
export function compare(a: string, b: string): Level | undefined {
	return standard.compare(a, b);
}

function by(options: NormalizeOptions | undefined) {
	return options === undefined ? standard : createNormalizer(options);
}
