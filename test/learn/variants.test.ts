/** Variants of URLs for probes: without what a rule erases, or with it. */
import { expect, it } from "vitest";
import type { FeatureName } from "../../src/learn/features";
import { variantOf } from "../../src/learn/variants";

const param = (name: string): FeatureName => ({ kind: "param", name, label: `param:${name}` });
const index = (name: string): FeatureName => ({ kind: "index", name, label: `index:${name}` });
const structure = (name: string): FeatureName => ({ kind: "structure", name, label: name });

it.each<[string, string, string | undefined]>([
	["scheme", "http://a.com/?b#c", "https://a.com/?b#c"],
	["scheme", "HTTPS://a.com/", "HTTP://a.com/"],
	["scheme", "http://a.com:80/", undefined],
	["scheme", "http://a.com:/", undefined],
	["www", "https://www.a.com/b", "https://a.com/b"],
	["www", "https://WWW.a.com", "https://a.com"],
	["www", "https://u:p@a.com:8/", "https://u:p@www.a.com:8/"],
	["www", "https://www.@a.com/", "https://www.@www.a.com/"],
	["slashes", "https://a.com//b///c/?d//e", "https://a.com/b/c/?d//e"],
	["slashes", "https://a.com/b/c", "https://a.com/b//c"],
	["slashes", "https://a.com/b", "https://a.com//b"],
	["slashes", "https://a.com/", undefined],
	["slashes", "https://a.com", undefined],
	["trailingSlash", "https://a.com/b?c", "https://a.com/b/?c"],
	["trailingSlash", "https://a.com/b/", "https://a.com/b"],
	["trailingSlash", "https://a.com/b//#c", "https://a.com/b#c"],
	["trailingSlash", "https://a.com/", undefined],
	["trailingSlash", "https://a.com?b", undefined],
	["emptyValue", "https://a.com/?a=1&b=&c", "https://a.com/?a=1&b&c"],
	["emptyValue", "https://a.com/?a=1&&b#c", "https://a.com/?a=1&&b=#c"],
	["emptyValue", "https://a.com/?a=1&=", undefined],
	["emptyValue", "https://a.com/?a=b=", undefined],
	["emptyValue", "https://a.com/", undefined],
	["scheme", "ftp://a.com/", undefined],
	["scheme", "https:/a.com/", undefined],
	["scheme", "xhttps://a.com/", undefined],
])("by the rule %s, %s has the variant %s", (rule, url, variant) => {
	expect(variantOf(url, [structure(rule)], [])).toBe(variant);
});

it.each<[string, string | undefined]>([
	["https://a.com/d/index.php?x", "https://a.com/d/?x"],
	["https://a.com/index.php", "https://a.com/"],
	["https://a.com/d/", "https://a.com/d/index.php"],
	["https://a.com?x", "https://a.com/index.php?x"],
	["https://a.com/d", undefined],
	["https://a.com/myindex.php", undefined],
])("by the rule index:index.php, %s has the variant %s", (url, variant) => {
	expect(variantOf(url, [index("index.php")], [])).toBe(variant);
});

it.each<[string[], string, string]>([
	[["a"], "https://a.com/p?a=1&b=2&a=3#f", "https://a.com/p?b=2#f"],
	[["a"], "https://a.com/p?a", "https://a.com/p"],
	[["a b"], "https://a.com/?%61+b=1&c", "https://a.com/?c"],
	[["%zz b"], "https://a.com/?%zz+b=1&c", "https://a.com/?c"],
	[["a", "b"], "https://a.com/?b=1&c", "https://a.com/?c"],
	[["a"], "https://a.com/?b", "https://a.com/?b&a=1"],
	[["a b"], "https://a.com#f", "https://a.com/?a%20b=1#f"],
	[["a", "b"], "https://a.com/d", "https://a.com/d?a=1&b=1"],
])("by the rule of the parameters %j, %s has the variant %s", (names, url, variant) => {
	expect(variantOf(url, names.map(param), [])).toBe(variant);
});

it("takes the values of parameters from examples, as they are there", () => {
	const examples = [
		["https://a.com/", "https://a.com/?id=7"],
		["https://a.com/x?c=1&%61=x%20y&a=2", "ftp://a.com/?b=1"],
	] as const;
	expect(variantOf("https://a.com/", [param("a"), param("b")], examples)).toBe("https://a.com/?%61=x%20y&b=1");
});

it("is none without a name, or by an unknown rule", () => {
	expect(variantOf("https://a.com/", [], [])).toBeUndefined();
	expect(variantOf("https://a.com/", [structure("order")], [])).toBeUndefined();
});
