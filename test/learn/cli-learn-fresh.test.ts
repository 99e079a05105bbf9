/** From a crawl to a cleaner frontier, and to the next crawl: what `urlsieve learn` prints, beside the truth of a generated web. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createNormalizer } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { run, useFolder } from "../cli/command";
import { size } from "../support/extent";
import { LearnWeb, type WebRow } from "../support/learn-web";

const { path, write } = useFolder();
const ROWS = size(30_000, 12_000);
const web = new LearnWeb({ seed: 5, hosts: 60 }, ROWS);
const rows = web.rows(ROWS);
const fresh = web.fresh(ROWS / 4);
const CRAWL = createNormalizer({ profile: "crawl@1" });

/** Rows as CSV. */
function csv(name: string, all: readonly WebRow[]): string {
	const lines = all.map(({ url, digests: [digest = ""], status = "", time = "", type = "", redirect = "", truncated = "" }) =>
		[url, digest, status, time, type, redirect, truncated].map((value) => `"${value}"`).join(),
	);
	return write(name, `url,digest,status,time,mime,redirect,content_truncated\n${lines.join("\n")}\n`);
}

function learn(into: string, ...args: string[]) {
	const { status, stderr } = run(["learn", "--json", ...args, "-o", path(into)]);
	expect(status).toBe(0);
	const read = (name: string) => JSON.parse(readFileSync(join(path(into), name), "utf8"));
	return { summary: JSON.parse(stderr), evidence: read("evidence.json"), list: read("learned.json") };
}

/** The URLs that `dedupe` keeps by a policy, and each that it drops, with the one that it is merged into. */
function deduped(rules: string, urls: readonly string[]) {
	const [list, kept, audit] = [write("urls.txt", `${urls.join("\n")}\n`), path("kept.txt"), path("audit.tsv")];
	const policy = ["--policy", join(path(rules), "policy.json"), "--lists", join(path(rules), "learned.json")];
	expect(run(["dedupe", "--quiet", ...policy, "--audit", audit, "-o", kept, list]).status).toBe(0);
	const merges = readFileSync(audit, "utf8").split("\n").slice(0, -1);
	return { kept: readFileSync(kept, "utf8").split("\n").slice(0, -1), merges: merges.map((line) => line.split("\t")) };
}

it("what is learned from a crawl merges fresh URLs, and stays when the next crawl obeys it", () => {
	const { summary, evidence } = learn("first", csv("first.csv", rows));
	const pageOf = new Map(fresh.map(({ url, page }) => [url, page]));
	const { merges } = deduped("first", [...pageOf.keys()]);
	const beyond = merges.filter(([kept = "", dropped = ""]) => !CRAWL.equivalent(kept, dropped));
	const right = beyond.filter(([kept = "", dropped = ""]) => pageOf.get(kept) === pageOf.get(dropped));
	expect(beyond.length).toBeGreaterThan(100);
	expect(right.length / beyond.length).toBeGreaterThanOrEqual(0.99);
	// What it prints is an estimate of the same: pages kept apart beside pages fetched twice.
	expect(summary.heldOut.quotient).toBeGreaterThan(0.95);

	const kept = new Set(
		deduped(
			"first",
			rows.map(({ url }) => url),
		).kept,
	);
	const obedient = [...new Map(rows.filter(({ url }) => kept.has(url)).map((row) => [row.url, row])).values()];
	const next = learn("next", csv("next.csv", obedient), "--previous", path("first"));
	const labels = ({ rules }: typeof evidence) =>
		rules.map(({ rule, hosts }: { rule: string; hosts?: string[] }) => [rule, hosts]);
	expect(labels(next.evidence)).toEqual(expect.arrayContaining(labels(evidence)));

	// One site changes its mind: pages differ by what made no difference.
	const hostsOf = ({ list }: typeof next) =>
		list.params.flatMap(({ name, hosts = [] }: { name: string; hosts?: string[] }) => (name === "clk" ? hosts : []));
	const host = hostsOf(next).find((other: string) => other.startsWith("s"));
	expect(host).toBeDefined();
	const contrary = Array.from(
		{ length: 120 },
		(_, index) => `https://${host}/x${index >> 1}${index % 2 ? "?clk=1" : ""},${index}`,
	);
	const changed = learn("changed", write("changed.csv", `url,digest\n${contrary.join("\n")}\n`), "--previous", path("next"));
	expect(hostsOf(changed)).toEqual(hostsOf(next).filter((other: string) => other !== host));
});
