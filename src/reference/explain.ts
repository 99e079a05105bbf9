/** The steps of normalization, one by one: the kernel's own story, run with one more rule at a time. */
import { Flag, Rule } from "../../assembly/options";
import type { Workspace } from "../engine/workspace";
import { UriError, unwrap } from "../errors";
import type { Settings } from "../options";
import { normalizeReference, normalizeText } from "./reference";

/** A rule of docs/normal-form.md. */
export type RuleName = (typeof RULES)[number][1];

/** What one rule made of a reference. */
export interface ExplanationStep {
	readonly rule: RuleName;
	/** What says so. */
	readonly section: string;
	readonly before: string;
	readonly after: string;
}

/** How a reference came to its normal form. */
export interface Explanation {
	readonly input: string;
	/** The rules that changed something, in the order in which they ran; what one left is what the next one found. */
	readonly steps: readonly ExplanationStep[];
	/** The normal form: what the last step left. */
	readonly value: string;
}

/** The rules in the order in which they run. */
export const RULES = [
	[Rule.WHITE_SPACE, "white-space", "RFC 3986 App. C"],
	[Rule.PERCENT_ILLEGAL, "percent-illegal", "RFC 3986 §2.1"],
	[Rule.SCHEME_CASE, "scheme-case", "RFC 3986 §6.2.2.1"],
	[Rule.HOST_CASE, "host-case", "RFC 3986 §6.2.2.1"],
	[Rule.PERCENT_CASE, "percent-case", "RFC 3986 §6.2.2.1"],
	[Rule.PERCENT_UNRESERVED, "percent-unreserved", "RFC 3986 §6.2.2.2"],
	[Rule.DOT_SEGMENTS, "dot-segments", "RFC 3986 §6.2.2.3"],
	[Rule.EMPTY_PORT, "empty-port", "RFC 3986 §3.2.3"],
	[Rule.IPV6_TEXT, "ipv6-text", "RFC 5952 §4"],
	[Rule.A_LABEL, "a-label", "RFC 5891 §5"],
	[Rule.PORT_ZEROS, "port-zeros", "RFC 3986 §3.2.3"],
	[Rule.DEFAULT_PORT, "default-port", "RFC 3986 §6.2.3"],
	[Rule.EMPTY_PATH, "empty-path", "RFC 3986 §6.2.3"],
	[Rule.OF_SCHEME, "of-scheme", "the specification of the scheme"],
] as const;

/** The steps. Throws UriError when there is no normal form. */
export function explainReference(reference: string, settings: Settings, workspace: Workspace): Explanation {
	const value = unwrap(normalizeReference(reference, settings, workspace));
	const steps: ExplanationStep[] = [];
	let before = reference;
	let rules = settings.word & ~Flag.RULES;
	for (const [bit, rule, section] of RULES) {
		rules |= settings.word & bit;
		const after = normalizeText(reference, { ...settings, word: rules }, workspace);
		if (after instanceof UriError || after === before) continue;
		steps.push({ rule, section, before, after });
		before = after;
	}
	return { input: reference, steps, value };
}
