/** `addressClass`: section "Address classes" of ../shared/spec/hosts.md, and IANA's registries of special-purpose addresses. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { type AddressClass, addressClass } from "urlsieve/edge";
import { describe, expect, it } from "vitest";
import { size } from "../support/extent";
import { longIt } from "../support/long-it";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The blocks of the specification; those of IPv6 that carry addresses are below. */
const BLOCKS: { readonly [name in AddressClass]?: string } = {
	unspecified: "0.0.0.0/8 ::/128",
	loopback: "127.0.0.0/8 ::1/128",
	private: "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7 fec0::/10 64:ff9b:1::/48",
	"link-local": "169.254.0.0/16 fe80::/10",
	shared: "100.64.0.0/10",
	multicast: "224.0.0.0/4 ff00::/8",
	broadcast: "255.255.255.255/32",
	reserved: "192.0.0.0/24 192.88.99.0/24 2001:1::4/126 2001:10::/28 100:0:0:1::/64 5f00::/16",
	benchmark: "198.18.0.0/15 2001:2::/48",
	documentation: "192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20",
	discard: "100::/64",
	public:
		"192.31.196.0/24 192.52.193.0/24 192.175.48.0/24 2001:3::/32 2001:4:112::/48 2001:20::/28 2001:30::/28 2620:4f:8000::/48",
};

/** The number of an address. The platform expands IPv6. */
function numberOf(address: string): bigint {
	if (!isIPv6(address)) return address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
	const [head = "", tail = ""] = address.split("::").map((half) => half);
	const groups = (half: string) => (half === "" ? [] : half.split(":"));
	const missing = 8 - groups(head).length - groups(tail).length;
	const all = [...groups(head), ...Array.from({ length: missing }, () => "0"), ...groups(tail)];
	return all.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

function addressOf(number: bigint, isLong: boolean): string {
	const [count, width] = isLong ? [8, 16n] : [4, 8n];
	const parts = Array.from({ length: count }, (_, at) => (number >> (BigInt(count - 1 - at) * width)) & ((1n << width) - 1n));
	return isLong ? parts.map((part) => part.toString(16)).join(":") : parts.join(".");
}

/** The first and the last address of a block, and those beside it. */
function endsOf(block: string): { first: string; last: string; before: string; after: string } {
	const [address, bits] = block.split("/") as [string, string];
	const isLong = isIPv6(address);
	const [first, count] = [numberOf(address), 1n << BigInt((isLong ? 128 : 32) - Number(bits))];
	const top = (1n << (isLong ? 128n : 32n)) - 1n;
	const write = (number: bigint) => addressOf(number < 0n ? 0n : number > top ? top : number, isLong);
	return { first: write(first), last: write(first + count - 1n), before: write(first - 1n), after: write(first + count) };
}

const ALL = Object.entries(BLOCKS).flatMap(([name, blocks]) =>
	blocks.split(" ").map((block) => [block, name as AddressClass] as const),
);

it.each(ALL)("%s is %s, from its first address to its last", (block, name) => {
	const { first, last } = endsOf(block);
	expect([addressClass(first), addressClass(last)]).toEqual([name, name]);
});

it("240.0.0.0/4 is reserved but for its last address", () => {
	expect(["240.0.0.0", "255.255.255.254", "255.255.255.255"].map(addressClass)).toEqual(["reserved", "reserved", "broadcast"]);
});

it("what is beside a block has another class", () => {
	const beside = [
		"1.0.0.0",
		"9.255.255.255",
		"11.0.0.0",
		"100.63.255.255",
		"100.128.0.0",
		"126.255.255.255",
		"128.0.0.0",
		"169.253.255.255",
	];
	const more = [
		"169.255.0.0",
		"172.15.255.255",
		"172.32.0.0",
		"192.0.1.0",
		"192.167.255.255",
		"192.169.0.0",
		"198.17.255.255",
		"198.20.0.0",
	];
	const long = [
		"fbff:ffff::",
		"fe7f:ffff::",
		"2001:200::",
		"2001:db7:ffff::",
		"2001:db9::",
		"3ffe:ffff::",
		"3fff:1000::",
		"2003::",
		"100:0:0:2::",
	];
	for (const address of [...beside, ...more, "223.255.255.255", ...long])
		expect([address, addressClass(address)]).toEqual([address, "public"]);
});

describe("an IPv6 address that carries an IPv4 address", () => {
	/** Writes an address around the hexadecimal digits of one of IPv4. */
	const forms: readonly (readonly [name: string, write: (high: string, low: string) => string])[] = [
		["mapped", (high, low) => `::ffff:${high}:${low}`],
		["compatible", (high, low) => `::${high}:${low}`],
		["NAT64", (high, low) => `64:ff9b::${high}:${low}`],
		["6to4", (high, low) => `2002:${high}:${low}:1::1`],
		["Teredo", (high, low) => `2001:0:4136:e378:8000:63bf:${inverted(high)}:${inverted(low)}`],
		["ISATAP", (high, low) => `2a00:1:2:3:0:5efe:${high}:${low}`],
		["ISATAP, unique", (high, low) => `2a00:1:2:3:200:5efe:${high}:${low}`],
	];
	const inverted = (group: string) => (0xffff - Number.parseInt(group, 16)).toString(16);

	it.each(forms)("has the class of that one unless it is public: %s", (_, write) => {
		for (const [block, name] of ALL.filter(([block]) => !isIPv6(block.split("/")[0] as string))) {
			for (const address of Object.values(endsOf(block)).slice(0, 2)) {
				const octets = address.split(".").map(Number) as [number, number, number, number];
				const [high, low] = [octets[0] * 256 + octets[1], octets[2] * 256 + octets[3]].map((group) => group.toString(16)) as [
					string,
					string,
				];
				const text = write(high, low);
				// ::0 and ::1 are addresses of their own.
				if (text === "::0:0") continue;
				expect([text, addressClass(text)]).toEqual([text, name === "public" ? "translated" : name]);
			}
		}
		expect(addressClass(write("5db8", "d822"))).toBe("translated");
	});

	it("is link-local by itself if that one is public", () => {
		expect(addressClass("fe80::5efe:5db8:d822")).toBe("link-local");
		expect(addressClass("fe80::5efe:127.0.0.1")).toBe("loopback");
	});

	it("may have a dotted tail, as resolvers write it", () => {
		expect(addressClass("::ffff:10.0.0.1")).toBe("private");
		expect(addressClass("64:ff9b::93.184.216.34")).toBe("translated");
		expect(addressClass("1:2:3:4:5:6:1.2.3.4")).toBe("public");
	});
});

it("ignores the zone of an address", () => {
	expect(["fe80::1%eth0", "fe80::1%2", "::1%lo"].map(addressClass)).toEqual(["link-local", "link-local", "loopback"]);
});

it.each([
	"",
	"a.test",
	"localhost",
	"127.1",
	"0177.0.0.1",
	"2130706433",
	"1.2.3.4.5",
	"256.1.1.1",
	" 1.2.3.4",
	"1.2.3.4 ",
	"[::1]",
	"::1%",
	"%1",
])("is undefined for what is no address: %j", (text) => expect(addressClass(text)).toBeUndefined());

it.each([
	"::ffff:1.2.3",
	"::ffff:01.2.3.4",
	"1:2:3:4:5:6:7:1.2.3.4",
	"1.2.3.4::",
	"::1.2.3.4:5",
	":::",
	"1::2::3",
	"12345::",
	"1:2:3:4:5:6:7:8:9",
	"1.2.3.4%1",
])("is undefined for what is no address: %j", (text) => expect(addressClass(text)).toBeUndefined());

it("knows an address if the platform does", () => {
	const piece = fc.constantFrom("0", "1", "ff", "12345", "::", ":", ".", "127", "256", "01", "10.0.0.1");
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
			const text = pieces.join("");
			expect([text, addressClass(text) !== undefined]).toEqual([
				text,
				isIPv6(text) || /^(?:(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/.test(text),
			]);
		}),
		{ numRuns: size(100_000, 1000) },
	);
});

it("throws TypeError unless it is given a string", () => {
	for (const value of [undefined, null, 1, ["::1"], Buffer.from("::1")])
		expect(() => addressClass(value as never)).toThrow(new TypeError("An address must be a string."));
	expect(addressClass("1".repeat(1_000_000))).toBeUndefined();
	expect(addressClass(`${":".repeat(1_000_000)}%1`)).toBeUndefined();
});

describe("IANA's registries", () => {
	it("are what the blocks are generated from", () => {
		expect(execFileSync(process.execPath, [`${ROOT}build/addresses.mjs`, "--check"], { encoding: "utf8" })).toBe("");
	});

	/** A block of the copy, and the column "Globally Reachable". */
	const blocks = ["ipv4", "ipv6"].flatMap((family) => {
		const text = readFileSync(`${ROOT}build/iana/${family}-special.csv`, "utf8");
		return [...text.matchAll(/^"?((?:[\d.]+|[\da-f:]+)\/\d+(?:, [\d./]+)?)(?:[^\n]|\n {8})*?,([^,\n]*),[^,\n]*$/gm)].flatMap(
			([, cell = "", reachable = ""]) => cell.split(", ").map((block) => [block, reachable.split(" ")[0] ?? ""] as const),
		);
	});

	it("have 51 blocks, none of which is public unless it is globally reachable", () => {
		expect(blocks.length).toBe(51);
		for (const [block, reachable] of blocks) {
			const { first, last } = endsOf(block);
			// What is inside 2001::/23 and globally reachable, and what carries addresses, has rows of its own.
			if (["2001::/23", "::ffff:0:0/96", "2001::/32", "2002::/16"].includes(block)) continue;
			for (const address of [first, last])
				if (reachable !== "True") expect([block, addressClass(address)]).not.toEqual([block, "public"]);
		}
	});

	it("have no blocks that Python knows and they do not", () => {
		const script = `import ipaddress, json
found = []
for family in (ipaddress._IPv4Constants, ipaddress._IPv6Constants):
    found += [[str(n[0]), str(n[-1])] for n in family._private_networks]
print(json.dumps(found))`;
		const { stdout, status } = spawnSync("python3", ["-c", script], { encoding: "utf8" });
		expect(status).toBe(0);
		const ends = (JSON.parse(stdout) as string[][]).flat().filter((address) => !address.startsWith("::ffff:"));
		expect(ends.length).toBeGreaterThan(30);
		// A new one means that build/iana is old.
		expect(ends.filter((address) => addressClass(address) === "public")).toEqual([]);
	});

	longIt("are not older than a year", () => {
		const date = /Copied on (\S+)\./.exec(readFileSync(`${ROOT}build/iana/README.md`, "utf8"))?.[1] as string;
		expect((Date.now() - Date.parse(date)) / 86_400_000).toBeLessThan(366);
	});
});
