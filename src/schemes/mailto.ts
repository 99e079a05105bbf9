/**
 * The scheme mailto: RFC 1738 §3.5, and the header fields of RFC 6068 §2.
 *
 * ```
 *   mailtourl      = "mailto:" encoded822addr        encoded822addr = 1*xchar ; further defined in RFC 822
 *   hfields        = "?" hfield *( "&" hfield )      hfield = hfname "=" hfvalue      hfname = hfvalue = *qchar
 *   addr-spec      = local-part "@" domain           to = addr-spec *( "," addr-spec )
 * ```
 */
import { LINE_ENDS, NUL, readDecoded, rule, writeDecoded } from "./rule";
import { type Part, partError } from "./source";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** A header field of the message to compose. */
export interface MailHeader {
	readonly name: string;
	readonly value: string;
}

/** The parts of a mailto URL, decoded. */
export interface MailtoRecord extends SchemeBase {
	readonly scheme: "mailto";
	/** One addr-spec, or several separated by "," (RFC 6068 §2). May be empty if there are header fields. */
	readonly address: string;
	/** The header fields in order. Absent if the URL has no "?". */
	readonly headers?: readonly MailHeader[] | undefined;
}

const ADDRESS = rule("encoded822addr", ";/:@&=", ":@");
const NAME = rule("hfname", ";:@");
const VALUE = rule("hfvalue", ";:@");

const NO_ADDRESS = "A mailto URL needs an address.";
const ADDRESS_FAULT = 'An address must be a local part, "@" and a domain.';

export const mailto: SchemeSyntax<MailtoRecord> = {
	read(source) {
		const [address, fields] = source.schemePart("mailtourl").cut("?");
		if (address.text === "" && fields === undefined) throw address.fault("encoded822addr", NO_ADDRESS);
		return { scheme: "mailto", address: readAddress(address), headers: fields && readHeaders(fields) };
	},
	write({ address, headers }) {
		if (address === "" && headers === undefined) {
			throw partError("encoded822addr", "path", NO_ADDRESS, address);
		}
		return `mailto:${writeAddress(address)}${headers === undefined ? "" : `?${writeHeaders(headers)}`}`;
	},
};

function readAddress(part: Part): string {
	const text = readDecoded(part, ADDRESS, LINE_ENDS);
	if (text === "" || splitAddresses(text).every(isAddrSpec)) return text;
	throw part.fault("encoded822addr", ADDRESS_FAULT);
}

/** addr-spec = local-part "@" domain: RFC 822 §6.1. */
function isAddrSpec(address: string): boolean {
	const at = address.lastIndexOf("@");
	return at > 0 && at < address.length - 1;
}

function writeAddress(text: string): string {
	if (text === "") return "";
	const addresses = splitAddresses(text);
	if (!addresses.every(isAddrSpec)) {
		throw partError("encoded822addr", "path", ADDRESS_FAULT, text);
	}
	return addresses.map((address) => writeDecoded(address, ADDRESS, "path", LINE_ENDS).replaceAll(",", "%2C")).join(",");
}

/** Splits at each "," outside quoted strings: RFC 822 §3.3. */
function splitAddresses(text: string): string[] {
	const addresses: string[] = [];
	let start = 0;
	let isQuoted = false;
	for (let at = 0; at < text.length; ++at) {
		const character = text[at];
		if (character === "\\") ++at;
		else if (character === '"') isQuoted = !isQuoted;
		else if (character === "," && !isQuoted) {
			addresses.push(text.slice(start, at));
			start = at + 1;
		}
	}
	return [...addresses, text.slice(start)];
}

function readHeaders(part: Part): MailHeader[] {
	const headers: MailHeader[] = [];
	for (let at = 0; at <= part.text.length; ) {
		const found = part.text.indexOf("&", at);
		const end = found < 0 ? part.text.length : found;
		headers.push(readHeader(part.slice(at, end)));
		at = end + 1;
	}
	return headers;
}

function readHeader(field: Part): MailHeader {
	const [name, value] = field.cut("=");
	if (value === undefined) throw field.fault("hfield", 'A header field must be a name, "=" and a value.');
	const readName = readDecoded(name, NAME, LINE_ENDS);
	return { name: readName, value: readDecoded(value, VALUE, forbiddenIn(readName)) };
}

function writeHeaders(headers: readonly MailHeader[]): string {
	if (headers.length === 0)
		throw partError("hfields", "query", "The array of header fields must not be empty. Omit it instead.", "");
	return headers
		.map(({ name, value }) => {
			const written = writeDecoded(name, NAME, "query", LINE_ENDS);
			return `${written}=${writeDecoded(value, VALUE, "query", forbiddenIn(name))}`;
		})
		.join("&");
}

/** Only the body may have line ends (RFC 6068 §5). In any other field, one would begin another header field. */
function forbiddenIn(name: string) {
	return name.toLowerCase() === "body" ? NUL : LINE_ENDS;
}
