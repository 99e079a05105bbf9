/** Checks the structure of a reference: its encoding and length, scheme, IP literal and port. */

import { Limit } from "../../assembly/layout/addresses";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { DIGIT } from "../../assembly/octets/alphabets";
import type { EditionRow, IpLiteralRules } from "../editions/edition-row";
import { engineInUse } from "../engine/select";
import { referenceWorkspace } from "../engine/shared";
import { parseReference } from "../reference/reference";
import { firstLoneSurrogate, indexOfOctet, MAX_OCTETS_PER_UNIT } from "../reference/transcode";
import { noteCharacters } from "./characters";
import type { Faults } from "./faults";
import type { Spans } from "./split";

/** Notes each lone surrogate, and excessive length. Returns whether the string is short enough to be checked further. */
export function noteText(faults: Faults): boolean {
	const { subject: reference } = faults;
	for (let at = firstLoneSurrogate(reference, 0); at < reference.length; at = firstLoneSurrogate(reference, at + 1)) {
		faults.note(Status.ILL_FORMED_STRING, { component: undefined, offset: at, rule: undefined });
	}
	if (reference.length * MAX_OCTETS_PER_UNIT <= Limit.REFERENCE) return true;
	const limit = indexOfOctet(reference, Limit.REFERENCE);
	if (limit === reference.length) return true;
	faults.note(Status.TOO_LONG, { component: undefined, offset: limit, rule: undefined });
	return false;
}

/** Notes the characters that a scheme cannot contain or begin with. */
export function noteScheme(faults: Faults, { scheme }: Spans, row: EditionRow): void {
	if (scheme === undefined) return;
	const place = { component: "scheme", status: Status.INVALID_SCHEME, allowed: row.scheme, triplet: undefined } as const;
	const begins = row.schemeBegins.includes(faults.subject.charAt(scheme.start)) && scheme.start < scheme.end;
	if (!begins) faults.note(place.status, { component: "scheme", offset: scheme.start, rule: row.scheme.rule });
	noteCharacters(faults, { start: scheme.start + 1, end: scheme.end }, place);
}

/** Notes the fault that the kernel finds in an IP literal, and text other than a port after it. */
export function noteIpLiteral(faults: Faults, { host, authority }: Spans, rules: IpLiteralRules, isStrict: boolean): void {
	const { subject: reference } = faults;
	if (host === undefined || authority === undefined || !reference.startsWith("[", host.start)) return;
	const text = `//${reference.slice(host.start, host.end)}`;
	const fault = parseReference(text, referenceWorkspace(engineInUse()), isStrict ? Flag.RULES | Flag.STRICT : Flag.RULES);
	if (fault !== undefined && fault.code !== "ill-formed-string") {
		const status = fault.code === "invalid-percent-encoding" ? Status.INVALID_PERCENT_ENCODING : Status.INVALID_IP_LITERAL;
		faults.note(status, { component: "host", offset: host.start + fault.offset - 2, rule: violated(text, fault.offset, rules) });
	}
	if (host.end < authority.end && !reference.startsWith(":", host.end)) {
		faults.note(Status.INVALID_IP_LITERAL, { component: "host", offset: host.end, rule: rules.literal });
	}
}

/** The rule violated at `offset` by the literal in `text`, which begins with "//[". */
function violated(text: string, offset: number, rules: IpLiteralRules): string {
	if (offset < 3) return rules.literal;
	if (/^\/\/\[v/i.test(text)) return rules.future ?? rules.address;
	return offset > 3 ? (rules.zone ?? rules.address) : rules.address;
}

/** Notes the characters of the port that are not digits. */
export function notePort(faults: Faults, { port }: Spans): void {
	if (port === undefined) return;
	const allowed = { rule: "port", allows: DIGIT };
	noteCharacters(faults, port, { component: "port", status: Status.INVALID_PORT, allowed, triplet: undefined });
}
