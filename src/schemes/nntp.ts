/**
 * The scheme nntp: RFC 1738 §3.7.
 *
 * ```
 *   nntpurl = "nntp://" hostport "/" group [ "/" digits ]
 * ```
 */
import { type HostPort, readHostPort, writeHostPort } from "./login";
import { readGroup, writeGroup } from "./news";
import { type Part, partError } from "./source";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** A newsgroup on a server, or one of its articles. */
export interface NntpRecord extends SchemeBase, HostPort {
	readonly scheme: "nntp";
	readonly newsgroup: string;
	/** The article's number in the newsgroup on this server. */
	readonly article?: number | undefined;
}

export const nntp: SchemeSyntax<NntpRecord> = {
	read(source) {
		const hostPort = readHostPort(source, "nntpurl");
		const path = source.urlPath("nntpurl");
		if (path === undefined) throw source.rest.fault("nntpurl", 'An nntp URL needs "/" and a newsgroup after the host.');
		const [newsgroup, article] = path.cut("/");
		return { scheme: "nntp", ...hostPort, newsgroup: readGroup(newsgroup), article: article && readArticle(article) };
	},
	write(record) {
		const { newsgroup, article } = record;
		const group = `nntp://${writeHostPort(record)}/${writeGroup(newsgroup)}`;
		if (article === undefined) return group;
		if (Number.isSafeInteger(article) && article >= 0) return `${group}/${article}`;
		throw partError("digits", "path", "An article number must be a non-negative integer.", String(article));
	},
};

/** Choice: a number that JavaScript cannot represent exactly is refused. The maximum of RFC 3977 §6 is 2147483647. */
function readArticle(part: Part): number {
	const article = Number(part.text);
	if (/^\d+$/.test(part.text) && Number.isSafeInteger(article)) return article;
	throw part.fault("digits", "An article number must consist of digits.", Math.max(part.text.search(/\D/), 0));
}
