/**
 * The scheme news: RFC 1738 §3.6.
 *
 * ```
 *   newsurl = "news:" grouppart                      grouppart = "*" | group | article
 *   group   = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
 *   article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
 * ```
 */
import { readHost, writeHost } from "./login";
import { LINE_ENDS, readDecoded, rule, writeDecoded } from "./rule";
import { type Part, partError } from "./source";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** All newsgroups, one of them, or an article. */
export type NewsRecord = SchemeBase & { readonly scheme: "news" } & (
		| {
				/** `"*"` for all newsgroups. */
				readonly newsgroup: string;
				readonly messageId?: undefined;
		  }
		| {
				/** The message-id without "<" and ">". The part before the "@" is decoded. */
				readonly messageId: string;
				readonly newsgroup?: undefined;
		  }
	);

const GROUP = /^[A-Za-z][A-Za-z0-9\-.+_]*$/;
const ARTICLE = rule("article", ";/?:&=", ";/:&=");

export const news: SchemeSyntax<NewsRecord> = {
	read(source) {
		const part = source.schemePart("newsurl");
		if (part.text.includes("@")) return { scheme: "news", messageId: readMessageId(part) };
		return { scheme: "news", newsgroup: part.text === "*" ? "*" : readGroup(part) };
	},
	write({ newsgroup, messageId }) {
		if ((newsgroup === undefined) === (messageId === undefined)) {
			throw partError("grouppart", "path", "A news URL needs either a newsgroup or a message-id.", "");
		}
		if (messageId !== undefined) return `news:${writeMessageId(messageId)}`;
		return `news:${newsgroup === "*" ? "*" : writeGroup(newsgroup)}`;
	},
};

/** Reads `group`, which has no encoded characters. */
export function readGroup(part: Part): string {
	if (GROUP.test(part.text)) return part.text;
	const at = part.text.search(/^[^A-Za-z]|[^A-Za-z0-9\-.+_]/);
	throw part.fault("group", GROUP_SENTENCE, Math.max(at, 0));
}

const GROUP_SENTENCE = 'A newsgroup must begin with a letter and consist of letters, digits, "-", ".", "+" and "_".';

/** Writes `group`. */
export function writeGroup(group: string): string {
	if (GROUP.test(group)) return group;
	throw partError("group", "path", GROUP_SENTENCE, group);
}

function readMessageId(part: Part): string {
	const at = part.text.lastIndexOf("@");
	if (at === 0) throw part.fault("article", 'A message-id needs text before the "@".');
	return `${readDecoded(part.slice(0, at), ARTICLE, LINE_ENDS)}@${readHost(part.slice(at + 1))}`;
}

function writeMessageId(messageId: string): string {
	const at = messageId.lastIndexOf("@");
	if (at < 1) throw partError("article", "path", 'A message-id needs text, "@" and a host.', messageId);
	return `${writeDecoded(messageId.slice(0, at), ARTICLE, "path", LINE_ENDS)}@${writeHost(messageId.slice(at + 1))}`;
}
