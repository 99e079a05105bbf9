/** Findings in the port. */
import { defaultPort } from "../../reference/registry";
import type { Finding } from "./finding";
import type { Subject } from "./subject";

/** Ports below are reserved for the services that a system offers. */
const RESERVED_END = 1024;

/**
 * Finds a port below 1024 that is not the scheme's default: a client may talk there to a server of another protocol (RFC 3986 §7.2,
 * 2396bis-01 §7.2, RFC 1738 §6). Where no default is known, nothing is found.
 */
export function findInPort({ uri: { scheme, port }, offsets }: Subject): Finding[] {
	const usual = scheme === undefined ? undefined : defaultPort(scheme);
	if (usual === undefined || !port) return [];
	const number = Number(port);
	if (number >= RESERVED_END || number === usual) return [];
	const sentence = `Port ${number} is reserved for another service than that of the scheme, whose default port is ${usual}.`;
	return [{ code: "port-below-1024", component: "port", offset: offsets.port, sentence }];
}
