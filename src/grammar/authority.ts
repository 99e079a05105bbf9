/** Checks the part after "//": login (1994), site (1997), server or reg-name (2003), authority (2005). */
import { Status } from "../../assembly/layout/status";
import type { EditionRow, IpLiteralRules, SchemeFacts } from "../editions/edition-row";
import { noteCharacters } from "./characters";
import { Faults } from "./faults";
import { noteHostname } from "./hostname";
import type { Spans } from "./split";
import { noteIpLiteral, notePort } from "./structure";

/** Notes the faults of the authority, if there is one: those of an IP literal and the port first, then in text order. */
export function noteAuthority(faults: Faults, spans: Spans, row: EditionRow): void {
	const { subject: reference } = faults;
	if (spans.authority === undefined) return;
	const facts = schemeFacts(reference, spans, row);
	const asServer = new Faults(reference);
	noteServer(asServer, spans, row, facts);
	const isLiteral = reference.startsWith("[", spans.host?.start);
	const isServer = asServer.errors.length === 0 || facts.server || isLiteral;
	if (isServer || row.registry === undefined) {
		faults.append(asServer);
	} else {
		const place = { component: "authority", status: Status.INVALID_HOST, allowed: row.registry, triplet: row.triplet } as const;
		noteCharacters(faults, spans.authority, place);
	}
}

function schemeFacts(reference: string, { scheme }: Spans, row: EditionRow): SchemeFacts {
	const name = scheme === undefined ? "" : reference.slice(scheme.start, scheme.end).toLowerCase();
	return (Object.hasOwn(row.schemes, name) && row.schemes[name]) || {};
}

function noteServer(faults: Faults, spans: Spans, row: EditionRow, facts: SchemeFacts): void {
	const isLiteral = faults.subject.startsWith("[", spans.host?.start);
	if (isLiteral) noteLiteral(faults, spans, row);
	notePort(faults, spans);
	noteUserinfo(faults, spans, row);
	if (!isLiteral) noteName(faults, spans, row, facts);
	const { port } = spans;
	if (port === undefined || port.start < port.end || row.emptyPort) return;
	faults.note(Status.INVALID_PORT, { component: "port", offset: port.start, rule: "port" });
}

/** Notes the faults of an IP literal, or that the edition does not have this kind. */
function noteLiteral(faults: Faults, spans: Spans, { ipLiteral }: EditionRow): void {
	const offset = spans.host?.start ?? 0;
	if (ipLiteral === undefined) {
		faults.say("invalid-ip-literal", "This edition has no IP literals", { component: "host", offset, rule: "host" });
	} else {
		const before = faults.errors.length;
		noteIpLiteral(faults, spans, ipLiteral, true);
		const isKnown = isOfEdition(faults.subject.slice(offset, spans.host?.end), ipLiteral);
		if (faults.errors.length > before || isKnown) return;
		faults.note(Status.INVALID_IP_LITERAL, { component: "host", offset: offset + 1, rule: ipLiteral.address });
	}
}

/** Whether the edition has literals of this kind: IPvFuture, an address with a zone, or a plain address. */
function isOfEdition(literal: string, rules: IpLiteralRules): boolean {
	if (/^\[v/i.test(literal)) return rules.future !== undefined;
	return rules.zone !== undefined || !literal.includes("%");
}

function noteUserinfo(faults: Faults, { userinfo }: Spans, { user, password, triplet }: EditionRow): void {
	if (userinfo === undefined) return;
	const place = { component: "userinfo", status: Status.INVALID_USERINFO, triplet } as const;
	const { start, end } = userinfo;
	const colon = password === undefined ? -1 : faults.subject.slice(start, end).indexOf(":");
	const userEnd = colon < 0 ? end : start + colon;
	noteCharacters(faults, { start, end: userEnd }, { ...place, allowed: user });
	// Without a colon, this span is empty.
	if (password !== undefined) noteCharacters(faults, { start: userEnd + 1, end }, { ...place, allowed: password });
}

/** Notes the faults of a host that is not an IP literal. */
function noteName(faults: Faults, { authority, host, path }: Spans, row: EditionRow, facts: SchemeFacts): void {
	if (host === undefined || authority === undefined) return;
	const isLeftOut = row.emptyAuthority || (facts.emptyHost && path.start < path.end);
	if (row.name !== undefined) {
		noteCharacters(faults, host, { component: "host", status: Status.INVALID_HOST, allowed: row.name, triplet: row.triplet });
	} else if (host.start < host.end && row.hostname !== undefined) {
		noteHostname(faults, host, row.hostname);
	} else if (authority.start < authority.end || !isLeftOut) {
		faults.say("empty-host", "The authority has no host", { component: "host", offset: host.start, rule: "host" });
	}
}
