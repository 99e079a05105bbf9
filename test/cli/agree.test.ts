/** `urlsieve agree`, through the command. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { agree } from "urlsieve/edge";
import { expect, it } from "vitest";
import { run as runCommand, useFolder } from "./command";

const { folder } = useFolder();
const run = (args: string[], input: string | Uint8Array = "") => runCommand(["agree", ...args], input);
const TARGETS = "/a\n/public/..;/admin\n/a%20b\n/é\n";

function records(stdout: string) {
	return stdout
		.split("\n")
		.slice(0, -1)
		.map((line) => JSON.parse(line));
}

it("prints an object per line on which readers disagree, and ends with status 1 if one is rejected", () => {
	const { status, stdout, stderr } = run(["--readers", "nginx,tomcat"], TARGETS);
	expect(status).toBe(1);
	expect(records(stdout)).toEqual([
		{ line: 2, target: "/public/..;/admin", ...agree("/public/..;/admin", ["nginx", "tomcat"]) },
		{ line: 4, target: "/é", ...agree("/\xc3\xa9", ["nginx", "tomcat"]) },
	]);
	const [first, ...counts] = stderr.trimEnd().split("\n");
	expect(first).toMatch(/^urlsieve agree: 4 lines, 2 flagged, 1 reject,/);
	expect(counts.map((line) => line.trim())).toEqual(["1  segments", "1  acceptance"]);
});

it("rejects the classes of --reject, and prints all lines with --all", () => {
	const args = ["--readers=haproxy", "--readers", "go@1", "--quiet"];
	expect(run(args, "/a%20b\n")).toMatchObject({ status: 0, stderr: "" });
	expect(run([...args, "--reject", "spelling"], "/a%20b\n").status).toBe(1);
	const all = records(run([...args, "--all", "--host", "e.com"], "/a\n/a%20b").stdout);
	expect(all.map(({ line, agree: doAgree, views }) => [line, doAgree, views[0].host])).toEqual([
		[1, true, "e.com"],
		[2, true, "e.com"],
	]);
});

it("reads files, and prints the summary as JSON", () => {
	const file = join(folder, "targets.txt");
	writeFileSync(file, TARGETS);
	const { stderr } = run(["--readers", "nginx,tomcat", "--json", file]);
	expect(JSON.parse(stderr)).toMatchObject({
		command: "agree",
		lines: 4,
		flagged: 2,
		rejects: 1,
		findings: { segments: 1, acceptance: 1 },
	});
});

it.each([
	[[], "agree requires --readers with at least two readers"],
	[["--readers", "nginx"], "agree requires --readers with at least two readers"],
	[["--readers", "nginx,tomcatt"], '"tomcatt" is not one (did you mean tomcat?)'],
	[["--readers", "nginx,go", "--reject", "path"], '"path" is not one'],
])("refuses %j with status 2", (args, message) => {
	const { status, stderr } = run(args, "/a\n");
	expect(status).toBe(2);
	expect(stderr).toContain(message);
	expect(stderr).toContain("urlsieve agree --help");
});

it("does not read what is too long, and takes NUL and controls", () => {
	const { status, stdout } = run(["--readers", "nginx,go"], `/${"a".repeat(20_000)}\n/\0\n/\t\n`);
	expect([status, records(stdout).map(({ differences }) => differences[0].class)]).toEqual([1, ["too-long"]]);
});
