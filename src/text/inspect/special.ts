/** Hosts that are the machine itself, its network, or a metadata endpoint: tables, with the licence of each row. */
import type { FindingCode } from "./finding";

/** Why a host is special. */
export type Special = readonly [code: FindingCode, what: string];

/** Addresses that share their first `bits` bits with `first`. */
type Range = readonly [first: number, bits: number, ...Special];

/** Ranges of IPv4, by 32 bits (RFC 6890 §2.2.2). */
const IPV4_RANGES: readonly Range[] = [
	[0x7f000000, 8, "loopback-host", "a loopback address (RFC 1122 §3.2.1.3)"],
	[0x00000000, 32, "loopback-host", "the unspecified address, which many systems take for themselves (RFC 1122 §3.2.1.3)"],
	[0x0a000000, 8, "private-host", "a private address (RFC 1918 §3)"],
	[0xac100000, 12, "private-host", "a private address (RFC 1918 §3)"],
	[0xc0a80000, 16, "private-host", "a private address (RFC 1918 §3)"],
	[0x64400000, 10, "private-host", "an address inside a provider's network (RFC 6598 §7)"],
	[0xa9fe0000, 16, "link-local-host", "a link-local address (RFC 3927 §2.1)"],
];

/** Ranges of IPv6, by the first group (RFC 6890 §2.2.3). */
const IPV6_RANGES: readonly Range[] = [
	[0xfe80, 10, "link-local-host", "a link-local address (RFC 4291 §2.5.6)"],
	[0xfec0, 10, "private-host", "a site-local address (RFC 3879 §4)"],
	[0xfc00, 7, "private-host", "a unique local address (RFC 4193 §3.1)"],
];

/** Names of the machine itself, and its addresses in IPv6. */
const LOOPBACK: { readonly [host: string]: string } = {
	localhost: "the machine itself (RFC 6761 §6.3)",
	"::1": "the loopback address (RFC 4291 §2.5.3)",
	"::": "the unspecified address, which many systems take for themselves (RFC 4291 §2.5.2)",
};

/** Where a cloud tells a machine about itself, and often its credentials. */
const METADATA: { readonly [host: string]: string } = {
	"169.254.169.254": "Amazon EC2, Azure, Google Cloud and others",
	"fd00:ec2::254": "Amazon EC2",
	"169.254.170.2": "Amazon ECS",
	"169.254.170.23": "Amazon EKS",
	"fd00:ec2::23": "Amazon EKS",
	"168.63.129.16": "Azure",
	"metadata.google.internal": "Google Cloud",
	"metadata.goog": "Google Cloud",
	"fd20:ce::254": "Google Cloud",
	"100.100.100.200": "Alibaba Cloud",
};

/** Why an IPv4 address is special: 32 bits, and in dotted decimal. */
export function specialIPv4(address: number, text: string): Special | undefined {
	return specialName(text) ?? inRange(address, 32, IPV4_RANGES);
}

/** Why an IPv6 address is special: its first group, and as RFC 5952 writes it. */
export function specialIPv6(first: number, text: string): Special | undefined {
	return specialName(text) ?? inRange(first, 16, IPV6_RANGES);
}

/** Why a host is special by its text alone: in lower case, without a dot at the end. */
export function specialName(host: string): Special | undefined {
	if (Object.hasOwn(METADATA, host)) return ["metadata-host", `a metadata endpoint (${METADATA[host]})`];
	const name = host.endsWith(".localhost") ? "localhost" : host;
	return Object.hasOwn(LOOPBACK, name) ? ["loopback-host", LOOPBACK[name] as string] : undefined;
}

function inRange(address: number, size: number, ranges: readonly Range[]): Special | undefined {
	const range = ranges.find(
		([first, bits]) => Math.floor(address / 2 ** (size - bits)) === Math.floor(first / 2 ** (size - bits)),
	);
	return range && [range[2], range[3]];
}
