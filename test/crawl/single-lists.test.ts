/** Single lines, names and hosts at which lists and policies decide. */

import { createNormalizer, readList } from "urlsieve/crawl";
import { expect, it } from "vitest";

const encode = (text: string) => new TextEncoder().encode(text);
const removeParam = (text: string) => readList("removeparam", encode(text), { name: "mine" });

it.each([
	["e.com##a", 0],
	["e.com#@#$removeparam=a", 0],
	["e.com#$#$removeparam=a", 0],
	["e.com#@$#$removeparam=a", 0],
	["e.com#$?#$removeparam=a", 0],
	["e.com#?#$removeparam=a", 0],
	["e.com#%#$removeparam=a", 0],
	["e.com$$p$removeparam=a", 0],
	["e.com$@$p$removeparam=a", 0],
	["!$removeparam=a", 0],
	["a$zz!removeparam=b", 0],
	["a$zz,removeparam=b", 0],
	["[$removeparam=a", 0],
	["$removeparam=a", 1],
	["$queryprune=a", 1],
	["$removeparams=a", 0],
	["$removeparam", 1],
	["e.com#a$removeparam=a", 1],
	["$removeparam=a,document", 1],
	["$removeparam=a,doc", 1],
	["$removeparam=a,all", 1],
	["$removeparam=a,image,doc", 1],
	["$removeparam=a,~image", 1],
	["$removeparam=a,~third-party", 1],
	["$removeparam=a,first-party", 1],
	["$removeparam=a,1p", 1],
	["$removeparam=a,strict1p", 1],
	["$removeparam=a,important", 1],
	...(
		"subdocument frame script image stylesheet css font media object other ping beacon websocket webrtc xmlhttprequest xhr popup " +
		"popunder inline-script inline-font object-subrequest third-party 3p strict3p ~first-party ~1p ~strict1p ~document ~doc ~all"
	)
		.split(" ")
		.map((modifier): [string, number] => [`$removeparam=a,${modifier}`, 0]),
	["$removeparam=a,domain=b.c", 1],
	["$removeparam=a,from=b.c", 1],
	["$removeparam=a,to=b.c", 1],
])("of the line %s takes %i rules, and reports nothing", (line, rules) => {
	const list = removeParam(line);
	expect([list.rules, list.passedOver, list.reports]).toEqual([rules, 1 - rules, []]);
});

it("knows the last `$` before known modifiers as the start of them", () => {
	const crawler = (rule: string) => {
		const list = removeParam(rule);
		return createNormalizer({ policy: { key: { query: { lists: ["mine"] } } }, lists: [list] });
	};
	expect(crawler("/a$b$removeparam=c").key("http://h/a$b?c&d")).toBe("http://h/a$b?d");
	expect(crawler("/a$b$removeparam=c").key("http://h/a?c&d")).toBe("http://h/a?c&d");
	expect(crawler("$removeparam=c$d").key("http://h/?c%24d&c")).toBe("http://h/?c");
	expect(crawler("$removeparam=c\\,d").key("http://h/?c,d&c")).toBe("http://h/?c");
	expect(crawler("$removeparam=/^(c|d)$/,important").key("http://h/?c&d&e")).toBe("http://h/?e");
	expect(crawler("$removeparam=/a\\/b,c/").key("http://h/?a/b,c&d")).toBe("http://h/?d");
});

it("disables the rule that badfilter repeats, and no other", () => {
	const rulesOf = (...lines: string[]) => removeParam(lines.join("\n")).rules;
	expect(rulesOf("||e.com^$removeparam=a", "||e.com^$removeparam=a,badfilter")).toBe(0);
	expect(rulesOf("||e.com^$removeparam=a", "||e.com^$badfilter,removeparam=a")).toBe(0);
	expect(rulesOf("||e.com^$removeparam=b", "||e.com^$removeparam=a,badfilter")).toBe(1);
	expect(rulesOf("@@||e.com^$removeparam=a", "||e.com^$removeparam=a", "@@||e.com^$removeparam=a,badfilter")).toBe(1);
	expect(rulesOf("||e.com^$removeparam=a,important", "||e.com^$removeparam=a,badfilter")).toBe(1);
});
