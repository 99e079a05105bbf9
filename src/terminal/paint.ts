/** References on a terminal, with components in colour (RFC 3986 §7.6). */
import type { Span, SpanKind } from "../text/visualize";

/** Parameters of Select Graphic Rendition (ECMA-48 §8.3.117) by kind. Others get the default rendition. */
const RENDITIONS: { readonly [kind in SpanKind]?: string } = {
	scheme: "36",
	delimiter: "2",
	userinfo: "7;33",
	host: "1;32",
	port: "35",
	query: "34",
	fragment: "35",
	invalid: "31",
};
/** Concealed: a password must not be rendered as clear text (§3.2.1, §7.5). */
const CONCEALED = "8";

/** Returns a reference with the rendition of each of its spans, or unchanged without `colour`. */
export function paint(reference: string, spans: readonly Span[], colour: boolean): string {
	if (!colour) return reference;
	return spans.map(paintSpan).join("");
}

function paintSpan({ kind, text, secret }: Span): string {
	const rendition = secret ? CONCEALED : RENDITIONS[kind];
	return rendition === undefined ? text : `\u001b[${rendition}m${text}\u001b[0m`;
}
