/** The answer of a resolver, against the classes that a program may connect to. */
import { checkNames, checkOptions } from "../checked-options";
import { type AddressClass, addressClass } from "./address-class";
import { SPECIAL } from "./special-addresses";

/** An address, as a string or as `dns.lookup` returns it. */
export type Address = string | { readonly address: string };

/** Options of `checkAddresses`. */
export interface AddressOptions {
	/** The classes to connect to. The default is `["public"]`. */
	readonly allow?: readonly AddressClass[] | undefined;
}

/** Addresses to connect to, or the first one that must not be. */
export type CheckedAddresses =
	| { readonly accepted: true; readonly addresses: readonly string[] }
	| {
			readonly accepted: false;
			/** There is no address, one of them is none, or one has a class that is not allowed. */
			readonly reason: "none" | "no-address" | "class";
			readonly address?: string;
			readonly class?: AddressClass;
	  };

/**
 * Whether all addresses of a name have classes that are allowed. One that has not rejects all of them: a name with a public and a
 * private address is made to pass a check of the first one. Connect to one of the addresses, not to the name, which may resolve to others the
 * next time.
 *
 * Throws TypeError unless the addresses are an array, and for an unknown class.
 *
 * @example
 * ```ts
 * checkAddresses(["93.184.216.34", "2606:2800:21f::1"]); // { accepted: true, addresses: ["93.184.216.34", "2606:2800:21f::1"] }
 * checkAddresses(["93.184.216.34", "10.0.0.1"]); // { accepted: false, reason: "class", address: "10.0.0.1", class: "private" }
 * checkAddresses(["10.0.0.1"], { allow: ["public", "private"] }).accepted; // true
 * ```
 */
export function checkAddresses(addresses: readonly Address[], options: AddressOptions = {}): CheckedAddresses {
	checkOptions(options, ["allow"]);
	// Not by the prototype of all objects, which a program may have polluted.
	const allowed = checkAllowed(Object.hasOwn(options, "allow") ? options.allow : undefined);
	if (!Array.isArray(addresses))
		throw new TypeError("The addresses must be an array: of strings, or of objects with an address.");
	const texts = Array.from(addresses, (entry: Address) => (typeof entry === "string" ? entry : entry?.address));
	if (texts.length === 0) return { accepted: false, reason: "none" };
	for (const address of texts) {
		const name = addressClass(address);
		if (name === undefined) return { accepted: false, reason: "no-address", address };
		if (!allowed.includes(name)) return { accepted: false, reason: "class", address, class: name };
	}
	return { accepted: true, addresses: texts };
}

/** The classes that are allowed. Throws TypeError unless they are an array of known ones. */
export function checkAllowed(classes: readonly AddressClass[] = ["public"]): readonly AddressClass[] {
	if (!Array.isArray(classes) || classes.length === 0)
		throw new TypeError("The option allow must be an array of classes of addresses.");
	checkNames(classes, Object.keys(SPECIAL).sort(), "class", "es");
	return classes;
}
