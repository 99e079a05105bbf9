/** Rows for the comparison of the package with the sources: by hand, and all vectors of others that lie beside the repository. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Policy } from "urlsieve/crawl";
import { SCHEME_RULES, SYNTAX_RULES } from "../support/rules";

const VECTORS = new URL("../../../shared/vectors/", import.meta.url);
const hasVectors = existsSync(VECTORS);
if (!hasVectors)
	console.log(`No vectors at ${VECTORS.pathname}: the package is compared only on rows by hand and generated lines.`);

/** A reference, and the policy and lists that decide its key. */
export interface PolicyRow {
	readonly input: string;
	readonly policy: Policy;
	readonly lists?: readonly {
		readonly id: string;
		readonly format: "removeparam" | "clearurls" | "urlsieve";
		readonly text: string;
		readonly strict?: boolean;
	}[];
}

interface VectorRow {
	readonly input?: string;
	readonly base?: string;
	readonly profile: string;
	readonly options?: { readonly policy?: Policy; readonly lists?: PolicyRow["lists"] };
}

function jsonLines<Row>(name: string): Row[] {
	if (!hasVectors) return [];
	const octets = readFileSync(new URL(name, VECTORS));
	return (name.endsWith(".gz") ? gunzipSync(octets) : octets)
		.toString()
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as Row);
}

const profileRows = () =>
	["whatwg", "crawl", "surt", "w3lib", "crawlee", "safe-browsing"].flatMap((name) =>
		jsonLines<VectorRow>(`crawl/${name}.jsonl.gz`),
	);

/** Vectors of others. None without them. */
export const sharedRows = {
	references: () => [
		...Object.values({ ...SYNTAX_RULES, ...SCHEME_RULES }).flatMap((rows) => rows.flat()),
		...jsonLines<{ input: string }>("normalize.jsonl").map(({ input }) => input),
		...jsonLines<{ uri: string }>("validity.jsonl").map(({ uri }) => uri),
		...jsonLines<{ a: string; b: string }>("equal.jsonl").flatMap(({ a, b }) => [a, b]),
	],
	pairs: (): [string, string][] => [
		["../g", "http://a/b/c/d;p?q"],
		...jsonLines<{ ref: string; base: string }>("resolve.jsonl").map(({ ref, base }): [string, string] => [ref, base]),
	],
	profiles: () =>
		profileRows()
			.filter(({ input, base }) => input !== undefined && base === undefined)
			.map(({ profile, input }) => ({ profile, input: input as string })),
};

/** Lists and policies whose parts are distinguished by names: exceptions, expressions, redirections, sites, lists in several formats. */
const CLEARURLS = JSON.stringify({
	providers: {
		a: {
			urlPattern: "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?e\\.com",
			rules: ["a(?:b|c)", "utm_[a-z]+", "x"],
			referralMarketing: ["tag"],
			exceptions: ["^https?:\\/\\/e\\.com\\/keep", "^https?:\\/\\/f\\.e\\.com"],
		},
		b: { urlPattern: ".*", rules: ["fbclid"], exceptions: ["^https?:\\/\\/g\\.com"] },
	},
});
const REMOVEPARAM = "||e.com^$removeparam=/^a(b|c)$/\n@@||e.com/keep$removeparam=/^a(b|c)$/\n$removeparam=ref,domain=~h.com\n";
const OWN = JSON.stringify({
	format: "urlsieve-list@1",
	name: "own",
	params: ["y", { name: "z", exceptPath: ["/keep"] }],
	exempt: ["i.com"],
});

const INPUTS = ["e.com", "a.e.com", "f.e.com", "g.com", "h.com", "i.com"].flatMap((host) =>
	["/", "/keep/1"].flatMap((path) =>
		["", "ab=1", "abx=1&ac=2", "utm_source=1&x=2&X=3", "fbclid=1&ref=2", "y=1&z=2&tag=3", "b=2&a=1&a=0"].map(
			(query) => `https://${host}${path}?${query}#f`,
		),
	),
);

function rowsByHand(): PolicyRow[] {
	const lists = (format: "removeparam" | "clearurls" | "urlsieve", text: string) => [{ id: "own", format, text }];
	const policy: Policy = { base: "whatwg", key: { query: { lists: ["own"] } } };
	const policies: Omit<PolicyRow, "input">[] = [
		{ policy, lists: lists("clearurls", CLEARURLS) },
		{ policy, lists: lists("removeparam", REMOVEPARAM) },
		{ policy, lists: lists("urlsieve", OWN) },
		{ policy: { base: "rfc3986", key: { query: { sort: "name" }, fragment: "drop" } } },
		{
			policy: {
				base: "whatwg",
				key: { query: { remove: ["x", { name: "utm_", match: "prefix" }], sort: "name-value" } },
				sites: [{ hosts: ["e.com"], key: { query: { keep: ["x"] } } }],
			},
		},
	];
	return policies.flatMap((row) => INPUTS.map((input) => ({ ...row, input })));
}

/** Rows by hand, and those of the vectors. */
export function policyRows(): PolicyRow[] {
	const rows = jsonLines<VectorRow>("crawl/policy.jsonl.gz").filter(
		({ input, options }) => input !== undefined && options?.policy,
	);
	return [
		...rowsByHand(),
		...rows.map(({ input, options }) => ({
			input: input as string,
			policy: options?.policy as Policy,
			lists: options?.lists ?? [],
		})),
	];
}

/** Hostile text, one reference a line. */
export function hostileInputs(): string[] {
	if (!hasVectors) return [];
	return readdirSync(new URL("hostile/", VECTORS))
		.filter((name) => name.endsWith(".txt") && name !== "dotdotpwn.txt")
		.flatMap((name) => readFileSync(new URL(`hostile/${name}`, VECTORS), "latin1").split("\n"));
}
