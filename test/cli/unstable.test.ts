/** References for which aliases, lists or rewrites have no end, as the summaries of lists and tables count them. */
import { expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

/** Ten hosts, each an alias of the next one. */
const HOSTS = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`h${index}.example`, `h${index + 1}.example`]));
/** Each parameter goes when the one before it is gone. */
const PIECES = Array.from({ length: 9 }, (_, index) => `p${index}`).join("&");
const LIST = write("mine.txt", Array.from({ length: 9 }, (_, index) => `/p${index}$/$removeparam=p${index}\n`).join(""));
const POLICY = write(
	"policy.json",
	JSON.stringify({
		base: "whatwg",
		key: { hostAlias: HOSTS, query: { lists: "mine" } },
		rewrite: [
			{ from: "/a/:x", to: "/b/:x" },
			{ from: "/b/:x", to: "/a/:x" },
			// The key that it makes has a host without an end, too.
			{ from: "https://to.example/*", to: "https://h0.example/*" },
		],
	}),
);
const URLS = [
	"http://h0.example/",
	"http://h1.example/",
	`http://x.example/?${PIECES}`,
	`http://x.example/?${PIECES.slice(3)}`,
	"http://x.example/a/1",
	`HTTP://h0.example/b/1?${PIECES}`,
	"https://to.example/",
	"mailto:x@y",
	"http://x.example/",
];
const UNSTABLE = { "host-unstable": 3, "list-unstable": 2, "rewrite-unstable": 2 };
const TEXT = write("urls.txt", `${URLS.join("\n")}\n`);
const CSV = write("urls.csv", `url,n\n${URLS.map((url, n) => `${url},${n}\n`).join("")}`);
/** Members that tables lack. */
const LISTS_ONLY = ["partition", "both"];
const RULES = ["--policy", POLICY, "--lists", `mine=removeparam:${LIST}`];

it.each([
	["dedupe"],
	["dedupe", "--memory", "64M"],
	["dedupe", "--memory", "64M", "--threads", "2"],
	["dedupe", "--threads", "2"],
	["dedupe", "--keep", "last"],
	["normalize", "--print", "key"],
	["normalize", "--print", "both"],
	["partition", "--parts", "2", "--into", path("parts")],
])("the summary counts each reference once: %j", (...args) => {
	for (const [input, column] of [
		[TEXT, []],
		[CSV, ["--column", "url"]],
	] as const) {
		if (LISTS_ONLY.some((word) => args.includes(word)) && input === CSV) continue;
		const { status, stderr } = run([...args, ...RULES, ...column, "--json", input]);
		expect([status, stderr]).toEqual([0, expect.stringMatching(/^\{/)]);
		expect(JSON.parse(stderr)).toMatchObject({ notWeb: 1, unstable: UNSTABLE, rejects: 0 });
	}
});

it("the summary has a line for each of them", () => {
	const { stderr } = run(["dedupe", ...RULES, TEXT]);
	expect(stderr).toContain("           3  host-unstable\n           2  list-unstable\n           2  rewrite-unstable\n");
});

it("the summary says nothing where there are none", () => {
	const { stderr } = run(["dedupe", "--json", ...RULES], "http://x.example/\n");
	expect(JSON.parse(stderr)).not.toHaveProperty("unstable");
});

it("explanations name the same references", () => {
	const { stdout } = run(["explain", "--json", ...RULES, TEXT]);
	const named = stdout
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line))
		.flatMap(({ unstable = [], steps = [] }) => [
			...unstable,
			...steps.map(({ rule }: { rule: string }) => rule).filter((rule: string) => rule === "rewrite-unstable"),
		]);
	const counts = Object.keys(UNSTABLE).map((name) => [name, named.filter((each) => each === name).length]);
	expect(Object.fromEntries(counts)).toEqual(UNSTABLE);
});
