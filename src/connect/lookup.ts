/** `lookup` of node:net: the addresses of a name that are allowed, and with them the only ones that a socket can connect to. */
import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { admittedAddresses } from "./admission";
import type { Rules } from "./guard-options";

/** The options that node:net passes. */
export interface LookupRequest {
	readonly all?: boolean | undefined;
	readonly family?: number | "IPv4" | "IPv6" | undefined;
}

/** The callback of `dns.lookup`. */
type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** A function that has the signature of `dns.lookup`. */
export type Lookup = (name: string, options: LookupRequest, found: Found) => void;

export function lookupOf(rules: Rules): Lookup {
	return (name, options, found) => {
		admittedAddresses(name, rules)
			.then((addresses) => ofFamily(addresses, options.family))
			.then(
				(entries) => process.nextTick(() => deliver(entries, options.all === true, name, found)),
				(error) => process.nextTick(found, error, []),
			);
	};
}

/** All of them have been checked, and of one family some are returned. */
function ofFamily(addresses: readonly string[], family: LookupRequest["family"]): LookupAddress[] {
	const wanted = Number(String(family ?? 0).replace("IPv", ""));
	const entries = addresses.map((address) => ({ address, family: isIP(address) }));
	return wanted === 0 ? entries : entries.filter((entry) => entry.family === wanted);
}

function deliver(entries: LookupAddress[], isAll: boolean, name: string, found: Found): void {
	const [first] = entries;
	if (first === undefined) {
		// The code and the message of getaddrinfo.
		found(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: "ENOTFOUND", hostname: name }), []);
	} else if (isAll) found(null, entries);
	else found(null, first.address, first.family);
}
