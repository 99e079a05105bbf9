/** Validates references by the grammar of an edition, and reports all faults. */
import { Status } from "../../assembly/layout/status";
import type { EditionRow } from "../editions/edition-row";
import { type Edition, editionRow } from "../editions/editions";
import type { UriError } from "../errors";
import { checkNames, choose, requireString } from "../input";
import { noteAuthority } from "./authority";
import { noteCharacters } from "./characters";
import { Faults } from "./faults";
import { type Spans, split } from "./split";
import { noteScheme, noteText } from "./structure";

/**
 * The required kind of a reference: `"uri"`, with a scheme; `"uri-reference"`, with or without; `"absolute-uri"`, with a scheme and
 * without a fragment (RFC 3986 §4.3); `"relative-ref"`, without a scheme (§4.2).
 */
export type ValidateAs = "uri" | "uri-reference" | "absolute-uri" | "relative-ref";

/** Options of `validate`. */
export interface ValidateOptions {
	/** Whose grammar to check against. The default is `"2005"`, RFC 3986. */
	readonly edition?: Edition | undefined;
	/** The required kind. The default is `"uri-reference"`. */
	readonly as?: ValidateAs | undefined;
}

/** The name of each rule in an edition. */
function rulesOf(row: EditionRow): Record<ValidateAs, string> {
	return {
		uri: row.uri,
		"uri-reference": row.uriReference,
		"absolute-uri": row.absoluteUri,
		"relative-ref": row.relativeRef,
	};
}

/**
 * Checks a reference against the grammar of an edition (RFC 3986 App. A, or the documents before it). Returns all its faults, up
 * to 1,000, or an empty array if it is valid. Each is a UriError with code, component, offset (a UTF-16 index) and, in `rule`, the
 * name of the violated grammar rule.
 *
 * The fault that a strict normalizer reports comes first: lone surrogates, then scheme, IP literal and port, then characters in
 * text order. Mismatches with `as` come last. Each disallowed character is one fault. Only `too-long` ends the check early.
 *
 * Text after "//" is always read as an authority (App. B; the "greedy algorithm" of the earlier documents). In 2003 it may be a
 * `server` or a `reg-name`; for http and other schemes that name a server on the Internet, only a `server` (§3.2.2).
 *
 * Throws OptionError `invalid-option` or `invalid-input`.
 *
 * @example
 * ```ts
 * validate("http://example.com/~user"); // []
 * validate("http://example.com/~user", { edition: "1994" }).length; // 1: "~" is unsafe
 * validate("http://example.com/a b#c<d>").map(({ offset }) => offset); // [20, 24, 26]
 * validate("../a", { as: "uri" })[0]?.code; // "relative-reference"
 * validate("http://example.com:8o/")[0]?.rule; // "port"
 * ```
 */
export function validate(reference: string, options: ValidateOptions = {}): UriError[] {
	requireString(reference, "reference");
	checkNames(options, "edition", "as");
	const row = editionRow(options.edition);
	const as = options.as ?? "uri-reference";
	const rule = choose("as", as, rulesOf(row));
	const faults = new Faults(reference);
	if (!noteText(faults)) return faults.errors;
	const spans = split(reference, row);
	noteScheme(faults, spans, row);
	noteAuthority(faults, spans, row);
	noteRest(faults, spans, row);
	noteKind(faults, spans, row, as, rule);
	return faults.errors;
}

/** Notes the faults of path, query and fragment. */
function noteRest(faults: Faults, spans: Spans, row: EditionRow): void {
	const place = { status: Status.INVALID_CHARACTER, triplet: row.triplet };
	const isOpaque = spans.scheme !== undefined && !faults.subject.startsWith("/", spans.scheme.end + 1);
	const opaque = isOpaque ? row.opaque : undefined;
	noteCharacters(faults, spans.path, { ...place, component: "path", allowed: opaque ?? row.path });
	const { query, fragment } = spans;
	if (query !== undefined) noteCharacters(faults, query, { ...place, component: "query", allowed: opaque ?? row.query });
	if (fragment !== undefined) noteCharacters(faults, fragment, { ...place, component: "fragment", allowed: row.fragment });
}

/** Notes a scheme or fragment that is missing or unexpected by `as`, or by the edition. */
function noteKind(faults: Faults, { scheme, fragment }: Spans, row: EditionRow, as: ValidateAs, rule: string): void {
	const wantsScheme = as === "uri" || as === "absolute-uri" || !row.relativeReferences;
	if (scheme === undefined && wantsScheme) {
		faults.say("relative-reference", "The reference has no scheme", { component: "scheme", offset: 0, rule });
	}
	if (scheme !== undefined && as === "relative-ref") {
		faults.say("unexpected-scheme", "A relative reference cannot have a scheme", {
			component: "scheme",
			offset: scheme.start,
			rule,
		});
	}
	if (fragment !== undefined && (as === "absolute-uri" || !row.fragments)) {
		const offset = fragment.start - 1;
		faults.say("unexpected-fragment", "A URI of this kind cannot have a fragment", { component: "fragment", offset, rule });
	}
}
