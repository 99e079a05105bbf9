/** The editions as data, and parsing by each edition. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { type Edition, parse, recompose, tryParse, UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import { EDITION_FACTS } from "../../src/editions/edition-facts";
import { editions } from "../../src/editions/editions";
import { hostileReference, opaqueReference } from "../support/hostile";

/** The rows are made here, so that every test is one of all of them. */
const ALL = Object.keys(editions()) as Edition[];

/** The distinct non-alphanumeric characters of a text, sorted. */
function marks(text: string): string {
	return [...new Set(text)]
		.filter((character) => !/[A-Za-z0-9]/.test(character))
		.sort()
		.join("");
}

/** Sorts characters by US-ASCII. */
const sorted = (text: string) => [...text].sort().join("");

describe("the sets of characters are those of the documents", () => {
	it.each([
		["1994", "$-_.+!*'(),", ";/?:@&=", ""], // RFC 1738 §5: safe, extra; reserved; spec: decodes ALPHA and DIGIT
		["1997", "$-_.!~*'(),", ";/?:@&=+", "$-_.!~*'(),"], // §2.2, §2.3
		["2003", "-_.!~*'()", "[];/?:@&=+$,", "_~"], // §2.2, §2.3
		["2005", "-._~", ":/?#[]@!$&'()*+,;=", "-._~"], // §2.2, §2.3
	] as const)("%s: unreserved %s, reserved %s, decoded %s", (edition, unreserved, reserved, decodes) => {
		const row = EDITION_FACTS[edition];
		expect(marks(row.unreserved)).toBe(sorted(unreserved));
		expect(marks(row.reserved)).toBe(sorted(reserved));
		expect(marks(row.decodes)).toBe(sorted(decodes));
	});

	it.each(ALL)("%s: letters and digits are unreserved and decoded, not reserved", (edition) => {
		const { unreserved, reserved, decodes } = EDITION_FACTS[edition];
		for (const character of "AZaz09") {
			expect([unreserved, decodes].every((set) => set.includes(character))).toBe(true);
			expect(reserved).not.toContain(character);
		}
		for (const character of decodes) expect(unreserved).toContain(character);
	});

	it.each(ALL)("%s: classes contain no duplicate and no excluded character", (edition) => {
		const { unreserved, reserved } = EDITION_FACTS[edition];
		const { scheme, user, path, query, fragment, opaque, name, registry } = editions()[edition];
		const rules = [scheme, user, path, query, fragment, opaque, name, registry].map((rule) => rule?.allows ?? "");
		for (const set of [unreserved, reserved, ...rules]) {
			expect(new Set(set).size).toBe(set.length);
			expect(set).not.toMatch(/[\0-\x20"%<>\\^`{|}\x7f-\uffff]/);
		}
	});
});

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

	it("1994: names the reason in the message", () => {
		expect(() => parse("a", { edition: "1994" })).toThrow("This edition has no relative references");
	});

	it('1994: allows "?" in a user name, RFC 1738 §5', () => {
		const uri = parse("ftp://who?@h/a?b", { edition: "1994" });
		expect([uri.userinfo, uri.host, uri.path, uri.query]).toEqual(["who?", "h", "/a", "b"]);
	});

	it.each(["1994", "1997"] as const)("%s: allows any scheme character at the start of a scheme", (edition) => {
		expect(parse("3+:b", { edition }).scheme).toBe("3+");
	});

	it.each(["2003", "2005"] as const)("%s: requires a letter at the start of a scheme", (edition) => {
		expect(tryParse("3+:b", { edition })).toMatchObject({ code: "invalid-scheme", offset: 0 });
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

	it("refuses an unknown edition", () => {
		expect(() => parse("x:", { edition: "2022" as "2005" })).toThrow('"1994", "1997", "2003", "2005", not "2022"');
	});

	const text = fc.oneof(hostileReference, opaqueReference, fc.string({ unit: "binary" }));
	const outcome = (uri: ReturnType<typeof tryParse>) =>
		uri instanceof UriError ? [uri.code, uri.component, uri.offset, uri.message] : { ...uri };

	it("2003 parses hostile strings like the kernel", () => {
		fc.assert(
			fc.property(text, (reference) => {
				expect(outcome(tryParse(reference, { edition: "2003" }))).toEqual(outcome(tryParse(reference)));
			}),
			{ numRuns: 5000 },
		);
	});

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
			{ numRuns: 3000 },
		);
		expect(parsed).toBeGreaterThan(200);
	});
});

it("docs/reference/editions.md has the table generated from the data", () => {
	const script = fileURLToPath(new URL("../../build/editions.mjs", import.meta.url));
	expect(execFileSync(process.execPath, [script, "--check"], { encoding: "utf8" })).toBe("");
});
