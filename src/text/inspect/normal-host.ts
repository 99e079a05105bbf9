/** Normalizes a host by itself. */
import { standardRules } from "../../rules/standard";
import { tryParse } from "../../uri/uri";

/**
 * Returns the normal form of a host: lower case, A-labels, IPv6 by RFC 5952. Percent-encodes white space, which the normalizer would
 * remove. Returns undefined if the host is empty or invalid.
 */
export function normalHost(host: string): string | undefined {
	const text = host.replace(/[\t\n\r]/g, encodeURIComponent);
	// With an empty port, a colon in the host cannot be read as the start of a port.
	const normal = standardRules().tryForm("fetch", `http://${text}:/`);
	if (typeof normal !== "string") return undefined;
	const uri = tryParse(normal);
	return "host" in uri ? uri.host : undefined;
}
