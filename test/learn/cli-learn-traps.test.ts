/** `urlsieve learn --shapes`: the rows of a crawl in the traps of a file of shapes. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run } from "../cli/command";
import { textsIn, useLearn } from "../support/learn-command";
import { FETCHES } from "../support/learn-fetches";
import { urlsOf, useShapes } from "../support/shape-sites";
import { session, TRAPS, times } from "../support/traps";

const { path, write, newFolder, learned } = useLearn();
const { learn } = useShapes();

/** 256 pages of a list, and 64 pages with identifiers of sessions. */
const PAGES = urlsOf(
	times(256, (index) => `/list?page=${index}`),
	"shop.example",
);
const SESSIONS = urlsOf(
	times(64, (index) => `/item/${index >> 1}?sid=${session(index)}`),
	"shop.example",
);
const SHAPES = learn([...PAGES, ...SESSIONS, "http://shop.example/about"], "--profile", "crawl@1").path;
const PAGES_TRAP = {
	site: "http://shop.example",
	trap: "pages",
	at: "/list? page",
	rows: 256,
	proposal: { options: "--per shape=100" },
};
const SESSION_TRAP = {
	site: "http://shop.example",
	trap: "session",
	at: "sid",
	rows: 64,
	proposal: { policy: { hosts: ["shop.example"], key: { query: { remove: ["sid"] } } } },
};
const rowOf = (url: string, digest = "X", status = "200", time = "") => `${url},${digest},${status},${time}`;
const csvOf = (rows: readonly string[]) => `url,digest,status,time\n${rows.join("\n")}\n`;
/** Rows of which `learn` finds that `ref` makes no difference, and rows in traps: each has a content of its own. */
const OTHERS = FETCHES.map(({ url, digest, time }) => rowOf(url, digest, "200", time));
const ALL = [...OTHERS, ...[...PAGES, ...SESSIONS].map((url, index) => rowOf(url, `T${index}`))];
const CSV = write("all.csv", csvOf(ALL));
const WITHOUT = write("others.csv", csvOf(OTHERS));

/** Learns, and returns the summary as JSON. */
function summaryOf(...args: string[]) {
	const { status, stderr } = run(["learn", "--json", "-o", newFolder(), ...args]);
	expect(status).toBe(0);
	return JSON.parse(stderr);
}

/** A file of shapes of hosts that have one trap each: any query of a path. */
function fileOf(hosts: readonly string[], at = "/s", options = "--per shape=100") {
	const data = JSON.parse(readFileSync(SHAPES, "utf8"));
	const trap = { trap: "facets", at, keys: 64, counts: {}, sample: "x", proposal: { options } };
	const sites = hosts.map((host) => ({ ...data.sites[0], site: `http://${host}`, traps: [trap] }));
	return write(`facets-${hosts.length}.shapes`, JSON.stringify({ ...data, sites }));
}

describe("learn --shapes", () => {
	it.each(TRAPS)("counts the rows in a %s, with its place and what may help", (trap, paths, at, proposal) => {
		const policy = write("policy.json", '{ "base": "rfc3986" }');
		const urls = urlsOf([...paths, "/about"]);
		const { path: shapes } = learn(urls, "--policy", policy);
		const rows = write("kind.csv", csvOf(urls.map((url) => rowOf(url))));
		const { traps } = summaryOf("--policy", policy, "--shapes", shapes, rows);
		const found = { site: "http://h.example", trap, ...(at !== undefined && { at }), rows: paths.length, proposal };
		expect(traps).toEqual({ file: shapes, action: "keep", rows: paths.length, listed: [found], others: 0, withoutRows: 0 });
	});

	it("lists the traps by their rows, which change nothing of what is learned", () => {
		const { texts, stderr } = learned("--shapes", SHAPES, CSV);
		expect(texts).toEqual(learned(CSV).texts);
		expect(stderr.split("\n").filter((line) => line.includes("traps"))).toEqual([
			"         256  traps: pages, http://shop.example/list? page; proposal: --per shape=100",
			`          64  traps: session, http://shop.example sid; proposal: ${JSON.stringify(SESSION_TRAP.proposal.policy)}`,
		]);
	});

	it("counts the same for any order of rows, number of files and threads, and memory", () => {
		const expected = summaryOf("--shapes", SHAPES, CSV).traps;
		expect(expected.listed).toEqual([PAGES_TRAP, SESSION_TRAP]);
		const halves = [ALL.slice(700), ALL.slice(0, 700)].map((half, index) => write(`half-${index}.csv`, csvOf(half)));
		const reversed = write("reversed.csv", csvOf(ALL.toReversed()));
		for (const args of [[reversed], halves, ["--threads", "2", CSV], ["--threads", "2", ...halves], ["--memory", "16M", CSV]])
			expect(summaryOf("--shapes", SHAPES, ...args).traps).toEqual(expected);
	});

	it("counts rows whatever their status, digest and time, if their URL has a key", () => {
		const page = "http://shop.example/list?page=7";
		const rows = [
			rowOf(page),
			rowOf(page, "X", "404"),
			rowOf(page, "-"),
			rowOf(`${page}#a`),
			...times(2, () => rowOf(page, "X", "200", "1")),
		];
		const others = [rowOf("http://["), rowOf(""), rowOf("mailto:a@shop.example"), rowOf("http://shop.example/about?page=7")];
		const { traps } = summaryOf("--shapes", SHAPES, write("odd.csv", csvOf([...rows, ...others])));
		expect(traps).toMatchObject({ rows: 6, listed: [{ trap: "pages", rows: 6 }], withoutRows: 1 });
	});

	it.each(["1", "2"])("leaves out rows in traps with --trap drop, on %s threads", (threads) => {
		const into = newFolder();
		const args = ["--shapes", SHAPES, "--trap", "drop", "--threads", threads, "--json", CSV, "-o", into];
		const { status, stderr } = run(["learn", ...args]);
		const summary = JSON.parse(stderr);
		expect([status, textsIn(into)]).toEqual([0, learned(WITHOUT).texts]);
		expect(summary).toMatchObject({ rows: ALL.length, fetches: OTHERS.length, causes: { "are in traps": 320 } });
		expect(summary.traps).toMatchObject({ action: "drop", rows: 320, listed: [PAGES_TRAP, SESSION_TRAP] });
	});

	it("writes nothing if all rows are in traps and dropped", () => {
		const rows = write("pages.csv", csvOf(PAGES.map((url) => rowOf(url))));
		const { status, stderr } = run(["learn", "--shapes", SHAPES, "--trap", "drop", rows, "-o", newFolder()]);
		expect([status, stderr]).toEqual([1, "urlsieve: no row counts, and nothing was written: of 256, 256 are in traps\n"]);
	});

	it("says if a file has no traps, and if no row is in one", () => {
		const none = learn(urlsOf(["/a", "/b"]), "--profile", "crawl@1").path;
		const notesWith = (shapes: string) => summaryOf("--shapes", shapes, WITHOUT).notes;
		expect(notesWith(none)).toContain(`${none} has no traps`);
		expect(notesWith(SHAPES)).toContain(`no row is in a trap: ${SHAPES} has 2 traps`);
		const page = path("none.html");
		learned("--shapes", none, "--report", page, WITHOUT);
		expect(readFileSync(page, "utf8")).toMatch(/<h2>Traps<\/h2>\s*<p><code>[^<]*<\/code> has no traps\.<\/p>/);
	});

	it("has a section in both forms of the report, and none without it", () => {
		const [page, data, other] = ["r.html", "r.json", "other.json"].map(path) as [string, string, string];
		for (const report of [page, data]) learned("--shapes", SHAPES, "--report", report, CSV);
		learned("--report", other, CSV);
		expect(JSON.parse(readFileSync(data, "utf8")).traps).toEqual(summaryOf("--shapes", SHAPES, CSV).traps);
		expect(JSON.parse(readFileSync(other, "utf8"))).not.toHaveProperty("traps");
		const text = readFileSync(page, "utf8").replaceAll(/<[^>]*>/g, "");
		expect(text).toContain("320 rows are in traps of");
		expect(text).toContain("pages http://shop.example/list? pageproposal: --per shape=100256");
	});

	it("lists 10 traps in the summary and 200 in data, and counts the others", () => {
		const hosts = times(205, (index) => `s${index}.example`);
		const rows = write("many.csv", csvOf(hosts.map((host) => rowOf(`http://${host}/s?a`))));
		const shapes = fileOf([...hosts, "empty.example"]);
		const { traps } = summaryOf("--shapes", shapes, rows);
		expect([traps.listed.length, traps.others, traps.withoutRows]).toEqual([200, 5, 1]);
		const { stderr } = learned("--shapes", shapes, rows);
		expect(stderr.match(/traps: facets/g)).toHaveLength(10);
		expect(stderr).toContain("note: 195 traps with fewer rows: see --report\n");
	});

	it("shows controls of a hostile file as text", () => {
		const shapes = fileOf(["shop.example"], "/s", "\u001b[31m<script>");
		const page = path("hostile.html");
		const rows = write("one.csv", csvOf([rowOf("http://shop.example/s?a")]));
		expect(learned("--shapes", shapes, "--report", page, rows).stderr).toContain("proposal: <U+001B>[31m<script>\n");
		expect(readFileSync(page, "utf8")).toContain('<i class="unseen">U+001B</i>[31m&lt;script&gt;');
	});
});

describe("learn refuses", () => {
	const policy = write("whatwg.json", '{ "base": "whatwg" }');
	const rfc = learn(PAGES).path;

	it.each([
		["a file that is not there", ["--shapes", path("none")], 3, /^urlsieve: cannot read \S*none: no such file$/m],
		["a file that is empty", ["--shapes", write("empty", "")], 2, / is empty$/m],
		["a file of something else", ["--shapes", CSV], 2, / is not a file of shapes, as "urlsieve shapes -o FILE" writes them$/m],
		["standard input as shapes", ["--shapes", "-"], 2, /--shapes and --against take a file, not standard input/],
		[
			"shapes of keys by another profile",
			["--shapes", rfc],
			2,
			/by rfc3986@1, and these keys are by crawl@1; make them by urlsieve shapes --profile crawl@1;/,
		],
		[
			"shapes of keys by another policy",
			["--policy", policy, "--shapes", SHAPES],
			2,
			/by crawl@1, and these keys are by \S*whatwg\.json; make them by urlsieve shapes with the same --policy and --lists;/,
		],
		["--trap without shapes", ["--trap", "keep"], 2, /--trap requires --shapes FILE/],
		["another action", ["--shapes", SHAPES, "--trap", "count"], 2, /--trap must be drop or keep, not "count"/],
	])("%s", (_, args, status, sentence) => {
		const into = newFolder();
		expect(run(["learn", ...args, CSV, "-o", into])).toMatchObject({ status, stderr: expect.stringMatching(sentence) });
		expect(existsSync(into)).toBe(false);
	});

	it("a report that would replace the file of shapes", () => {
		const shapes = write("shapes.json", readFileSync(SHAPES));
		const { status, stderr } = run(["learn", "--shapes", shapes, "--report", shapes, CSV, "-o", newFolder()]);
		expect([status, stderr]).toEqual([2, expect.stringMatching(/--report \S*shapes\.json is also an input/)]);
	});
});
