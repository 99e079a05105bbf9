/**
 * Rows of other people's crawls in `urlsieve learn`: some from which it can learn nothing, some made to mislead it, the same rows again,
 * many hosts below one.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as arrow from "apache-arrow";
import { describe, expect, it } from "vitest";
import { CLI, run, until } from "../cli/command";
import { size } from "../support/extent";
import { useLearn } from "../support/learn-command";
import { FETCHES, FORMATS } from "../support/learn-fetches";
import { longIt } from "../support/long-it";

const { path, write, newFolder, learned } = useLearn();
const CSV = write("rows.csv", FORMATS.csv(FETCHES));

/** Rows as CSV. */
function table(name: string, rows: readonly (readonly string[])[], header = "url,digest"): string {
	return write(name, `${[header, ...rows.map((row) => row.join())].join("\n")}\n`);
}

describe("rows that cannot be learned from", () => {
	const bare = write("bare.csv", "url,sum\nhttp://a/,1\n");
	it.each([
		["refuses an unknown format", ["learn", "--format", "warc", bare], 2, /--format must be csv, .*not "warc"/],
		[
			"refuses Parquet on standard input",
			["learn", "--format", "parquet"],
			2,
			/^urlsieve: --format parquet requires files, not standard input; try: urlsieve learn --help$/m,
		],
		[
			"refuses options that no format of its files takes",
			["learn", "--format", "cdxj", "--no-header", bare],
			2,
			/--no-header is not for cdxj, whose rows are JSON objects/,
		],
		["refuses a name that tells no format", ["learn", "rows.bin"], 2, /does not tell its format; pass --format/],
		[
			"refuses a digest that is given twice",
			["learn", "--digest", "sum", "--digest", "sum", bare],
			2,
			/--digest sum is given twice/,
		],
		["refuses a share above 1", ["learn", "--bound", "80", bare], 2, /--bound must be a share from 0 to 1, not "80"/],
		[
			"refuses an unknown reach",
			["learn", "--reach", "world", bare],
			2,
			/--reach must be host, crawl or everywhere, not "world"/,
		],
		["refuses a file that is not there", ["learn", "none.csv"], 3, /cannot read none.csv: no such file/],
	])("%s", (_, args, expected, sentence) => {
		const into = newFolder();
		const { status, stderr } = run([...args, "-o", into]);
		expect([status, stderr, existsSync(into)]).toEqual([expected, expect.stringMatching(sentence), false]);
	});

	it("requires -o, and a directory above it", () => {
		expect(run(["learn", CSV])).toMatchObject({ status: 2, stderr: expect.stringMatching(/learn requires -o DIR/) });
		const deep = run(["learn", CSV, "-o", path("none/below")]);
		expect(deep).toMatchObject({ status: 3, stderr: expect.stringMatching(/the directory above it does not exist/) });
	});

	it("says why no row counts, and writes nothing", () => {
		const rows = "url,digest,status\nhttp://a/,1,404\nhttp://a/,,200\nftp://a/,1,200\nhttp://[,1,200\n";
		const into = newFolder();
		const { status, stderr } = run(["learn", write("none-count.csv", rows), "-o", into]);
		expect([status, existsSync(into)]).toEqual([1, false]);
		expect(stderr).toMatch(/no row counts, and nothing was written: of 4, /);
		for (const cause of ["1 has another status than 200", "1 has no digest", "1 is neither http nor https", "1 has no valid URL"])
			expect(stderr).toContain(cause);
	});

	it.each<[string, [url: string, digest: string][], string]>([
		["page was fetched twice", [["http://a.example/", "1"]], "No page was fetched twice, neither by one URL nor by two."],
		[
			"two URLs are of one page",
			[
				["http://a.example/", "1"],
				["http://a.example/", "1"],
			],
			"No two URLs differ by something that could be erased.",
		],
	])("says that no %s, and writes the base policy", (_, rows, why) => {
		const { params, policy, stderr } = learned(table("no-trial.csv", rows));
		expect(stderr).toMatch(/nothing was learned: .* has the base policy\. /);
		expect(stderr).toContain(`has the base policy. ${why}`);
		expect([params, policy.sites]).toEqual([[], undefined]);
	});

	it.each<[string, arrow.DataType, (digest: string) => unknown, arrow.DataType]>([
		[
			"numbers, a status in numbers",
			new arrow.Int32(),
			(digest) => Number.parseInt(digest.replace(/\D/g, ""), 10),
			new arrow.Int16(),
		],
		["bytes, a status as text", new arrow.Binary(), (digest) => Buffer.from(digest), new arrow.Utf8()],
	])("takes digests that are %s", (_, type, digestFrom, statusType) => {
		const digests = FETCHES.map(({ url, digest }) => digestFrom(`${digest}${/site(\d+)/.exec(url)?.[1]}`));
		const statuses = FETCHES.map(() => (statusType instanceof arrow.Utf8 ? "200" : 200));
		const columns = {
			url: arrow.vectorFromArray(
				FETCHES.map(({ url }) => url),
				new arrow.Utf8(),
			),
			digest: arrow.vectorFromArray(digests, type),
			status: arrow.vectorFromArray(statuses, statusType),
			time: arrow.vectorFromArray(
				FETCHES.map(({ time }) => time),
				new arrow.Utf8(),
			),
		};
		writeFileSync(path("typed.arrow"), arrow.tableToIPC(new arrow.Table(columns as never), "file"));
		expect(learned("--reach", "everywhere", path("typed.arrow")).params).toEqual([{ name: "ref" }]);
	});

	longIt("writes the rules of hosts that fit the limits, and counts the others", () => {
		const count = size(100_000, 15_000);
		const rows = Array.from({ length: 2 * count }, (_, row) => [
			`http://a-host-whose-name-is-rather-long-and-one-of-very-many-${row >> 1}.x${(row >> 1) % 7}.example/${row % 2 ? "?p=1" : ""}`,
			`${row >> 1}`,
		]);
		const { into, params, evidence, stderr } = learned(
			table("hosts.csv", rows),
			"--support",
			"1",
			"--bound",
			"0.2",
			"--holdout",
			"0",
		);
		const [written, leftOut] = [true, false].map(
			(isIn) => evidence.rules.filter((rule: { leftOut?: true }) => isIn === !rule.leftOut).length,
		);
		expect(written + leftOut).toBe(count);
		expect(leftOut).toBeGreaterThan(0);
		expect(stderr).toContain(`${leftOut.toLocaleString("en")} rules did not fit the limits of policies`);
		expect(params.flatMap(({ hosts = [] }) => hosts)).toHaveLength(written);
		for (const name of ["policy.json", "learned.json"])
			expect(readFileSync(join(into, name)).length).toBeLessThanOrEqual(1 << 20);
	});
});

describe("rows and an earlier run of another policy", () => {
	const base = write("base.json", JSON.stringify({ policy: "urlsieve-policy@1", key: { trailingSlash: "drop" } }));

	it("learns from rows under a policy of one's own, and continues from it", () => {
		const { into, policy, params } = learned("--reach", "everywhere", "--policy", base, CSV);
		expect([policy.key.trailingSlash, params]).toEqual(["drop", [{ name: "ref" }]]);
		const rows = table("one.csv", [["http://a.example/", "1"]]);
		const next = learned("--policy", base, "--previous", into, rows);
		expect([next.policy, next.params]).toEqual([policy, params]);
		expect(next.stderr).toMatch(/1 rule of the earlier run could not be judged, and stays$/m);
	});

	it.each<[string, (into: string) => string[], number, RegExp]>([
		[
			"an earlier run of another policy",
			(into) => ["--policy", base, "--previous", into],
			2,
			/The previous run started from another policy, policy:\w+ instead of policy:\w+: give the policy and the lists that it started from/,
		],
		[
			"what was learned, as the policy",
			(into) => ["--policy", join(into, "policy.json"), "--lists", join(into, "learned.json"), "--previous", into],
			2,
			/started from another policy/,
		],
		["a directory without evidence", () => ["--previous", path(".")], 3, /cannot read .*evidence.json: no such file/],
		["probes without an earlier run", () => ["--probes", "5"], 2, /--probes requires --previous DIR/],
		["no probes", (into) => ["--previous", into, "--probes", "0"], 2, /--probes must be an integer of at least 1, not "0"/],
	])("refuses %s", (_, argsOf, expected, sentence) => {
		const { into } = learned(CSV);
		const other = newFolder();
		const { status, stderr } = run(["learn", ...argsOf(into), CSV, "-o", other]);
		expect([status, stderr, existsSync(other)]).toEqual([expected, expect.stringMatching(sentence), false]);
	});

	it("refuses evidence that is damaged", () => {
		const folder = newFolder();
		mkdirSync(folder);
		for (const [text, sentence] of [
			["{", /evidence.json is not JSON/],
			["null", /is not in the format urlsieve-evidence@1/],
		] as const) {
			writeFileSync(join(folder, "evidence.json"), text);
			expect(run(["learn", "--previous", folder, CSV, "-o", newFolder()])).toMatchObject({
				status: 2,
				stderr: expect.stringMatching(sentence),
			});
		}
	});

	it("prints pairs of URLs that would test the rules", () => {
		const { into } = learned(CSV);
		const rows = Array.from({ length: 10 }, (_, index) => [`http://site1.example/view?id=${index}`, `${index}`]);
		const { stdout } = run(["learn", "--quiet", "--previous", into, "--probes", "3", table("obedient.csv", rows), "-o", into]);
		expect(stdout).toMatch(/^(?:http:\/\/site1\.example\/view\?id=\d\thttp:\/\/site1\.example\/view\?id=\d&ref=\d\n){3}$/);
	});
});

it("leaves nothing behind when it is interrupted", async () => {
	const folder = newFolder();
	mkdirSync(folder);
	const child = spawn(process.execPath, [CLI, "learn", "--format", "csv", "--report", "report.json", "-o", "rules"], {
		cwd: folder,
	});
	const ended = new Promise((resolve) => child.on("exit", (code, killedBy) => resolve(code ?? killedBy)));
	let errors = "";
	child.stderr.on("data", (octets) => (errors += octets));
	child.stdin.on("error", () => {});
	child.stdin.write(`url,digest\n${"http://a.example/,1\n".repeat(200_000)}`);
	await until(() => child.stdin.writableLength === 0);
	child.kill("SIGINT");
	expect([await ended, errors, readdirSync(folder)]).toEqual([130, "", []]);
});

describe("rows that are made to buy a rule", () => {
	/** Pages of a host, each under two values of a parameter. */
	const variants = (host: string, count: number, digestOf: (page: number) => string) =>
		Array.from({ length: 2 * count }, (_, row) => [`http://${host}/${row >> 1}?id=${row}`, digestOf(row >> 1)]);
	const honest = Array.from({ length: 8 }, (_, row) => [`http://victim.example/${row % 4}?id=${row}`, `article ${row}`]);

	it.each([
		[5, 0],
		[15, 15],
	])("shells of %i sites that send nine for all URLs buy a rule of %i, and none for others", (count, bought) => {
		const hosts = Array.from({ length: count }, (_, index) => `shell${index}.example`);
		const rows = hosts.flatMap((host) => variants(host, 200, (page) => `${host} shell ${page % 9}`));
		const { params } = learned(table("shells.csv", [...rows, ...honest]));
		expect(params.flatMap(({ hosts: listed = ["everywhere"] }) => listed)).toHaveLength(bought);
		for (const host of params.flatMap(({ hosts: listed = [] }) => listed)) expect(host).toMatch(/^shell/);
	});
});

/** Pages of hosts without and with `ref`, which makes no difference. Each page is fetched once by each URL. */
function pagesOf(hosts: readonly (readonly [host: string, pages: number])[]): string {
	const rows = hosts.flatMap(([host, pages]) =>
		Array.from({ length: pages }, (_, page) => [
			`http://${host}/${page},${host}${page}\n`,
			`http://${host}/${page}?ref=${page},${host}${page}\n`,
		]).flat(),
	);
	return `url,digest\n${rows.join("")}`;
}

describe("the rows of the earlier run", () => {
	const hosts = Array.from({ length: 20 }, (_, host) => `s${host}.com`);
	it.each<[string, (host: number) => number]>([
		["60 pairs a host", () => 60],
		["10 pairs a host", () => 10],
		["60 pairs at some hosts, 10 at others", (host) => (host < 12 ? 60 : 10)],
	])("give the same rules again, each once, and judge them: %s", (_, pairs) => {
		const file = write("again.csv", pagesOf(hosts.map((host, index) => [host, pairs(index)])));
		const first = learned(file);
		const again = learned("--previous", first.into, file);
		expect(first.evidence.rules).toHaveLength(1);
		expect(again.evidence).toEqual(first.evidence);
		expect(again.stderr).not.toContain("could not be judged");
	});

	it("name a host once where a rule stays at some hosts and is learned anew at others", () => {
		const first = learned(write("first.csv", pagesOf(hosts.map((host) => [host, 60]))));
		const some = hosts.map((host, index): [string, number] => [host, index < 12 ? 60 : index < 16 ? 1 : 0]);
		const { evidence } = learned("--previous", first.into, write("some.csv", pagesOf(some)));
		const named = evidence.rules.flatMap((rule: { hosts: string[] }) => rule.hosts);
		expect([...named].sort()).toEqual([...hosts].sort());
	});
});

describe("the quality of rules", () => {
	it("counts URLs that were fetched twice, and not pairs that a rule merges", () => {
		const pages = pagesOf([["a.example", 60]]);
		const { stderr, evidence } = learned(write("once.csv", pages));
		expect(stderr).toContain("pages kept apart agree in 100.0 %, no URL was fetched twice to compare\n");
		expect(evidence.controls).toEqual({ keys: 0, changed: 0 });
		expect(evidence.heldOut).toEqual({ agreement: 1, control: null, quotient: null });
		const twice = `${pages}http://a.example/0,a.example0\nhttp://a.example/1,other\n`;
		expect(learned(write("twice.csv", twice)).evidence.controls).toEqual({ keys: 2, changed: 1 });
	});

	it("is absent for pages kept apart if there are none", () => {
		const { stderr } = learned("--holdout", "0", write("none-apart.csv", pagesOf([["a.example", 60]])));
		expect(stderr).toContain("no page kept apart tests the rules, no URL was fetched twice to compare\n");
	});

	it("is in the report as unknown where nothing shows it", () => {
		const page = path("report.html");
		learned("--report", page, write("report.csv", pagesOf([["a.example", 60]])));
		expect(readFileSync(page, "utf8")).toMatch(/quotient[\s\S]{0,200}unknown/);
	});
});

describe("hosts below the host of a rule", () => {
	const below = Array.from({ length: 1500 }, (_, host) => `u${host}.site.example`);
	const single = below.map((host) => `http://${host}/,${host}\n`).join("");

	longIt("are named up to a thousand, and counted beyond", () => {
		const { evidence, into } = learned(write("below.csv", pagesOf([["site.example", 60]]) + single));
		const [rule] = evidence.rules;
		expect([rule.hosts, rule.exceptHosts.length, rule.exceptHostsLeftOut]).toEqual([["site.example"], 1000, 500]);
		const next = learned("--previous", into, write("next.csv", `url,digest\n${single}`));
		const [stayed] = next.params;
		expect(stayed?.hosts).toEqual(["site.example"]);
		expect(stayed?.exceptHosts).toHaveLength(1500);
	});

	it("are not named if the rule acts at them as at the host above", () => {
		const tried = Array.from({ length: 50 }, (_, host): [string, number] => [`u${host}.site.example`, 6]);
		const { evidence } = learned(write("tried.csv", pagesOf([["site.example", 60], ...tried])));
		expect(evidence.rules).toEqual([expect.objectContaining({ hosts: ["site.example"], hostsBelow: 50, votes: 360 })]);
	});
});
