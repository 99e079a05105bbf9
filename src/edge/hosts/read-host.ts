/**
 * The grammar in which every HTTP client was seen to connect to the same host.
 *
 * ```
 *   url  = ("http" / "https") "://" host [":" port] [tail]      host = name / ipv4 / "[" ipv6 "]"
 * ```
 *
 * A reason is where a client differs, in the order of the checks: docs/reference/edge.md lists the strings and the clients.
 */
import { type AddressClass, classOfGroups } from "./address-class";
import { formatIpv6, parseIpv4, parseIpv6 } from "./ip-address";

/** Why a string is rejected, in the order of the checks. */
export const REASONS = [
	"characters",
	"form",
	"scheme",
	"scheme-case",
	"length",
	"userinfo",
	"port",
	"ipv6",
	"non-ascii",
	"percent",
	"unspecified",
	"ipv4",
	"trailing-dot",
	"host",
] as const;

/** Why a string is rejected. docs/reference/edge.md explains each. */
export type Reason = (typeof REASONS)[number];

/** Where a string leads. */
export interface AcceptedUrl {
	readonly accepted: true;
	readonly scheme: "http" | "https";
	/** A name in lowercase, four decimals, or an IPv6 address as RFC 5952 writes it, without brackets. */
	readonly host: string;
	/** The port of the string, or that of the scheme. */
	readonly port: number;
	/** Of a host that is an address; `loopback` for `localhost` and the names below it. */
	readonly address?: AddressClass;
}

/** Why a string is rejected, and where. */
export interface RejectedUrl {
	readonly accepted: false;
	readonly reason: Reason;
	/** Where the fault begins, in UTF-16 units. */
	readonly offset: number;
}

/** UTF-16 units. Longer strings are not read. */
export const MAX_LENGTH = 16_384;
const MAX_NAME = 253;

/** The fast path, for 99 % of URLs: a name whose last label does not begin with a digit, and a tail of ASCII. */
const USUAL = /^(https?):\/\/((?:[\w-]{1,63}\.)+[A-Za-z_][\w-]{0,62})(?::([1-9]\d{0,3}))?(?:[/?#][!-[\]-~]*)?$/;
/** ASCII that every client takes, in any place. */
const PLAIN = /^[!-[\]-~]*$/;
/**
 * C0, space, backslash, DEL, C1, invisible characters, and lone surrogates, which are the last unit of what is found. Without negation: njs
 * has characters beyond U+FFFF in no class of units.
 */
const STRANGE =
	/[\0-\x20\\\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?:^|[^\ud800-\udbff])[\udc00-\udfff]/;
const START = /^([A-Za-z]+):\/\/([^/?#]*)/;
const LABEL = /^[a-z0-9_-]{1,63}$/;
/** Last labels of what `inet_aton` reads as an address. */
const NUMBER = /^(?:\d+|0x[\da-f]*)$/;

/** Reads where a string leads, or the first reason not to send it. Throws TypeError unless it is a string. */
export function readHost(url: string): AcceptedUrl | RejectedUrl {
	if (typeof url !== "string") throw new TypeError("A URL must be a string.");
	const usual = url.length > MAX_LENGTH ? null : USUAL.exec(url);
	if (usual !== null && (usual[2] as string).length <= MAX_NAME) return readUsual(usual);
	const strange = PLAIN.test(url) ? null : STRANGE.exec(url);
	if (strange !== null) return fault("characters", strange.index + strange[0].length - 1);
	const start = START.exec(url);
	if (start === null) return fault("form", formFault(url));
	const [, scheme, authority] = start as unknown as readonly [string, string, string];
	if (scheme !== "http" && scheme !== "https") return schemeFault(scheme);
	if (url.length > MAX_LENGTH) return fault("length", MAX_LENGTH);
	return readAuthority(scheme, authority, scheme.length + 3);
}

function readUsual(parts: RegExpExecArray): AcceptedUrl {
	// Faster by index than by a pattern, which iterates.
	const scheme = parts[1] as "http" | "https";
	const port = parts[3] === undefined ? usualPort(scheme) : Number(parts[3]);
	return named(scheme, (parts[2] as string).toLowerCase(), port);
}

/** An accepted name. `localhost` and the names below it are loopback: RFC 6761 §6.3. */
function named(scheme: "http" | "https", host: string, port: number): AcceptedUrl {
	if (host.slice(-9) === "localhost" && /^(?:.*\.)?localhost$/.test(host))
		return { accepted: true, scheme, host, port, address: "loopback" };
	return { accepted: true, scheme, host, port };
}

function usualPort(scheme: "http" | "https"): number {
	return scheme === "https" ? 443 : 80;
}

function fault(reason: Reason, offset: number): RejectedUrl {
	return { accepted: false, reason, offset };
}

/** The first unit that is neither a letter nor of `://`. */
function formFault(url: string): number {
	const begun = /^[A-Za-z]*(?::\/?)?/.exec(url) as RegExpExecArray;
	return begun[0][0] === ":" ? 0 : begun[0].length;
}

function schemeFault(scheme: string): RejectedUrl {
	return /^https?$/i.test(scheme) ? fault("scheme-case", scheme.search(/[A-Z]/)) : fault("scheme", 0);
}

function readAuthority(scheme: "http" | "https", authority: string, at: number): AcceptedUrl | RejectedUrl {
	const user = authority.indexOf("@");
	if (user >= 0) return fault("userinfo", at + user);
	const isLiteral = authority[0] === "[";
	const end = isLiteral ? authority.indexOf("]") + 1 : authority.indexOf(":");
	if (isLiteral && (end === 0 || (end < authority.length && authority[end] !== ":"))) return fault("host", at + Math.max(0, end));
	const host = end < 0 ? authority : authority.slice(0, end);
	const port = portOf(scheme, authority.slice(host.length));
	if (port === undefined) return fault("port", at + host.length + 1);
	return isLiteral ? readIpv6(scheme, host.slice(1, -1), port, at) : readName(scheme, host, port, at);
}

/** The port of nothing, or of `:` and a number that all clients read alike. */
function portOf(scheme: "http" | "https", text: string): number | undefined {
	if (text === "") return usualPort(scheme);
	const port = /^:[1-9]\d{0,4}$/.test(text) ? Number(text.slice(1)) : 0;
	return port > 0 && port < 65_536 ? port : undefined;
}

function readIpv6(scheme: "http" | "https", text: string, port: number, at: number): AcceptedUrl | RejectedUrl {
	const groups = parseIpv6(text);
	if (groups === undefined || isMapped(groups)) return fault("ipv6", at);
	if (groups.every((group) => group === 0)) return fault("unspecified", at);
	return { accepted: true, scheme, host: formatIpv6(groups), port, address: classOfGroups(groups) };
}

/** RFC 4291 §2.5.5.2. Java connects to the IPv4 address. */
function isMapped(groups: readonly number[]): boolean {
	return groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
}

function readName(scheme: "http" | "https", text: string, port: number, at: number): AcceptedUrl | RejectedUrl {
	if (text === "") return fault("host", at);
	const foreign = text.search(/[^\0-\x7f]/);
	if (foreign >= 0) return fault("non-ascii", at + foreign);
	const percent = text.indexOf("%");
	if (percent >= 0) return fault("percent", at + percent);
	const host = text.toLowerCase();
	if (host === "0.0.0.0") return fault("unspecified", at);
	const groups = parseIpv4(host);
	if (groups !== undefined) return { accepted: true, scheme, host, port, address: classOfGroups(groups) };
	if (/[^.]\.$/.test(host)) return fault("trailing-dot", at + text.length - 1);
	if (NUMBER.test(host.slice(host.lastIndexOf(".") + 1))) return fault("ipv4", at);
	if (host.length > MAX_NAME || !host.split(".").every((label) => LABEL.test(label))) return fault("host", at);
	return named(scheme, host, port);
}
