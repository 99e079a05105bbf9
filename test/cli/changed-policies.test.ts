/** Sets under a policy that was changed: which go on, and the messages for the others. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createNormalizer, type Policy, SeenSet } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

let sets = 0;
/** Output of `dedupe` for a set that one policy began and another goes on with. */
function goingOn(before: object, after: object, lists: [before: string, after: string][] = []): string {
	const set = path(`${sets++}.seen`);
	const [first, second] = [before, after].map((policy, index) => {
		const files = lists.map((texts, list) => `l${list}=removeparam:${write(`${index}-${list}.txt`, texts[index] as string)}`);
		const rules = ["--policy", write(`${index}.json`, JSON.stringify(policy)), ...files.flatMap((file) => ["--lists", file])];
		return run(["dedupe", "--quiet", ...rules, "--seen", set], "http://h/?ref=1\n");
	});
	expect(first).toMatchObject({ status: 0, stdout: "http://h/?ref=1\n" });
	if (second?.status === 0) expect(second.stdout).toBe("");
	return (second?.stderr ?? "").replace(set, "SET");
}

const removing = (...remove: unknown[]) => ({ key: { query: { remove } } });
const entry = (...hosts: string[]) => ({ name: "x", hosts, exceptPath: ["b", "a"] });

it.each<[Policy, object]>([
	[removing("ref", "aff") as Policy, removing("aff", "ref", "aff")],
	[removing("ref", entry("i", "j")) as Policy, removing(entry("j", "i", "j"), "ref", "ref")],
	[
		{ key: { index: ["a", "b"], query: { keep: ["a", "b"], only: ["c", "d"] } } },
		{ key: { index: ["b", "a"], query: { keep: ["b", "a"], only: ["d", "c"] } } },
	],
	[
		{ sites: [{ hosts: ["i", "j"], ...removing("a", "b") }] } as Policy,
		{ sites: [{ hosts: ["j", "i"], ...removing("b", "a") }] },
	],
])("go on under a policy that says the same in another order, or twice: %j", (policy, other) => {
	expect(goingOn(policy, other)).toBe("");
});

it("go on under a copy of crawl@1, and back", () => {
	const copy = write("copy.json", run(["profile", "show", "--as-policy", "crawl@1"]).stdout);
	const [ofProfile, ofCopy] = [path("profile.seen"), path("copy.seen")];
	const dedupe = (set: string, ...rules: string[]) => run(["dedupe", "--quiet", "--seen", set, ...rules], "http://h/?b&a\n");
	for (const [set, ...ways] of [
		[ofProfile, ["--profile", "crawl@1"], ["--policy", copy], ["--policy", write("short.json", '{ "base": "crawl@1" }')]],
		[ofCopy, ["--policy", copy], ["--profile", "crawl@1"]],
	] as [string, ...string[][]][]) {
		expect(ways.map((rules) => dedupe(set, ...rules))).toEqual([
			{ status: 0, stdout: "http://h/?b&a\n", stderr: "" },
			...ways.slice(1).map(() => ({ status: 0, stdout: "", stderr: "" })),
		]);
	}
	expect(dedupe(ofProfile, "--policy", write("www.json", '{ "base": "crawl@1", "key": { "www": "drop" } }')).status).toBe(3);
});

it("in memory also go on", async () => {
	const [profile, policy] = [createNormalizer({ profile: "crawl@1" }), createNormalizer({ policy: { base: "crawl@1" } })];
	const [one, other] = [
		new SeenSet({ normalizer: profile, key: new Uint8Array(16) }),
		new SeenSet({ normalizer: policy, key: new Uint8Array(16) }),
	];
	one.add("http://h/?b&a");
	other.merge(one);
	expect(other.has("http://h/?a&b")).toBe(true);
	expect((await SeenSet.load(one.save(), { normalizer: policy })).has("http://h/?a&b")).toBe(true);
	const twice = createNormalizer({ policy: removing("ref", "ref") as Policy });
	expect(twice.settings.identity).toBe(createNormalizer({ policy: removing("ref") as Policy }).settings.identity);
});

const RULES = { key: { query: { lists: ["l0", "l1"] } } };
const lists = (changed: boolean[]) =>
	changed.map((is, index) => [`$removeparam=a${index}`, `$removeparam=${is ? "c" : "a"}${index}`] as [string, string]);

const sha = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);
/** The SHA-256 of a list that changed, then and now, in the message. */
const versions = (index: number) => `(${sha(`$removeparam=a${index}`)}, now ${sha(`$removeparam=c${index}`)})`;

it.each<[object, object, boolean[], string]>([
	[
		{ policy: "a@1", ...RULES },
		{ policy: "a@1", ...RULES },
		[false, true],
		`the policy a@1 before its list l1 ${versions(1)} changed; use that list`,
	],
	[
		{ policy: "a@1", ...RULES },
		{ policy: "a@2", ...RULES },
		[true, true],
		`the policy a@1 before its lists l0 ${versions(0)}, l1 ${versions(1)} changed; use that list`,
	],
	[
		{ policy: "a@1", ...RULES },
		{ policy: "a@1", ...RULES, base: "whatwg" },
		[true, false],
		`the policy a@1 as it was before /base changed, not as it is now; its list l0 ${versions(0)} changed, too; use that policy`,
	],
	[
		{ policy: "a@1", ...RULES },
		{ policy: "a@2", ...RULES, base: "whatwg" },
		[false, false],
		"the policy a@1, not of the policy a@2, which differs in /base; use that policy",
	],
])("that cannot go on say what changed: %j", (before, after, changed, sentence) => {
	const advice = 'see "I changed my policy" in docs/guide/days.md';
	expect(goingOn(before, after, lists(changed))).toBe(
		`urlsieve: cannot read SET: the set has keys of ${sentence} or another file: ${advice} (profile-mismatch)\n`,
	);
	expect(readFileSync("docs/guide/days.md", "utf8")).toContain("\n## I changed my policy\n");
});

it("name the members that differ, but for those that say the same", () => {
	const sentence = (before: object, after: object) =>
		/has keys of (.*?)(?: or another file|; use)/.exec(goingOn(before, after))?.[1];
	const [one, other] = [
		{ policy: "a@1", base: "crawl@1", key: { www: "drop", query: { remove: ["a", "b"] } } },
		{ policy: "a@2", base: "crawl@1", key: { scheme: "https", www: "keep", query: { remove: ["b", "a"], sort: "keep" } } },
	];
	expect(sentence(one, other)).toBe(
		"the policy a@1, not of the policy a@2, which differs in /key/query/sort, /key/scheme, /key/www",
	);
	expect(sentence({ policy: "a@1", base: "crawl@1" }, { ...one, sites: [{ hosts: "h", key: { fragment: "drop" } }] })).toBe(
		"the policy a@1 as it was before /key/query/remove, /key/www, /sites changed, not as it is now",
	);
	const members = { scheme: "https", userinfo: "drop", www: "drop", slashes: "collapse", trailingSlash: "drop", index: "a" };
	expect(sentence({ policy: "a@1" }, { policy: "a@2", key: members })).toBe(
		"the policy a@1, not of the policy a@2, which differs in /key/index, /key/scheme, /key/slashes, /key/trailingSlash, /key/userinfo and 1 more",
	);
	expect(sentence({ policy: "a@1" }, one)).toMatch(
		/^the policy a@1 as it was before \/base, \/fetch\/fragment, .* and [0-9]+ more changed, not as it is now$/,
	);
});
