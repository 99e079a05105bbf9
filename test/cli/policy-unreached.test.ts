/** `urlsieve policy check`: rules that earlier rules leave no page, and lists without rules. */
import { expect, it } from "vitest";
import { longIt } from "../support/long-it";
import { run, useFolder } from "./command";

const { write } = useFolder();

const notesOn = (policy: object, ...lists: string[]) => {
	const { status, stdout } = run(["policy", "check", write("policy.json", JSON.stringify(policy)), ...lists]);
	expect(status).toBe(0);
	return stdout.split("\n").flatMap((line) => line.split(": note: no effect: ").slice(1));
};

it.each([
	[{ hostLabels: ["m"] }, "m.shop.example", "keys of m.shop.example have the host shop.example"],
	[{ hostAlias: { "a.example": "b.example" } }, "=a.example", "keys of =a.example have the host b.example"],
	[{ hostAlias: { "*.a.example": "*.b.example" } }, "*.a.example", "keys of *.a.example have the host x.b.example"],
])("names the host of a site that %j replaces: %s", (key, host, sentence) => {
	const policy = { key, sites: [{ hosts: [host], key: { pathCase: "lower" } }] };
	const [, own] = / the host (.*)/.exec(sentence) as unknown as [string, string];
	expect(notesOn(policy)).toEqual([`/sites/0/hosts: ${sentence}, by which sites are found; write ${own}`]);
	expect(notesOn({ sites: policy.sites })).toEqual([]);
});

it.each([
	[
		{ hostAlias: { "old.example": "new.example" } },
		"https://old.example/x/:id",
		"https://old.example/x/x1",
		"https://new.example/x/x1",
	],
	[{ www: "drop" }, "https://www.shop.example/a", "https://www.shop.example/a", "https://shop.example/a"],
	[{ trailingSlash: "drop" }, "/c/", "https://example.com/c/", "https://example.com/c"],
	[{ scheme: "https" }, "http://h.example/p", "http://h.example/p", "https://h.example/p"],
])("names the rewrite that no key reaches under %j: %s", (key, from, url, wanted) => {
	const policy = { key, rewrite: [{ from, to: "/moved" }] };
	expect(notesOn(policy)).toEqual([
		`/rewrite/0: it matches ${url}, but not its key, ${wanted}; write from as keys are before rewrites`,
	]);
	expect(notesOn({ rewrite: policy.rewrite })).toEqual([]);
});

it("names the rewrite of a site that is about another host", () => {
	const policy = { sites: [{ hosts: ["x.example"], rewrite: [{ from: "https://y.example/:a", to: "/b" }] }] };
	expect(notesOn(policy)).toEqual(["/sites/0/rewrite/0: it matches https://y.example/x1, which is not of this site"]);
});

it("names rewrites that lead from one to another in a circle", () => {
	const policy = {
		rewrite: [
			{ from: "/p", to: "/q" },
			{ from: "/q", to: "/p" },
		],
	};
	const sentence = (from: string, number: number) =>
		`/rewrite/${number}: on https://example.com${from}, rewrites lead from one to another without an end, and none acts`;
	expect(notesOn(policy)).toEqual([sentence("/p", 0), sentence("/q", 1)]);
});

longIt("tries 10,000 rewrites", () => {
	const rewrite = Array.from({ length: 10_000 }, (_, index) => ({ from: `https://h${index}.example/a/:x`, to: "/b/:x" }));
	expect(notesOn({ rewrite })).toEqual([]);
});

it("names a list without a rule, such as an empty file", () => {
	const policy = { key: { query: { lists: ["mine"] } } };
	const [note = "", ...others] = notesOn(policy, "--lists", `mine=${write("empty.txt", "")}`);
	expect([note.split(":")[0], others]).toEqual(["the list mine has no rule that is taken", []]);
});
