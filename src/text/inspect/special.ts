/** Hosts that are the machine itself, its network, or a metadata endpoint: tables, with the source of each row. */
import type { FindingCode } from "./finding";

/** Why a host is special: the finding's code, and a description for its sentence. */
export type Special = readonly [code: FindingCode, what: string];

/** The addresses whose leading `bits` bits equal those of `first`. */
type Range = readonly [first: number, bits: number, ...Special];

/** Ranges of IPv4, as 32-bit numbers (RFC 6890 §2.2.2). */
const IPV4_RANGES: readonly Range[] = [
	[0x7f000000, 8, "loopback-host", "a loopback address (RFC 1122 §3.2.1.3)"],
	[
		0x00000000,
		32,
		"loopback-host",
		"the unspecified address, which reaches the machine itself on many systems (RFC 1122 §3.2.1.3)",
	],
	[0x0a000000, 8, "private-host", "a private address (RFC 1918 §3)"],
	[0xac100000, 12, "private-host", "a private address (RFC 1918 §3)"],
	[0xc0a80000, 16, "private-host", "a private address (RFC 1918 §3)"],
	[0x64400000, 10, "private-host", "an address inside a provider's network (RFC 6598 §7)"],
	[0xa9fe0000, 16, "link-local-host", "a link-local address (RFC 3927 §2.1)"],
];

/** Ranges of IPv6, as first groups (RFC 6890 §2.2.3). */
const IPV6_RANGES: readonly Range[] = [
	[0xfe80, 10, "link-local-host", "a link-local address (RFC 4291 §2.5.6)"],
	[0xfec0, 10, "private-host", "a site-local address (RFC 3879 §4)"],
	[0xfc00, 7, "private-host", "a unique local address (RFC 4193 §3.1)"],
];

/** Names and IPv6 addresses of the machine itself. */
const LOOPBACK: { readonly [host: string]: string } = {
	localhost: "the machine itself (RFC 6761 §6.3)",
	"::1": "the loopback address (RFC 4291 §2.5.3)",
	"::": "the unspecified address, which reaches the machine itself on many systems (RFC 4291 §2.5.2)",
};

/** Hosts from which a machine in a cloud reads its metadata, often including credentials. */
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

/** Why an IPv4 address is special, given as a 32-bit number and in dotted decimal. */
export function specialIPv4(address: number, text: string): Special | undefined {
	return specialName(text) ?? inRange(address, 32, IPV4_RANGES);
}

/** Why an IPv6 address is special, given its first group and its text by RFC 5952. */
export function specialIPv6(first: number, text: string): Special | undefined {
	return specialName(text) ?? inRange(first, 16, IPV6_RANGES);
}

/** Why a host is special by its text: in lower case, without a final dot. */
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
