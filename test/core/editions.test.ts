/** Parsing by each edition. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { type Edition, parse, recompose, tryParse, UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import { size } from "../support/extent";
import { hostileReference, opaqueReference } from "../support/hostile";

const NUM_RUNS = size(3000, 600);
const ALL: readonly Edition[] = ["1994", "1997", "2003", "2005"];

describe("parse by edition", () => {
	it.each(["1997", "2003", "2005"] as const)("%s: parses by App. B", (edition) => {
		const uri = parse("foo://us:er@example.com:8042/over/there;x?name=ferret#nose", { edition });
		expect({ ...uri }).toEqual({
			scheme: "foo",
			authority: "us:er@example.com:8042",
			userinfo: "us:er",
			host: "example.com",
			port: "8042",
			path: "/over/there;x",
			query: "name=ferret",
			fragment: "nose",
		});
		expect(parse("../a", { edition }).path).toBe("../a");
		expect(parse("//[::1]", { edition }).host).toBe("[::1]");
	});

	it("1994: ignores the prefix URL:", () => {
		const uri = parse("URL:ftp://info.cern.ch/pub/www/doc;type=d", { edition: "1994" });
		expect([uri.scheme, uri.host, uri.path]).toEqual(["ftp", "info.cern.ch", "/pub/www/doc;type=d"]);
		expect(recompose(uri)).toBe("ftp://info.cern.ch/pub/www/doc;type=d");
		expect(parse("url:URL:a", { edition: "1994" }).scheme).toBe("URL");
		expect(parse("URL:a", { edition: "1997" }).scheme).toBe("URL");
	});

	it.each(["a", "//h", "", "URL:a/b", "?x:"])("1994: refuses the relative reference %j", (reference) => {
		const fault = { code: "relative-reference", component: "scheme", offset: 0 };
		expect(tryParse(reference, { edition: "1994" })).toMatchObject(fault);
	});

	it.each([
		["a_b:c", "invalid-scheme", "scheme", 1],
		["x://h:8o", "invalid-port", "port", 7],
		["x://[::1", "invalid-ip-literal", "host", 4],
		["x://[::1]a", "invalid-ip-literal", "host", 9],
		["x://[1]", "invalid-ip-literal", "host", 5],
		["x:\udc00", "ill-formed-string", undefined, 2],
	])("returns the fault of %j in every edition", (reference, code, component, offset) => {
		for (const edition of ALL)
			expect(tryParse(reference, { edition })).toMatchObject({ code, component, offset, input: reference });
	});

	const text = fc.oneof(hostileReference, opaqueReference, fc.string({ unit: "binary" }));

	it.each(ALL)("%s: recompose(parse(x)) is x", (edition) => {
		let parsed = 0;
		fc.assert(
			fc.property(text, (reference) => {
				const uri = tryParse(reference, { edition });
				if (uri instanceof UriError || (edition === "1994" && /^url:/i.test(reference))) return;
				++parsed;
				expect(recompose(uri)).toBe(reference);
				expect(recompose({ ...uri, authority: undefined })).toBe(reference);
			}),
			{ numRuns: NUM_RUNS },
		);
		expect(parsed).toBeGreaterThan(NUM_RUNS / 15);
	});
});

it("docs/reference/editions.md has the table generated from the data", () => {
	const script = fileURLToPath(new URL("../../build/editions.mjs", import.meta.url));
	expect(execFileSync(process.execPath, [script, "--check"], { encoding: "utf8" })).toBe("");
});
