/** `dedupe --seen`: references kept by earlier runs, with the set in memory, in passes and in threads, and the fate of the file. */
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { SeenSet } from "urlsieve";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "../cli/command";

const { folder, path, write } = useFolder();

let files = 0;
const newFile = () => path(`${files++}.seen`);
const leftovers = () => readdirSync(folder).filter((name) => name.startsWith(".urlsieve"));

function dedupe(seen: string, list: string, ...options: string[]) {
	const { status, stdout, stderr } = run(["dedupe", "--json", "--seen", seen, ...options, write("list.txt", list)]);
	return { status, stdout, stderr };
}

/** The number of references in a file, which is not damaged. */
function countIn(seen: string): number {
	const [, count] = /^(\d+) references, no damage\n$/.exec(run(["seen", "verify", seen]).stdout) ?? [];
	return Number(count);
}

const FIRST = "http://a\nHTTP://A/\nhttp://[\nhttp://b\n";
const SECOND = "HTTP://B/\nhttp://c/%7e\nHTTP://C/~\n\nhttp://a\nhttp://c/~\nhttp://[\n";

describe.each<[string, string[]]>([
	["memory", []],
	["passes", ["--memory", "16M"]],
	["passes of two threads", ["--memory", "16M", "--threads", "2"]],
])("a run that knows what earlier ones have kept, in %s", (_, way) => {
	it("writes new lines, and adds them to the file", () => {
		const seen = newFile();
		const counts: object[] = [];
		for (const [list, text, known] of [
			[FIRST, "http://a/\nhttp://[\nhttp://b/\n", 2],
			[SECOND, "http://c/~\n\nhttp://[\n", 4],
			[SECOND, "http://[\n", 4],
		] as const) {
			const { stdout, stderr } = dedupe(seen, list, ...way);
			counts.push(JSON.parse(stderr));
			expect([stdout, countIn(seen), leftovers()]).toEqual([text, known, []]);
		}
		expect(counts).toMatchObject([
			{ lines: 4, unique: 2, duplicates: 1 },
			{ lines: 7, unique: 2, duplicates: 4 },
			{ lines: 7, unique: 0, duplicates: 6 },
		]);
	});

	it("logs each duplicate with its kept line, or none if an earlier run has kept it", () => {
		const seen = newFile();
		dedupe(seen, FIRST, ...way);
		const { stdout } = dedupe(seen, SECOND, ...way, "--print", "original", "--audit", path("audit.tsv"));
		expect(stdout).toBe("http://c/%7e\n\nhttp://[\n");
		expect(readFileSync(path("audit.tsv"), "utf8")).toBe(
			"-\tHTTP://B/\t-\t-\t1\n" +
				"http://c/%7e\tHTTP://C/~\tsyntax\t2\t3\n" +
				"-\thttp://a\t-\t-\t5\n" +
				"http://c/%7e\thttp://c/~\tsyntax\t2\t6\n",
		);
	});

	it("leaves the file as it was if it fails", () => {
		const seen = newFile();
		dedupe(seen, FIRST, ...way);
		const before = readFileSync(seen);
		const { status, stderr } = dedupe(seen, `http://z/\n${SECOND}`, ...way, "--invalid", "fail");
		expect([status, stderr]).toEqual([1, expect.stringMatching(/line 8/i)]);
		expect([readFileSync(seen).equals(before), leftovers()]).toEqual([true, []]);
	});
});

describe("the file of --seen", () => {
	it("is private, and at the end of links", () => {
		const [seen, link] = [newFile(), newFile()];
		symlinkSync(seen, link);
		dedupe(link, FIRST);
		expect([statSync(seen).mode & 0o777, countIn(seen)]).toEqual([0o600, 2]);
	});

	it("is refused if it is something else, of other rules or damaged, and stays as it is", () => {
		const refusal = (seen: string, octets: Uint8Array, ...options: string[]) => {
			writeFileSync(seen, octets);
			const { status, stdout, stderr } = dedupe(seen, FIRST, ...options);
			expect([status, stdout, readFileSync(seen).equals(octets), leftovers()]).toEqual([3, "", true, []]);
			return stderr.replace(seen, "F");
		};
		const seen = newFile();
		const foreign = "urlsieve: cannot read F: this is not a store of urlsieve (at byte 0); pass a file written by --seen\n";
		expect(refusal(seen, Buffer.from("http://example.com/\n"))).toBe(foreign);
		const own = newFile();
		dedupe(own, FIRST);
		const octets = readFileSync(own);
		expect(refusal(own, octets, "--level", "syntax")).toMatch(/cannot read F: .* other options: level scheme \(at byte 20\)\n$/);
		octets[40] = (octets[40] as number) ^ 1;
		expect(refusal(own, octets)).toMatch(/cannot read F: .* damaged: the check of the header is wrong \(at byte 4092\)\n$/);
	});

	it("is made from a snapshot, which is kept", async () => {
		const set = new SeenSet();
		for (const reference of ["http://a/", "http://x/"]) set.add(reference);
		const snapshot = Buffer.from(await new Response(set.save()).arrayBuffer());
		const seen = newFile();
		writeFileSync(seen, snapshot);
		expect(dedupe(seen, FIRST).stdout).toBe("http://[\nhttp://b/\n");
		expect([countIn(seen), readFileSync(`${seen}.128`).equals(snapshot), leftovers()]).toEqual([3, true, []]);
	});
});
