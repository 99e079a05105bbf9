/** Parts of policies and lists that cannot mean what their authors think. All of them are reported at once. */

import {
	createNormalizer,
	type KeyRules,
	type ListError,
	type Policy,
	type PolicyError,
	readList,
	readPolicy,
} from "urlsieve/crawl";
import { describe, expect, it } from "vitest";

/** The error of a call. */
function errorOf<Kind extends Error>(call: () => unknown): Kind {
	try {
		call();
	} catch (error) {
		return error as Kind;
	}
	throw new Error("It throws nothing.");
}

const faultOf = (policy: unknown) => errorOf<PolicyError>(() => createNormalizer({ policy: policy as Policy })).faults[0];
const list = (members: object) =>
	readList("urlsieve-list", new TextEncoder().encode(JSON.stringify({ format: "urlsieve-list@1", name: "mine", ...members })));

describe.each(["rfc3986", "whatwg"] as const)("on %s", (base) => {
	it.each([
		[".h.example", 'write "h.example", which covers all hosts below it, too, or "*.h.example" for those alone'],
		["*.127.0.0.1", 'write "127.0.0.1"'],
		[".0x7f.1", 'write "0x7f.1"'],
		["*.[::1]", 'write "[::1]"'],
		["*h.example", 'a star stands for nothing; name each host, or write "*.h.example" for all below h.example'],
		["*-h.example", 'a star stands for nothing; name each host, or write "*.h.example" for all below h.example'],
		["*h.*", "a star stands for nothing; name each host"],
		["h.*", "a star stands for nothing; name each host"],
		["*", "to mean all hosts, leave out the member, or the site"],
		["=*.h.example", 'write "h.example", which covers all hosts below it, too, or "*.h.example" for those alone'],
		["https://u@h.example:80/a?b#c", 'write "h.example"'],
		["https://*.h.example/", 'write "h.example", which covers all hosts below it, too, or "*.h.example" for those alone'],
		["//h.example", 'write "h.example"'],
		["h.example/", 'write "h.example"'],
		["h.example:8080", 'write "h.example"'],
		["u@h.example", 'write "h.example"'],
		["h..example", 'write "h.example"'],
		[" h.example\t", 'write "h.example"'],
		["h\\a", 'write "h"'],
		["2001:db8::1", 'write "[2001:db8::1]"'],
		["[2001:db8::1]:80", 'write "[2001:db8::1]"'],
		["192.0.2.0/24", "a network has no name; name each address"],
		["h example", ""],
		["h.exa\tmple", ""],
		["", ""],
		["[2001:db8::g]", ""],
	])("refuses the host %j and says what to write", (host, advice) => {
		const message = `/sites/0/hosts/0 must be a host, not ${JSON.stringify(host)}${advice && `: ${advice}`}`;
		expect(faultOf({ base, sites: [{ hosts: [host], key: {} }] })).toEqual({ path: "/sites/0/hosts/0", message });
	});

	it("takes addresses in any spelling, each for itself", () => {
		const hosts = ["[2001:DB8:0:0::1]", "192.0.2.7", "BÜCHER.example."];
		const { key } = base === "whatwg" ? { key: "h" } : { key: "h" };
		const normalizer = createNormalizer({ policy: { base, sites: [{ hosts, key: { query: { drop: true } } }] } });
		const isCovered = (host: string) => !normalizer.key(`http://${host}/?${key}`).endsWith(`?${key}`);
		expect(["[2001:db8::1]", "[2001:db8:0::0:1]:8080", "192.0.2.7", "x.xn--bcher-kva.example"].filter(isCovered)).toHaveLength(4);
		const others = ["[2001:db8::2]", "192.0.2.70", ...(base === "whatwg" ? [] : ["x.192.0.2.7"])];
		expect(others.filter(isCovered)).toEqual([]);
	});
});

it.each([
	[{ key: { query: { keep: ["b", { name: "a", exceptHosts: ["h/"] }] } } }, "/key/query/keep/1/exceptHosts/0"],
	[{ key: { query: { remove: ["a", { name: "a", exceptPath: ["/"] }] } } }, "/key/query/remove/1/exceptPath/0"],
	[{ key: { query: { remove: [{ name: "a", hosts: [] }] } } }, "/key/query/remove/0/hosts"],
])("refuses hosts and paths that match nothing, or all, in %j", (policy, path) => {
	expect(faultOf(policy)).toMatchObject({ path });
});

it.each([
	[{ exempt: ["*.*.h.example"] }, "/exempt/0"],
	[{ params: [{ name: "a", exceptHosts: [".h"] }] }, "/params/0/exceptHosts/0"],
	[{ params: ["utm_*="] }, "/params/0"],
	[{ params: [{ name: "a", exceptPath: ["/a/*"] }] }, "/params/0/exceptPath/0"],
])("refuses them in lists, too: %j", (members, path) => {
	expect(errorOf<ListError>(() => list(members))).toMatchObject({ code: "list-syntax", path });
});

it("refuses an exempt host of a list that the URL parser refuses", () => {
	const lists = [list({ exempt: ["h", "a<b"] })];
	const policy: Policy = { base: "whatwg", key: { query: { lists: ["mine"] } } };
	const message = 'Invalid list "mine": /exempt/1 must be a host, not "a<b".';
	expect(errorOf(() => createNormalizer({ policy, lists }))).toMatchObject({ name: "ListError", path: "/exempt/1", message });
});

it.each<[object, string, string]>([
	[
		{ query: { remove: [{ name: "a", exceptPath: ["/gp/*cart"] }] } },
		"/key/query/remove/0/exceptPath/0",
		'a text without a star, not "/gp/*cart": it is found anywhere in host and path; write "/gp/"',
	],
])("refuses a star that is no glob and says what to write: %j", (key, path, rule) => {
	expect(faultOf({ key })).toEqual({ path, message: `${path} must be ${rule}` });
});

it.each<[KeyRules, string, string]>([
	[{ query: { remove: [{ name: "a*b" }] } }, "http://h/?a*b=1&a%2Ab&axb", "http://h/?axb"],
	[{ query: { remove: [{ name: "", match: "prefix" }] } }, "http://h/?a&b=1", "http://h/"],
	[
		{ query: { remove: [{ name: "", match: "prefix" }], keep: [{ name: "p", match: "prefix" }] } },
		"http://h/?a&p&pq",
		"http://h/?p&pq",
	],
	[{ query: { only: ["q", { name: "P", match: "prefix", ignoreCase: true }] } }, "http://h/?q&pq&a&Q", "http://h/?q&pq"],
	[{ query: { remove: ["a"], keep: [{ name: "a", hosts: ["i"] }] } }, "http://h/?a", "http://h/"],
	[{ query: { remove: ["a"], keep: [{ name: "a", hosts: ["h"], exceptPath: ["/x"] }] } }, "http://h/?a", "http://h/?a"],
	[{ index: [{ name: "a*b" }, "i"] }, "http://h/a*b", "http://h/"],
])("takes entries wherever names stand, and a star in their names as a star: %j", (key, reference, expected) => {
	const normalizer = createNormalizer({ policy: { base: "whatwg", key } });
	expect([normalizer.key(reference), normalizer.key(expected)]).toEqual([expected, expected]);
});

it("reports all faults of a text at once, with their lines and columns", () => {
	const text =
		'{\n  "key": { "wwww": "drop", "query": { "remove": ["a", "utm=*"] } },\n  "sites": [{ "hosts": ["*h."] }],\n  "base": "x"\n}';
	const { faults, message, path } = errorOf<PolicyError>(() => readPolicy(text));
	expect(faults.map(({ path, line, column }) => `${path} ${line}:${column}`)).toEqual([
		"/key/wwww 2:12",
		"/key/query/remove/1 2:55",
		"/sites/0/hosts/0 3:25",
		"/sites/0/key 3:13",
		"/base 4:3",
	]);
	expect(path).toBe("/key/wwww");
	expect(message.split("\n")).toEqual(["Invalid policy, 5 faults:", ...faults.map((fault) => `${fault.message}.`)]);
	const params = Array.from({ length: 150 }, (_, index) => `n${index}=`);
	const lines = errorOf(() => list({ params })).message.split("\n");
	expect([lines.length, lines.at(-1)]).toEqual([22, "80 more."]);
});

it("takes a list of a program without exempt, as a file may leave it out", () => {
	const lists = [{ name: "mine", params: ["ref"] }] as const;
	const normalizer = createNormalizer({ policy: { key: { query: { lists: ["mine"] } } }, lists } as never);
	expect(normalizer.key("http://h/?ref=1&a=2")).toBe("http://h/?a=2");
});

it.each<[list: unknown, code: string, message: RegExp]>([
	[null, "invalid-option", /an array of lists/],
	[{ name: "mine" }, "list-syntax", /params/],
	[{ name: "mine", params: 1, exempt: [] }, "list-syntax", /^Invalid list "mine": \/params must be an array/],
	[{ name: "mine", params: ["utm_x="], exempt: [] }, "list-syntax", /write "utm_x", or/],
	[{ name: "mine", params: [{ nme: "a" }], exempt: [] }, "list-syntax", /\/params\/0/],
	[{ name: "tracking@1", params: ["ref"], exempt: [] }, "list-syntax", /^Invalid list "tracking@1": \/name /],
])("refuses the list %j of a program, as one of a file", (list, code, message) => {
	const policy = { key: { query: { lists: ["mine"] } } } as const;
	expect(() => createNormalizer({ policy, lists: [list] as never })).toThrow(
		expect.objectContaining({ code, message: expect.stringMatching(message) }),
	);
});

it("refuses a list with options that it cannot have", () => {
	const lists = (use: unknown[], member = "key") => faultOf({ [member]: { query: { lists: use } } });
	expect(lists([{ name: "mine", raw: true }], "fetch")?.message).toBe(
		"/fetch/query/lists/0/raw is not a known member; known: name, referral",
	);
	expect(lists(["mine", { name: "mine", referral: "drop" }])).toEqual({
		path: "/key/query/lists/1",
		message: '/key/query/lists/1 names the list "mine" again, with other options; name it once',
	});
});
