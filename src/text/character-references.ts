/** Decodes character references of HTML and XML. Its tables are a chunk of their own, which bundlers drop unless it is used. */
import { decodeHTML, decodeHTMLAttribute, decodeXML } from "entities";

/**
 * Decodes one character reference, of XML, of a value, or of a text of HTML. In a value, the character after a reference without ";" decides
 * whether it is one.
 */
export function decodedOf(reference: string, next: string, kind: "xml" | "value" | "text"): string {
	if (kind === "xml") return decodeXML(reference);
	if (kind === "text" || reference.endsWith(";")) return decodeHTML(reference);
	const decoded = decodeHTMLAttribute(reference + next);
	return next === "" ? decoded : decoded.slice(0, -next.length);
}
