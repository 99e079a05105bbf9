/** Recognizes the format of a list by its content. */
import { CLEAN_PARAM } from "./clean-param";
import type { ListFormat } from "./read-list";

/** Octets that decide. */
const HEAD = 1 << 16;

/** The format of a list: JSON is ClearURLs' if it has providers; text with a line `Clean-param:` is a robots.txt; other is `removeparam`. */
export function formatOf(octets: Uint8Array): ListFormat {
	const start = new TextDecoder().decode(octets.subarray(0, HEAD)).trimStart();
	if (!start.startsWith("{")) return CLEAN_PARAM.test(start) ? "clean-param" : "removeparam";
	return /^\{\s*"providers"/.test(start) ? "clearurls" : "urlsieve-list";
}
