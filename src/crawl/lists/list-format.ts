/** Recognizes the format of a list by its content. */

/** Formats of lists: JSON by `listSchema`; the text of AdGuard and uBlock Origin; the JSON of ClearURLs; a robots.txt. */
export type ListFormat = "urlsieve-list" | "removeparam" | "clearurls" | "clean-param";

/** The formats, as the command line writes them in front of a file. */
export const FORMATS = { "urlsieve-list": true, removeparam: true, clearurls: true, "clean-param": true } as const;

/** A line of `clean-param`, without its comment. */
export const CLEAN_PARAM: RegExp = /^[ \t]*clean-param[ \t]*:(.*)$/im;

/** Octets that decide. */
const HEAD = 1 << 16;

/** The format of a list: JSON is ClearURLs' if it has providers; text with a line `Clean-param:` is a robots.txt; other is `removeparam`. */
export function formatOf(octets: Uint8Array): ListFormat {
	const start = new TextDecoder().decode(octets.subarray(0, HEAD)).trimStart();
	if (!start.startsWith("{")) return CLEAN_PARAM.test(start) ? "clean-param" : "removeparam";
	return /^\{\s*"providers"/.test(start) ? "clearurls" : "urlsieve-list";
}
