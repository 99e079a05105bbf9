/**
 * Kinds of strings on which clients differ, and the places that one of them may lead to. Which client goes where, the rows say:
 * client-readings.ts has, for each kind, one character for each client.
 *
 * ```
 *   http://a.test\@b.test:81/   backslash-at   0: a.test, port 80   1: b.test, port 81   2: a.test\@b.test, port 81
 * ```
 */
import { dottedOf, parseIpv4, parseIpv6 } from "./ip-address";
import { atonOf } from "./ipv4-number";
import { readHost } from "./read-host";

/** A host and a port that a client connects to. */
export type Place = readonly [host: string, port: number];

/** What a kind's pattern has found: two pieces of the string, the port, and the port of the scheme. */
interface Found {
	readonly a: string;
	readonly b: string;
	readonly port: number;
	readonly usual: number;
	readonly scheme: string;
}

type Kind = readonly [pattern: RegExp, places: (found: Found) => readonly Place[]];
type Kinds = { readonly [name: string]: Kind };

const NAME = "[\\w-]+(?:\\.[\\w-]+)*";
const DECIMAL = "(?:0|[1-9]\\d*)";
const HEXADECIMAL = "(?:\\d+\\.)*0[Xx][\\dA-Fa-f]+(?:\\.(?:0[Xx][\\dA-Fa-f]+|\\d+))*";
/** Of a letter, a digit or one of `-._`. */
const TRIPLET = "%(?:2[DdEe]|3\\d|[46][1-9A-Fa-f]|[57][\\dAa]|5[Ff])";
const LARGE = "6553[6-9]|655[4-9]\\d|65[6-9]\\d\\d|6[6-9]\\d{3}|[7-9]\\d{4}";
const TAIL = "(?:[/?#][!-[\\]-~]*)?$";

/** Between scheme and port. */
const host = (pattern: string) => new RegExp(`^(?<scheme>https?)://${pattern}(?::(?<port>[1-9]\\d*))?${TAIL}`);
/** Between scheme and path. */
const authority = (pattern: string) => new RegExp(`^(?<scheme>https?)://${pattern}${TAIL}`);

/** Hosts at one port. */
const at = (port: number, ...hosts: readonly string[]): Place[] => hosts.map((name) => [name, port]);

/** What is before the host. */
const starts = () =>
	({
		"scheme-case": [
			new RegExp(`^(?<scheme>(?!http:)[Hh][Tt][Tt][Pp])://(?<a>${NAME})(?::(?<port>[1-9]\\d*))?${TAIL}`),
			({ a, port }) => [...at(port, a), ...at(80, "http")],
		],
		"no-slash": [new RegExp(`^(?<scheme>https?):(?<a>${NAME})${TAIL}`), slashes],
		"one-slash": [new RegExp(`^(?<scheme>https?):/(?<a>${NAME})${TAIL}`), slashes],
		"three-slashes": [new RegExp(`^(?<scheme>https?):///(?<a>${NAME})${TAIL}`), slashes],
		userinfo: [host(`(?<a>${NAME})@(?<b>${NAME})`), ({ a, b, port }) => at(port, b, `${a}@${b}`)],
		"backslash-at": [
			host(`(?<a>${NAME})\\\\@(?<b>${NAME})`),
			({ a, b, port, usual }) => [...at(usual, a), ...at(port, b, `${a}\\@${b}`)],
		],
	}) as const satisfies Kinds;

/** What is in a name, or behind it. */
const names = () =>
	({
		backslash: [authority(`(?<a>${NAME})(?<b>\\\\[\\w.-]*)`), ({ a, b, usual }) => at(usual, a, a + b)],
		percent: [
			host(`(?<a>(?=[\\w.-]*[A-Za-z_-])${NAME})(?<b>${TRIPLET}[\\w.-]*[A-Za-z_-])`),
			({ a, b, port, usual }) => [...at(port, a + decodeURIComponent(b), a + b), ...at(usual, a)],
		],
		"trailing-dot": [host(`(?<a>${NAME}(?<![.\\d]))\\.`), ({ a, port }) => at(port, a, `${a}.`)],
		tab: [
			host(`(?<a>${NAME}[\\t\\n\\r]+[\\w.-]*\\w)`),
			({ a, port }) => at(port, a.replace(/\s+/g, ""), a, a.replace(/\s/g, "_")),
		],
		space: [
			host(`(?<a>${NAME})(?<b> [\\w.-]*\\w)`),
			({ a, b, port, usual }) => [...at(usual, a), ...at(port, a + b, a + b.replace(" ", "%20"))],
		],
		nul: [host(`(?<a>${NAME})\\0(?<b>[\\w.-]*\\w)`), ({ a, b, port }) => at(port, a, `${a}%00${b}`)],
	}) as const satisfies Kinds;

/** Addresses and ports. */
const numbers = () =>
	({
		octal: [host("(?<a>(?=[\\d.]*\\b0[0-7])\\d+(?:\\.\\d+){3})"), number],
		hexadecimal: [host(`(?<a>${HEXADECIMAL})`), number],
		short: [host(`(?<a>${DECIMAL}(?:\\.${DECIMAL}){0,2})`), number],
		mapped: [host("\\[(?<a>::[Ff]{4}:[\\dA-Fa-f.:]+)\\]"), mapped],
		"empty-port": [authority(`(?<a>${NAME}):(?!//)`), ({ a, usual }) => at(usual, a, `${a}:`)],
		"two-ports": [
			authority(`(?<a>${NAME}):(?<port>[1-9]\\d{0,3}):(?<b>[1-9]\\d{0,3})`),
			({ a, b, port }) => [...at(port, a), ...at(Number(b), a, `${a}:${port}`)],
		],
		"port-zero": [authority(`(?<a>${NAME}):0`), ({ a, usual }) => [...at(usual, a), ...at(0, a)]],
		"large-port": [authority(`(?<a>${NAME}):(?<port>${LARGE})`), ({ a, port }) => at(port % 65_536, a)],
	}) as const satisfies Kinds;

/** Functions, so that bundles without them have no kinds. No string is of two kinds. */
const table = () => ({ ...starts(), ...names(), ...numbers() });

/** The name of a kind. */
export type KindName = keyof ReturnType<typeof table>;

/** The name, and a host for each way of a URL without two slashes before its host. */
function slashes({ a, scheme, usual }: Found): Place[] {
	return [...at(usual, a, "localhost", "::1", "127.0.0.1", "0.0.0.0"), ...at(80, scheme), ...at(21, scheme)];
}

/** As `inet_aton` reads numbers, and with all of them as decimals. */
function number({ a, port }: Found): Place[] {
	const [octal, decimal] = [atonOf(a), a.replace(/\b0+(?=\d)/g, "")];
	if (octal === undefined) return [];
	return parseIpv4(decimal) === undefined
		? [[octal, port]]
		: [
				[octal, port],
				[decimal, port],
			];
}

function mapped({ a, port }: Found): Place[] {
	const tail = a.slice(a.indexOf(":", 2) + 1);
	const groups = parseIpv4(tail) ?? parseIpv6(`::${tail}`)?.slice(6);
	return groups === undefined ? [] : [[dottedOf(groups), port]];
}

let known: [KindName, Kind][] | undefined;

/** The kind of a rejected string, and its places, whose order the readings know. Undefined if it is of none, or has more than one fault. */
export function kindOf(url: string): readonly [KindName, readonly Place[]] | undefined {
	known ??= Object.entries(table()) as [KindName, Kind][];
	for (const [name, [pattern, places]] of known) {
		const groups = pattern.exec(url)?.groups;
		if (groups === undefined) continue;
		const found = places(foundOf(groups)).map(([host, port]): Place => [host.toLowerCase(), port]);
		return isPlain(found[0]) ? [name, found] : undefined;
	}
	return undefined;
}

function foundOf({ a = "", b = "", port, scheme = "" }: { [name: string]: string | undefined }): Found {
	const usual = scheme.toLowerCase() === "https" ? 443 : 80;
	return { a, b, port: port === undefined ? usual : Number(port), usual, scheme };
}

/** Whether all clients read a host and a port alike. libcurl never looks `localhost` up. */
function isPlain(place: Place | undefined): boolean {
	if (place === undefined) return false;
	const read = readHost(`http://${place[0]}:${place[1]}/`);
	return read.accepted && !read.host.endsWith("localhost");
}
