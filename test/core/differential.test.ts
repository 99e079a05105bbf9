/** The kernel agrees with test/oracle/normalize.ts, a second implementation that is literal and slow. */
import fc from "fast-check";
import type { Reject } from "urlsieve";
import { expect, it } from "vitest";
import { type OracleError, oracleNormalize } from "../oracle/normalize";
import { describeEngines, normalizerOn } from "../support/engines";
import { runs } from "../support/extent";
import { hostileOctets } from "../support/hostile";

const LEVELS = ["string", "syntax", "scheme"] as const;
const MODES = LEVELS.flatMap((level) => [false, true].map((strict) => ({ level, strict })));

describeEngines("kernel and oracle agree", (engine) => {
	it.each(MODES)("on hostile octets, %j", (options) => {
		const normalizer = normalizerOn(engine, { ...options, invalid: "blank" });
		fc.assert(
			fc.property(hostileOctets, (octets) => {
				const line = withoutLineEnds(octets);
				const { lines, rejects } = normalizer.normalizeLines(Uint8Array.from([...line, 0x0a]));
				const expected = oracleNormalize(line, options);
				if (expected instanceof Uint8Array) expect(text(lines.subarray(0, -1))).toBe(text(expected));
				else expectFault(rejects[0], expected, text(line));
			}),
			{ numRuns: runs(6000) },
		);
	});
});

/** In a mailto query the kernel reads `to` fields first, so only the existence of a fault has to agree, not its place. */
function expectFault(reject: Reject | undefined, expected: OracleError, line: string): void {
	if (/^\s*mailto:/i.test(line)) expect(reject).toBeDefined();
	else expect(reject).toEqual({ line: 1, ...expected });
}

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
