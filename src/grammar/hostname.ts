/**
 * Checks domain names by the grammars of the editions before 2005.
 *
 * ```
 *   hostname    = *( domainlabel "." ) toplabel                                          1994, 1997
 *   hostname    = domainlabel qualified                                                  2003
 *   qualified   = *( "." domainlabel ) [ "." toplabel "." ]
 *   domainlabel = alphanum | alphanum *( alphanum | "-" ) alphanum                       2003: 63 characters at most
 *   toplabel    = alpha | alpha *( alphanum | "-" ) alphanum
 *   hostnumber  = 1*digit "." 1*digit "." 1*digit "." 1*digit                            1994, 1997
 * ```
 */

import { Status } from "../../assembly/layout/status";
import { DIGIT, LOWER_ALPHA, UPPER_ALPHA } from "../../assembly/octets/alphabets";
import type { HostnameRules } from "../editions/edition-row";
import { membersOf, noteCharacters } from "./characters";
import type { Faults } from "./faults";
import type { Span } from "./split";

const LABEL = { rule: "domainlabel", allows: `${UPPER_ALPHA + LOWER_ALPHA + DIGIT}-` };
const PLACE = { component: "host", status: Status.INVALID_HOST, allowed: LABEL, triplet: undefined } as const;

/** Notes the faults of a host that is neither empty nor an IP literal. */
export function noteHostname(faults: Faults, host: Span, rules: HostnameRules): void {
	const { subject: reference } = faults;
	if (rules.hostnumber && isHostnumber(reference.slice(host.start, host.end))) return;
	const hasFinalDot = rules.topLabel === "before-final-dot" && reference[host.end - 1] === ".";
	const end = hasFinalDot ? host.end - 1 : host.end;
	let start = host.start;
	while (true) {
		const dot = reference.indexOf(".", start);
		const labelEnd = dot < 0 || dot > end ? end : Math.min(dot, end);
		noteLabel(faults, { start, end: labelEnd }, rules.maxLabelLength);
		if (labelEnd === end) break;
		start = labelEnd + 1;
	}
	const isQualified = !hasFinalDot || start > host.start;
	if (!isQualified) note(faults, end, "qualified", "A final dot needs at least two labels before it");
	if ((hasFinalDot || rules.topLabel === "last") && membersOf(DIGIT)[reference.charCodeAt(start)] === 1) {
		note(faults, start, "toplabel", "The last label of a domain name must begin with a letter");
	}
}

/** Whether the host is four decimal numbers separated by dots. */
function isHostnumber(host: string): boolean {
	const numbers = host.split(".", 5);
	return numbers.length === 4 && numbers.every((number) => /^[0-9]+$/.test(number));
}

function noteLabel(faults: Faults, label: Span, max: number | undefined): void {
	const { subject: reference } = faults;
	const { start, end } = label;
	if (start === end) note(faults, start, LABEL.rule, "A label of a domain name must not be empty");
	const edgeFault = "A label of a domain name must begin and end with a letter or digit";
	if (reference[start] === "-") note(faults, start, LABEL.rule, edgeFault);
	noteCharacters(faults, label, PLACE);
	if (max !== undefined && end - start > max) {
		note(faults, start + max, LABEL.rule, `A label of a domain name must have at most ${max} characters`);
	}
	if (end - start > 1 && reference[end - 1] === "-") note(faults, end - 1, LABEL.rule, edgeFault);
}

function note(faults: Faults, offset: number, rule: string, sentence: string): void {
	faults.say("invalid-host", sentence, { component: "host", offset, rule });
}
