/** Resolution (RFC 3986 §5 and earlier editions): tables and sentences of the documents and foreign vectors, on every engine. */

import { resolve } from "urlsieve";
import { expect, it } from "vitest";
import { describeResolutionTables } from "../documents/resolution";
import { describeResolutionSentences } from "../documents/sentences-of-resolution";
import { describeEngines, normalizerOn } from "../support/engines";
import { describeRelativizeVectors, describeResolveVectors } from "../support/resolution-vectors";
import { resolverOn } from "../support/resolvers";

describeEngines("resolution", (engine) => {
	const resolver = resolverOn(engine);
	describeResolutionTables(resolver);
	describeResolutionSentences(resolver);
	describeResolveVectors(resolver.resolve);
	describeRelativizeVectors(resolver.resolve, resolver.relativize);
});

describeEngines("a zone after a bare %", (engine) => {
	const zone = "http://[fe80::1%eth0]/";
	const lenient = normalizerOn(engine);
	const strict = normalizerOn(engine, { strict: true });

	it.each([lenient, strict])("is resolved alike, whatever was normalized before (%#)", (before) => {
		for (const by of [lenient, strict]) {
			before.tryNormalize("http://[::1%zz]/");
			expect(by.resolve(zone, "http://b/c")).toBe(zone);
			before.tryNormalize("http://[::1%zz]/");
			expect(by.resolve("x", zone)).toBe(`${zone}x`);
			before.tryNormalize("http://[::1%zz]/");
			expect(by.relativize(zone, "http://b/c")).toBe("//[fe80::1%eth0]/");
			before.tryNormalize("http://[::1%zz]/");
			expect(by.isSameDocument(`${zone}#a`, zone)).toBe(true);
			before.tryNormalize("http://[::1%zz]/");
			expect(new TextDecoder().decode(by.resolveLines(new TextEncoder().encode(`${zone}\nx`), zone).lines)).toBe(
				`${zone}\n${zone}x\n`,
			);
		}
	});
});

it("treats dots above the root as the option says in edition 2003 alone", () => {
	const at = (options: Parameters<typeof resolve>[2]) => resolve("../../g", "http://a/b", options);
	for (const excessDots of ["keep", "error"] as const) expect(at({ excessDots })).toBe("http://a/g");
	for (const options of [{}, { excessDots: "remove" }] as const) expect(at({ edition: "2003", ...options })).toBe("http://a/g");
	expect(at({ edition: "2003", excessDots: "keep" })).toBe("http://a/../../g");
	expect(() => at({ edition: "2003", excessDots: "error" })).toThrow(expect.objectContaining({ code: "excess-dots" }));
	for (const excessDots of ["remove", "keep", "error"] as const)
		expect(at({ edition: "1997", excessDots })).toBe("http://a/../../g");
});
