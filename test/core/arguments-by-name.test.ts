/** Arguments that are no strings, by their names, and references that begin or end beside what is asked for. */

import { createNormalizer, recompose, validate } from "urlsieve";
import { agree, cacheKey, noVarySearch } from "urlsieve/edge";
import { expect, it } from "vitest";
import { readFault, writeFault } from "../schemes/rows";

const normalizer = createNormalizer();

it.each<[string, () => unknown]>([
	["path", () => recompose({ path: 1 as never })],
	["reference", () => normalizer.isNormalized(1 as never)],
	["a", () => normalizer.equivalent(1 as never, "a")],
	["b", () => normalizer.equivalent("a", 1 as never)],
	["a", () => normalizer.compare(1 as never, "a")],
	["b", () => normalizer.compare("a", 1 as never)],
	["from", () => normalizer.observe(1 as never, "a")],
	["to", () => normalizer.observe("a", 1 as never)],
])("names the argument %s, which must be a string", (name, call) => {
	const message = `The argument "${name}" must be a string; got number.`;
	expect(call).toThrow(expect.objectContaining({ code: "invalid-input", message }));
});

it("tells whether a reference is normal", () => {
	expect(["http://a/", "http://A/", "http://[", ""].map((reference) => normalizer.isNormalized(reference))).toEqual([
		true,
		false,
		false,
		true,
	]);
});

it.each(["a1.2.3.4", "1a.2.3.4", "1.2.3.4.5", "1.2.3"])("in 1994, %s is no address", (host) => {
	expect(validate(`ftp://${host}/`, { edition: "1994" })).not.toEqual([]);
	expect(validate("ftp://1.22.3.4/", { edition: "1994" })).toEqual([]);
});

it("has keys for URLs whose scheme is http or https alone", () => {
	const rule = noVarySearch("key-order");
	for (const url of ["xhttp://e.com/", "blob:http://e.com/"]) expect(() => cacheKey(url, rule)).toThrow(TypeError);
});

it("reads schemes and paths of targets as a whole", () => {
	expect(agree("httpx://h/", ["lighttpd"]).views[0]?.accepts).toBe(false);
	expect(agree("xhttp://h/", ["lighttpd"]).views[0]?.accepts).toBe(false);
	expect(agree("/a//b", ["ats"]).views[0]?.path).toBe("/a//b");
	expect(agree("/a?", ["werkzeug"]).views[0]?.query).toBe("");
});

it("takes no literal with text behind it for a host", () => {
	expect(readFault("ftp://[::1]x/")).toMatch(/^invalid-/);
	for (const host of ["[::1]:1", "[::1]/a", "[::1]@h", "[x"]) {
		expect(writeFault({ scheme: "ftp", host, port: 21, cwd: [], name: "" })).toBe("invalid-host host host 0");
	}
});
