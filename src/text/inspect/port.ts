/** Findings in the port. */
import { defaultPort } from "../../reference/reference";
import type { Finding } from "./finding";
import type { Subject } from "./subject";

/** Ports below this are reserved for system services. */
const RESERVED_END = 1024;

/**
 * Finds a port below 1024 that is not the scheme's default, where a client may reach a server of another protocol (RFC 3986 §7.2,
 * 2396bis-01 §7.2, RFC 1738 §6). Finds nothing if the scheme has no known default.
 */
export function findInPort({ uri: { scheme, port }, offsets }: Subject): Finding[] {
	const usual = scheme === undefined ? undefined : defaultPort(scheme);
	if (usual === undefined || !port) return [];
	const number = Number(port);
	if (number >= RESERVED_END || number === usual) return [];
	const sentence = `Port ${number} is reserved for a service other than that of the scheme, whose default port is ${usual}.`;
	return [{ code: "port-below-1024", component: "port", offset: offsets.port, sentence }];
}
