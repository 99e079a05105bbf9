/** IPv6 addresses as numbers, and the IPv4 addresses in them. */
import { Address } from "../../../assembly/layout";
import { engine } from "../../engine/select";
import { referenceWorkspace } from "../../engine/shared";
import { parseReference } from "../../reference/reference";

const GROUPS = 8;

/** The eight groups of an IP literal, as the kernel reads them. Requires: the host begins with "[". Undefined for IPvFuture. */
export function groupsOf(host: string): number[] | undefined {
	const workspace = referenceWorkspace(engine);
	if (/^\[v/i.test(host) || parseReference(`//${host}`, workspace) !== undefined) return undefined;
	const at = Address.GROUPS >> 2;
	return Array.from(workspace.kernel.words.subarray(at, at + GROUPS));
}

/** Prefixes behind which an IPv4 address stands: the groups, and the number of groups before the address. */
const EMBEDDINGS = [
	[0, 0, 0, 0, 0, 0xffff], // IPv4-mapped, RFC 4291 §2.5.5.2
	[0x64, 0xff9b, 0, 0, 0, 0], // translated, RFC 6052 §2.1
	[0x2002], // 6to4, RFC 3056 §2
	[0, 0, 0, 0, 0, 0], // IPv4-compatible, RFC 4291 §2.5.5.1
] as const;

/** The IPv4 address, as a number of 32 bits, to which packets for an IPv6 address go; undefined when it has none in it. */
export function embeddedIPv4(groups: readonly number[]): number | undefined {
	const prefix = EMBEDDINGS.find((embedding) => embedding.every((group, index) => group === groups[index]));
	if (prefix === undefined) return undefined;
	return (groups[prefix.length] as number) * 65536 + (groups[prefix.length + 1] as number);
}
