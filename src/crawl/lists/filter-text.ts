/** Whether a text without rules is a filter list at all: other files that people take for one are refused with advice. */
import { ListError } from "./list-error";
import { MINIMAL } from "./other-content";

/** Characters of the text in the error. */
const MAX_SHOWN = 60;
/** Comments, and headers such as `[Adblock Plus 2.0]`. */
const COMMENT = /^[ \t]*(?:!|\[[a-z][^\]\r\n\u2028\u2029]*\])/im;

/** Throws ListError for a text without rules that has no comment of a filter list, either. */
export function requireFilters(text: string): void {
	const start = text.trimStart();
	const isPage = /^<(?:[!?]|html)/i.test(start);
	if (start === "" || (!isPage && COMMENT.test(text))) return;
	throw new ListError("list-syntax", `${notFilters(start, isPage)}.`, "", start.slice(0, MAX_SHOWN));
}

/** The reason why a text is no filter list, and advice. */
function notFilters(text: string, isPage: boolean): string {
	if (isPage) return "The list is a page of HTML or XML; save the text of the list itself";
	if (/^[[{]/.test(text)) return 'The list is JSON, but has neither "format": "urlsieve-list@1" nor the "providers" of ClearURLs';
	return `No line of the list is a rule with removeparam; write $removeparam=utm_source for each name, or ${MINIMAL}`;
}
