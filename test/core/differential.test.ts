/** The kernel agrees with test/oracle/normalize.ts, a second implementation that is literal and slow. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { oracleNormalize, REGISTERED } from "../oracle/normalize";
import { describeEngines, normalizerOn } from "../support/engines";
import { runs } from "../support/extent";
import { hostileOctets } from "../support/hostile";

const LEVELS = ["string", "syntax", "scheme"] as const;
const MODES = LEVELS.flatMap((level) => [false, true].map((strict) => ({ level, strict })));
const octetsOf = (text: string) => new TextEncoder().encode(text);

/** Text between brackets: addresses of too few groups or too many, with zones, IPvFuture, and near misses. */
const literal = fc
	.tuple(
		fc.array(fc.constantFrom("", "0", "0", "1", "00aB", "FFFF", "12345", "g", "1.2.3.4", "1.2.3.04", "1.2.3.256"), {
			maxLength: 9,
		}),
		fc.constantFrom("", "", "%25eth0", "%Eth0", "%25%41", "%25", "%26a", "%25a%zz", "%25a!", "%"),
	)
	.map(([groups, zone]) => groups.join(":") + zone);
const future = fc.stringMatching(/^[vV][aF0g]{0,2}\.?[A-z:;%]{0,3}$/);

const PORTS = [...new Set(REGISTERED.map(([, port]) => port ?? "0"))];

describeEngines("kernel and oracle agree", (engine) => {
	/** Expects one outcome of both. In a mailto query the kernel reads `to` fields first, so both only have to find a fault. */
	function agreeBy(options: (typeof MODES)[number]): (octets: Uint8Array) => void {
		const normalizer = normalizerOn(engine, { ...options, invalid: "blank" });
		return (octets) => {
			const line = withoutLineEnds(octets);
			const { lines, rejects } = normalizer.normalizeLines(Uint8Array.from([...line, 0x0a]));
			const expected = oracleNormalize(line, options);
			if (expected instanceof Uint8Array) expect(text(lines.subarray(0, -1))).toBe(text(expected));
			else if (/^\s*mailto:/i.test(text(line))) expect(rejects[0]).toBeDefined();
			else expect(rejects[0]).toEqual({ line: 1, ...expected });
		};
	}

	it.each(MODES)("on hostile octets, %j", (options) => {
		fc.assert(fc.property(hostileOctets, agreeBy(options)), { numRuns: runs(6000) });
	});

	it.each(MODES.slice(2))("on IP literals, and on each octet of each component, %j", (options) => {
		const agree = agreeBy(options);
		const authority = fc
			.tuple(fc.oneof({ weight: 9, arbitrary: literal }, future), fc.constantFrom("", ":80", ":", "x"))
			.map(([host, after]) => octetsOf(`//u@[${host}]${after}`));
		fc.assert(fc.property(authority, agree), { numRuns: runs(6000) });
		for (const [before, after] of [
			["u", "w@h"],
			["h", "i/"],
			["/p", "q"],
			["?q", "r"],
			["#f", "g"],
		] as const)
			for (let octet = 0; octet < 256; octet += options.level === "scheme" ? 1 : 17)
				agree(Uint8Array.of(...octetsOf(`x://${before}`), octet, ...octetsOf(after)));
	});

	it("on every scheme of the registry, and on names that are almost one", () => {
		const agree = agreeBy({ level: "scheme", strict: false });
		for (const [name, port] of REGISTERED) {
			for (const near of [name, name.slice(1), `y${name.slice(1)}`, `${name.slice(0, -1)}q`, `${name}x`])
				for (const rest of [":a/../B,C;D", "://Ü.example", "://", `://h:0${port}/.`]) agree(octetsOf(near + rest));
			for (const other of PORTS) agree(octetsOf(`${name}://h:${other}`));
		}
	});
});

/** Removes what cannot be inside a line: LF, CR at the end, a byte order mark at the start. */
function withoutLineEnds(octets: Uint8Array): Uint8Array {
	let line = [...octets.filter((octet) => octet !== 0x0a)];
	while (line.at(-1) === 0x0d) line.pop();
	while (line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf) line = line.slice(3);
	return Uint8Array.from(line);
}

function text(octets: Uint8Array): string {
	return Array.from(octets, (octet) => String.fromCharCode(octet)).join("");
}
