/** Findings about hosts that are IP addresses. */
import { type Finding, quoted } from "./finding";
import { dottedDecimal, inetAton } from "./ipv4";
import { embeddedIPv4, groupsOf } from "./ipv6";
import { type Special, specialIPv4, specialIPv6, specialName } from "./special";
import type { Subject } from "./subject";

/**
 * Finds IPv4 addresses in rare forms, which C libraries accept and the grammar does not (RFC 3986 §7.4, 2396bis-01 §7.3), and hosts
 * that are the machine itself, its network, or a metadata endpoint. Compares numeric values, as §7.4 recommends.
 */
export function findInAddress({ normalHost: host, offsets }: Subject): Finding[] {
	if (host === undefined) return [];
	if (host.startsWith("[")) return aboutIPv6(host, offsets.host);
	const address = inetAton(host);
	return address === undefined ? aboutName(host, offsets.host) : aboutIPv4(host, address, offsets.host);
}

function aboutIPv4(name: string, value: number, offset: number): Finding[] {
	const found = aboutValue(value, offset);
	const address = dottedDecimal(value);
	if (address === name) return found;
	const sentence = `The host ${quoted(name)} is not an IPv4 address by the grammar, but C libraries read it as ${address}.`;
	return [{ code: "rare-ipv4", component: "host", offset, sentence, address }, ...found];
}

/** Finds whether an IPv4 address, as a 32-bit number, is special. */
function aboutValue(value: number, offset: number): Finding[] {
	const address = dottedDecimal(value);
	return aboutSpecial(specialIPv4(value, address), address, offset);
}

function aboutIPv6(host: string, offset: number): Finding[] {
	const groups = groupsOf(host);
	if (groups === undefined) return [];
	const address = host.slice(1, -1).split("%", 1)[0] as string;
	const special = specialIPv6(groups[0] as number, address);
	if (special !== undefined) return aboutSpecial(special, address, offset);
	const embedded = embeddedIPv4(groups);
	return embedded === undefined ? [] : aboutValue(embedded, offset);
}

function aboutSpecial(special: Special | undefined, address: string, offset: number): Finding[] {
	if (special === undefined) return [];
	const [code, what] = special;
	return [{ code, component: "host", offset, sentence: `The host is ${address}, ${what}.`, address }];
}

function aboutName(name: string, offset: number): Finding[] {
	const special = specialName(name.endsWith(".") ? name.slice(0, -1) : name);
	if (special === undefined) return [];
	const [code, what] = special;
	return [{ code, component: "host", offset, sentence: `The host ${quoted(name)} is ${what}.` }];
}
