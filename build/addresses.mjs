/**
 * `node build/addresses.mjs`: generates src/edge/hosts/special-addresses.ts from IANA's registries in build/iana. With `--check` it writes
 * nothing, and exits with status 1 if the file is out of date.
 */
import { readFileSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { join } from "node:path";
import { fillSource } from "./filled-page.mjs";
import { root } from "./root.mjs";

const FOLDER = join(root, "build", "iana");

/** The class of a row, by its block or its name: section "Address classes" of the specification. */
const CLASSES = {
	"0.0.0.0/8": "unspecified",
	"0.0.0.0/32": "unspecified",
	"Unspecified Address": "unspecified",
	Loopback: "loopback",
	"Loopback Address": "loopback",
	"Private-Use": "private",
	"Unique-Local": "private",
	"Link Local": "link-local",
	"Link-Local Unicast": "link-local",
	"Shared Address Space": "shared",
	"Limited Broadcast": "broadcast",
	Reserved: "reserved",
	Benchmarking: "benchmark",
	Documentation: "documentation",
	"Documentation (TEST-NET-1)": "documentation",
	"Documentation (TEST-NET-2)": "documentation",
	"Documentation (TEST-NET-3)": "documentation",
	"Discard-Only Address Block": "discard",
	"IPv4-mapped Address": "translated",
	"64:ff9b::/96": "translated",
	// Networks use it as they like: RFC 8215.
	"64:ff9b:1::/48": "private",
	TEREDO: "translated",
	"6to4": "translated",
	"IETF Protocol Assignments": "reserved",
	"IPv4 Service Continuity Prefix": "reserved",
	"IPv4 dummy address": "reserved",
	"NAT64/DNS64 Discovery": "reserved",
	"Deprecated (6to4 Relay Anycast)": "reserved",
	"6a44-relay anycast address": "reserved",
	"Dummy IPv6 Prefix": "reserved",
	"Deprecated (previously ORCHID)": "reserved",
	"Segment Routing (SRv6) SIDs": "reserved",
	// Anycast of protocols, no hosts of a URL. All of 192.0.0.0/24 is reserved in the specification.
	"192.0.0.9/32": "reserved",
	"192.0.0.10/32": "reserved",
};

/** What other registries and RFCs set apart: multicast, site-local (RFC 3879), IPv4-compatible (RFC 4291 §2.5.5.1). */
const OTHERS = {
	"224.0.0.0/4": "multicast",
	"ff00::/8": "multicast",
	"fec0::/10": "private",
	"::/96": "translated",
	// RFC 7915, section 1.3: IPv4-translated addresses of RFC 2765.
	"::ffff:0:0:0/96": "translated",
};

/** Rows of CSV, RFC 4180, as fields. */
function parseCsv(text) {
	const rows = [[]];
	for (const [, field, end] of text.matchAll(/("(?:[^"]|"")*"|[^",\n]*)([,\n])/g)) {
		rows.at(-1).push(field.replace(/^"|"$/g, "").replaceAll('""', '"'));
		if (end === "\n") rows.push([]);
	}
	return rows.slice(0, -1);
}

/** Blocks with their classes. Blocks that are reachable globally are public, and are there to be taken out of those around them. */
function blocksOf(file) {
	const [head, ...rows] = parseCsv(readFileSync(join(FOLDER, file), "utf8"));
	const [nameAt, reachableAt] = [head.indexOf("Name"), head.indexOf("Globally Reachable")];
	return rows.flatMap((row) =>
		row[0].split(",").map((cell) => {
			const block = cell.replace(/\[\d+\]/, "").trim();
			const isReachable = row[reachableAt] === "True";
			const name = CLASSES[block] ?? CLASSES[row[nameAt]] ?? (isReachable ? "public" : undefined);
			if (name === undefined) throw new Error(`${file}: ${block} (${row[nameAt]}) has no class in build/addresses.mjs`);
			return [block, name];
		}),
	);
}

/** Whether a block is inside another one, and not the same. */
function isInside(block, other) {
	const [[address, bits], [network, prefix]] = [block.split("/"), other.split("/")];
	const family = `ipv${isIP(network)}`;
	if (isIP(address) !== isIP(network) || Number(bits) <= Number(prefix)) return false;
	const list = new BlockList();
	list.addSubnet(network, Number(prefix), family);
	return list.check(address, family);
}

/** Whether a block changes the class that its addresses have by the block around it. */
function isNeeded([block, name]) {
	const around = all.filter(([other]) => isInside(block, other)).sort(([a], [b]) => (isInside(a, b) ? -1 : 1));
	return name !== (around[0]?.[1] ?? "public");
}

const all = [...blocksOf("ipv4-special.csv"), ...blocksOf("ipv6-special.csv"), ...Object.entries(OTHERS)];
const blocks = all.filter(isNeeded);
const classes = [...new Set(blocks.map(([, name]) => name))];
const lines = classes.map((name) => {
	const own = blocks.filter(([, other]) => other === name).map(([block]) => block);
	return `\t${/\W/.test(name) ? `"${name}"` : name}: "${own.join(" ")}",\n`;
});
const date = /Copied on (\d{4}-\d\d-\d\d)/.exec(readFileSync(join(FOLDER, "README.md"), "utf8"))[1];
fillSource(
	"src/edge/hosts/special-addresses.ts",
	"build/addresses.mjs",
	`/** Blocks of addresses by class: IANA's special-purpose registries of ${date}. The longest prefix wins. */
export const SPECIAL = {
${lines.join("")}} as const;
`,
);
