/** IPv6 addresses as numbers, and the IPv4 addresses embedded in them. */
import { Address } from "../../../assembly/layout/addresses";
import { engineInUse } from "../../engine/select";
import { referenceWorkspace } from "../../engine/shared";
import { parseReference } from "../../reference/reference";

const GROUPS = 8;

/** The eight groups of an IP literal, read by the kernel, or undefined for IPvFuture. Requires: the host begins with "[". */
export function groupsOf(host: string): number[] | undefined {
	const workspace = referenceWorkspace(engineInUse());
	if (/^\[v/i.test(host) || parseReference(`//${host}`, workspace) !== undefined) return undefined;
	const at = Address.GROUPS >> 2;
	return Array.from(workspace.kernel.words.subarray(at, at + GROUPS));
}

/** Prefixes, in groups, that an embedded IPv4 address follows. */
const EMBEDDINGS = [
	[0, 0, 0, 0, 0, 0xffff], // IPv4-mapped, RFC 4291 §2.5.5.2
	[0x64, 0xff9b, 0, 0, 0, 0], // translated, RFC 6052 §2.1
	[0x2002], // 6to4, RFC 3056 §2
	[0, 0, 0, 0, 0, 0], // IPv4-compatible, RFC 4291 §2.5.5.1
] as const;

/** The 32-bit IPv4 address embedded in an IPv6 address, or undefined. */
export function embeddedIPv4(groups: readonly number[]): number | undefined {
	const prefix = EMBEDDINGS.find((embedding) => embedding.every((group, index) => group === groups[index]));
	if (prefix === undefined) return undefined;
	return (groups[prefix.length] as number) * 65536 + (groups[prefix.length + 1] as number);
}
