/**
 * What an address is reserved for.
 *
 * ```
 *   64:ff9b::a00:1 ─prefix─▶ translated ─carries─▶ 10.0.0.1 ─prefix─▶ private
 * ```
 */
import { parseIpv4, parseIpv6 } from "./ip-address";
import { SPECIAL } from "./special-addresses";

/** What an address is for. `translated`: it carries a public IPv4 address. docs/reference/edge.md lists the blocks. */
export type AddressClass = keyof typeof SPECIAL;

type Block = readonly [groups: readonly number[], bits: number, name: AddressClass];

let known: readonly Block[] | undefined;

/** The blocks of one class after the other, those with the longest prefixes first. */
function blocks(): readonly Block[] {
	const found: Block[] = [];
	for (const name of Object.keys(SPECIAL) as AddressClass[]) {
		for (const block of SPECIAL[name].split(" ")) {
			const [address, bits] = block.split("/") as [string, string];
			found.push([groupsOf(address) as number[], Number(bits), name]);
		}
	}
	return found.sort((a, b) => b[1] - a[1]);
}

function groupsOf(text: string): number[] | undefined {
	return parseIpv4(text) ?? parseIpv6(text);
}

/**
 * The class of an IPv4 or IPv6 address, such as a resolver returns: four decimals, or RFC 4291 §2.2, also with a dotted tail or a zone. An
 * IPv6 address that carries an IPv4 address has the class of that one, unless it is public: then it is `translated`. Undefined for any
 * other text, such as a name, a number or an address in brackets. Throws TypeError unless it is a string.
 *
 * The blocks are those of IANA's special-purpose registries (RFC 6890, RFC 8190).
 *
 * @example
 * ```ts
 * addressClass("169.254.169.254"); // "link-local"
 * addressClass("::ffff:10.0.0.1"); // "private"
 * addressClass("93.184.216.34"); // "public"
 * addressClass("0x7f.1"); // undefined
 * ```
 */
export function addressClass(text: string): AddressClass | undefined {
	if (typeof text !== "string") throw new TypeError("An address must be a string.");
	const groups = groupsOf(text) ?? parseIpv6(withoutZone(text).replace(/(?:\d{1,3}\.){3}\d{1,3}$/, hexadecimal));
	return groups && classOfGroups(groups);
}

/** RFC 4007 §11.2. A zone says where an address is valid, not which one it is. */
function withoutZone(text: string): string {
	return text.length > 255 ? "" : text.replace(/^([0-9a-f:.]+)%[^%]+$/i, "$1");
}

/** The last two groups of an address whose tail is dotted; not an address if they are none. */
function hexadecimal(dotted: string): string {
	const groups = parseIpv4(dotted);
	return groups === undefined ? "?" : groups.map((group) => group.toString(16)).join(":");
}

/** The class of an address in groups. */
export function classOfGroups(groups: readonly number[]): AddressClass {
	const own = classOfPrefix(groups);
	const carried = carriedBy(groups, own);
	const inner = carried === undefined ? "public" : classOfPrefix(carried);
	return inner !== "public" ? inner : carried !== undefined && own === "public" ? "translated" : own;
}

function classOfPrefix(groups: readonly number[]): AddressClass {
	known ??= blocks();
	for (const [prefix, bits, name] of known) if (prefix.length === groups.length && isWithin(groups, prefix, bits)) return name;
	return "public";
}

function isWithin(groups: readonly number[], prefix: readonly number[], bits: number): boolean {
	for (let at = 0, left = bits; left > 0; ++at, left -= 16) {
		if (((groups[at] as number) ^ (prefix[at] as number)) >> Math.max(0, 16 - left) !== 0) return false;
	}
	return true;
}

/**
 * The IPv4 address in an address of IPv6: the groups after 2002::/16 (6to4, RFC 3056 §2), the last two, inverted, of Teredo (RFC 4380 §4), and the
 * last two of mapped and compatible ones (RFC 4291 §2.5.5), NAT64 (RFC 6052 §2.2) and ISATAP (RFC 5214 §6.1).
 */
function carriedBy(groups: readonly number[], own: AddressClass): number[] | undefined {
	const [first, second, third, , fourth, fifth, high, low] = groups as [
		number,
		number,
		number,
		number,
		number,
		number,
		number,
		number,
	];
	const isIsatap = (fourth === 0 || fourth === 0x200) && fifth === 0x5efe;
	if (own !== "translated") return isIsatap ? [high, low] : undefined;
	if (first === 0x2002) return [second, third];
	return first === 0x2001 ? [high ^ 0xffff, low ^ 0xffff] : [high, low];
}
