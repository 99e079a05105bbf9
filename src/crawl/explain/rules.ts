/** The rules of a key, in the order in which they run: what explanations call them, and where they come from. */
import { KeyRule } from "../../../assembly/policy/key-rules";

/** `"lossless"`: merges only what the source calls equivalent. `"lossy"`: can merge different resources. */
export type RuleKind = "lossless" | "lossy";

export interface RuleRow {
	readonly id: string;
	/** The bits of `KeyRule` that belong to it. */
	readonly bits: number;
	readonly kind: RuleKind;
	readonly source: string;
	/** Whether each piece of the query that it removes counts as a separate step. */
	readonly byPiece?: true;
}

/** The removal of session identifiers from the query. */
export const SESSION_QUERY = "session-query";

export const KEY_RULES: readonly RuleRow[] = [
	row("scheme-fold", KeyRule.SCHEME_FOLD, "lossy", "RFC 9110 §4.2.2"),
	row("userinfo-drop", KeyRule.USERINFO_DROP, "lossy", "RFC 9110 §4.2.4"),
	row("host-dot", KeyRule.HOST_DOT, "lossy", "RFC 3986 §3.2.2"),
	row("host-www", KeyRule.HOST_WWW, "lossy", "the policy"),
	row("session-path", KeyRule.SESSION_PATH, "lossy", "Jakarta Servlet 7.1.3; ASP.NET"),
	row("slashes", KeyRule.SLASHES, "lossy", "the policy"),
	row("index", KeyRule.INDEX, "lossy", "the policy"),
	row("trailing-slash", KeyRule.TRAILING_SLASH, "lossy", "the policy"),
	row("query-drop", KeyRule.QUERY_DROP, "lossy", "the policy"),
	row("empty-value", KeyRule.EMPTY_VALUE, "lossy", "URL Standard §5.1"),
	row("empty-pairs", KeyRule.EMPTY_PAIRS, "lossless", "URL Standard §5.1"),
	{ ...row(SESSION_QUERY, KeyRule.SESSION_QUERY, "lossy", "sessions@1"), byPiece: true },
	{ ...row("param", KeyRule.PARAM | KeyRule.QUERY_ONLY, "lossy", "the policy and its lists"), byPiece: true },
	row("duplicates", KeyRule.DUPLICATES, "lossy", "the policy"),
	row("query-sort", KeyRule.SORT_NAME | KeyRule.SORT_NAME_VALUE, "lossy", "the policy"),
	row("empty-query", KeyRule.EMPTY_QUERY, "lossy", "RFC 3986 §6.2.3"),
	row("text-directive", KeyRule.TEXT_DIRECTIVE, "lossless", "WICG scroll-to-text-fragment"),
	row("fragment", KeyRule.FRAGMENT_DROP | KeyRule.FRAGMENT_SPA, "lossy", "RFC 9110 §7.1"),
];

function row(id: string, bits: number, kind: RuleKind, source: string): RuleRow {
	return { id, bits, kind, source };
}
