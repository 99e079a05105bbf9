/** The steps of normalization, found by running the kernel again and again with one more rule each time. */
import { Flag, Rule } from "../../assembly/layout/options";
import type { Workspace } from "../engine/workspace";
import { UriError, unwrap } from "../errors";
import type { Settings } from "../options";
import { normalizeReference } from "./reference";
import { decodeUtf8 } from "./transcode";

/** The name of a rule: docs/reference/normal-form.md. */
export type RuleName = (typeof RULES)[number][1];

/** A rule that changed the reference. */
export interface ExplanationStep {
	readonly rule: RuleName;
	/** The source of the rule. */
	readonly section: string;
	readonly before: string;
	readonly after: string;
}

/** The steps from a reference to its normal form. */
export interface Explanation {
	readonly input: string;
	/** The rules that changed the reference, in the order in which they ran. Each starts from the result of the one before. */
	readonly steps: readonly ExplanationStep[];
	/** The normal form. */
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

/** Returns the steps. Throws UriError if the reference has no normal form. */
export function explainReference(reference: string, settings: Settings, workspace: Workspace): Explanation {
	const value = unwrap(normalizeReference(reference, settings, workspace));
	const steps: ExplanationStep[] = [];
	let before = reference;
	let rules = settings.word & ~Flag.RULES;
	for (const [bit, rule, section] of RULES) {
		rules |= settings.word & bit;
		const after = normalizeReference(reference, { ...settings, word: rules }, workspace, decodeUtf8);
		if (after instanceof UriError || after === before) continue;
		steps.push({ rule, section, before, after });
		before = after;
	}
	return { input: reference, steps, value };
}
