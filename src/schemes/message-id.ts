/**
 * The schemes mid and cid: draft of March 1994, "midaddress", "cidaddress"; RFC 2392 §2.
 *
 * ```
 *   midaddress = "mid:" addr-spec [ "/" content-identifier ]        the second part: RFC 2392
 *   cidaddress = "cid:" content-identifier                          content-identifier = addr-spec
 * ```
 */
import { LINE_ENDS, readDecoded, rule, writeDecoded } from "./rule";
import { type Part, partError } from "./source";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** A message, or a part of its body. The identifiers are decoded, without "<" and ">". */
export interface MidRecord extends SchemeBase {
	readonly scheme: "mid";
	readonly messageId: string;
	readonly contentId?: string | undefined;
}

/** A part of the body of a message. The identifier is decoded, without "<" and ">". */
export interface CidRecord extends SchemeBase {
	readonly scheme: "cid";
	readonly contentId: string;
}

const MESSAGE_ID = rule("addr-spec", ";:@&=");
const CONTENT_ID = rule("content-identifier", ";:@&=");

export const mid: SchemeSyntax<MidRecord> = {
	read(source) {
		const [message, content] = source.schemePart("midaddress").cut("/");
		return {
			scheme: "mid",
			messageId: readId(message, MESSAGE_ID),
			contentId: content && readId(content, CONTENT_ID),
		};
	},
	write({ messageId, contentId }) {
		return `mid:${writeId(messageId, MESSAGE_ID)}${contentId === undefined ? "" : `/${writeId(contentId, CONTENT_ID)}`}`;
	},
};

export const cid: SchemeSyntax<CidRecord> = {
	read(source) {
		return { scheme: "cid", contentId: readId(source.schemePart("cidaddress"), CONTENT_ID) };
	},
	write({ contentId }) {
		return `cid:${writeId(contentId, CONTENT_ID)}`;
	},
};

const ID_FAULT = 'An identifier needs text before and after "@".';

function readId(part: Part, rule: typeof MESSAGE_ID): string {
	const id = readDecoded(part, rule, LINE_ENDS);
	if (isId(id)) return id;
	throw part.fault(rule.name, ID_FAULT);
}

function writeId(id: string, rule: typeof MESSAGE_ID): string {
	if (isId(id)) return writeDecoded(id, rule, "path", LINE_ENDS);
	throw partError(rule.name, "path", ID_FAULT, id);
}

function isId(id: string): boolean {
	const at = id.lastIndexOf("@");
	return at > 0 && at < id.length - 1;
}
