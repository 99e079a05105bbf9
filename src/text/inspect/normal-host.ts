/** The normal form of a host. */
import { createNormalizer } from "../../normalizer";
import { tryParse } from "../../uri/uri";

const normalizer = createNormalizer();

/**
 * The normal form of a host by itself: lower case, A-labels, IPv6 as in RFC 5952. White space, which the normalizer removes, is
 * percent-encoded. Answers undefined for an empty host, and for what is no host.
 */
export function normalHost(host: string): string | undefined {
	const text = host.replace(/[\t\n\r]/g, encodeURIComponent);
	// The empty port keeps a colon in the host from being taken for the one that begins the port.
	const normal = normalizer.tryNormalize(`http://${text}:/`);
	if (typeof normal !== "string") return undefined;
	const uri = tryParse(normal);
	return "host" in uri ? uri.host : undefined;
}
