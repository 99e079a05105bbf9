/** References checked by the letter of an edition's grammar, every fault of them. */
import { Status } from "../../assembly/status";
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
 * What a reference is checked as: with a scheme; with a scheme or not; with a scheme and without fragment; without scheme.
 * In RFC 3986: URI, URI-reference, absolute-URI (§4.3), relative-ref (§4.2).
 */
export type ValidateAs = "uri" | "uri-reference" | "absolute-uri" | "relative-ref";

/** What `validate` can be asked for. */
export interface ValidateOptions {
	/** The edition of the standard whose grammar counts; `"2005"`, RFC 3986, is the default. */
	readonly edition?: Edition | undefined;
	/** The rule that the reference has to match; `"uri-reference"` is the default. */
	readonly as?: ValidateAs | undefined;
}

/** In a row of an edition: the rule for what a reference is checked as. */
const RULES = {
	uri: "uri",
	"uri-reference": "reference",
	"absolute-uri": "absoluteUri",
	"relative-ref": "relativeRef",
} as const;

/**
 * Checks a reference by the grammar of an edition (RFC 3986 App. A, or the documents before it), and answers all its faults:
 * none for a valid one. Each is a UriError with a code, the component, the offset (a UTF-16 index), and in `rule` the name of
 * the grammar rule that is violated.
 *
 * The fault that a strict normalizer reports comes first: lone surrogates, then scheme, IP literal and port, then characters
 * in the order of the text; what makes the reference none of the kind asked for comes last. A character that may not stand in its
 * place is one fault. No more than 1,000 faults are answered, and `too-long` alone ends the check.
 *
 * An authority is taken for what it begins as: behind "//" there is no other reading (App. B; the "greedy algorithm" of the
 * earlier documents). In 2003 it is `server / reg-name`, for http and other schemes that name a server on the Internet `server` alone (§3.2.2).
 *
 * Throws UriError `invalid-option`.
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
	const rule = row[choose("as", as, RULES)];
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
	const isOpaque = spans.scheme !== undefined && !faults.reference.startsWith("/", spans.scheme.end + 1);
	const opaque = isOpaque ? row.opaque : undefined;
	noteCharacters(faults, spans.path, { ...place, component: "path", allowed: opaque ?? row.path });
	const { query, fragment } = spans;
	if (query !== undefined) noteCharacters(faults, query, { ...place, component: "query", allowed: opaque ?? row.query });
	if (fragment !== undefined) noteCharacters(faults, fragment, { ...place, component: "fragment", allowed: row.fragment });
}

/** Notes what makes the reference none of the kind that is asked for, or none of the edition. */
function noteKind(faults: Faults, { scheme, fragment }: Spans, row: EditionRow, as: ValidateAs, rule: string): void {
	const wantsScheme = as === "uri" || as === "absolute-uri" || !row.relativeReferences;
	if (scheme === undefined && wantsScheme) {
		faults.say("relative-reference", "The reference has no scheme", { component: "scheme", offset: 0, rule });
	}
	if (scheme !== undefined && as === "relative-ref") {
		faults.say("unexpected-scheme", "A relative reference has no scheme", { component: "scheme", offset: scheme.start, rule });
	}
	if (fragment !== undefined && (as === "absolute-uri" || !row.fragments)) {
		const offset = fragment.start - 1;
		faults.say("unexpected-fragment", "There is no fragment in a URI of this kind", { component: "fragment", offset, rule });
	}
}
