/** `lookup` of node:net: the addresses of a name that are allowed, and with them the only ones that a socket can connect to. */
import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { admittedAddresses } from "./admission";
import type { Rules } from "./guard-options";

/** The option `lookup` of node:net. Like `dns.lookup`, it also takes a family as options, or none. */
export type Lookup = LookupFunction;

type Found = Parameters<Lookup>[2];
type Options = Parameters<Lookup>[1];
type Family = Options["family"];

export function lookupOf(rules: Rules): Lookup {
	return (name: string, given: Options | Family | Found | null, callback?: Found) => {
		const found = (typeof given === "function" ? given : callback) as Found;
		const options =
			typeof given === "object" && given !== null ? given : { family: typeof given === "function" ? 0 : (given ?? 0) };
		admittedAddresses(name, rules)
			.then((addresses) => ofFamily(addresses, options.family))
			.then(
				(entries) => process.nextTick(() => deliver(entries, "all" in options && options.all === true, name, found)),
				(error) => process.nextTick(found, error, []),
			);
	};
}

/** All of them have been checked, and of one family some are returned. */
function ofFamily(addresses: readonly string[], family: Family): LookupAddress[] {
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
