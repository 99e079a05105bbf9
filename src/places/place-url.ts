/** What is wrong with a URL in a file of places, although it can be normalized: it would cover nothing. */
import { quoted } from "./quoted";

/** Returns a sentence for text with "://" that stands for no URL, or for more than one. */
export function urlFaultOf(text: string): string | undefined {
	if (/\s/.test(text))
		return `${quoted(text)} is no URL: a URL has no white space; write %20 for a space, and a comment on a line of its own`;
	if (!/^[a-z][a-z\d+.-]*:/i.test(text))
		return `${quoted(text)} is no URL: a URL begins with its scheme; write nothing before it, such as a quotation mark`;
	const host = hostIn(text);
	if (host.includes("*")) return `${quoted(text)} is no URL: its host has a "*"${adviceOnStar(host)}`;
	if (!text.endsWith("*")) return undefined;
	const advice = host === "" ? "" : `${host} for the host and all below, or `;
	return `${quoted(text)} stands for one URL, not for all that begin so; write ${advice}%2A for a "*"`;
}

/** The host and port of a URL with "://". */
function hostIn(text: string): string {
	const [authority = ""] = text.slice(text.indexOf("://") + 3).split(/[/?#]/, 1);
	return authority.slice(authority.lastIndexOf("@") + 1);
}

function adviceOnStar(host: string): string {
	if (host.startsWith("*.") && !host.includes("*", 1)) return `; write ${host} for all hosts below ${host.slice(2)}`;
	return '; a "*" stands only at the start of a host, as in *.example.com';
}
