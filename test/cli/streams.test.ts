/** The standard streams: closed ones, those that cannot be written, and logs that share them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { everyNth } from "../support/extent";
import { run, runOctets, runWithFaults, useFolder } from "./command";

const { path, shell } = useFolder();

function newFolder(name: string) {
	const folder = path(name);
	mkdirSync(folder);
	const file = (entry: string) => join(folder, entry);
	writeFileSync(file("urls.txt"), "HTTP://a\nhttp://a/\n1:\n");
	const text = (entry: string) => readFileSync(file(entry), "utf8");
	const here = (...args: string[]) => {
		const { status, stdout, stderr } = runOctets(args, "", folder);
		return { status, stdout: stdout.toString(), stderr: stderr.toString() };
	};
	const sh = (command: string) => shell(`cd ${folder}; ${command}`);
	return { file, text, names: () => readdirSync(folder).sort(), here, sh };
}

const LIST = "http://a/\n1:\n";
const REJECTS = "3\t0\tinvalid-scheme\t1:\n";

describe("standard error that cannot be written", () => {
	const lost: readonly (readonly [what: string, redirection: string])[] = [
		["a full disk", "2>/dev/full"],
		["a pipe whose reader has gone", "2> >(exec true)"],
		["a closed descriptor", "2>&-"],
	];
	it.each(lost)("changes neither the status nor the output: %s", (what, redirection) => {
		const { text, names, sh } = newFolder(`lost ${what}`.replaceAll(" ", "-"));
		const { status } = sh(`$URLSIEVE dedupe --seen set -o out urls.txt ${redirection}`);
		expect([status, text("out"), names()]).toEqual([0, LIST, ["out", "set", "urls.txt"]]);
	});

	const statuses: readonly (readonly [command: string, status: number])[] = [
		["normalize urls.txt", 0],
		["parse urls.txt", 0],
		["validate urls.txt", 1],
		["extract urls.txt", 0],
		["parse urls.txt", 0],
		["normalize --no-such-option", 2],
		["normalize missing", 3],
	];
	it.each(everyNth(statuses, 2))("keeps the status of %s", (command, status) => {
		expect(shell(`cd ${path(".")}; printf 'http://a/\\n1:\\n' > urls.txt; $URLSIEVE ${command} 2>/dev/full`).status).toBe(status);
	});
});

describe("a lock that cannot be read once the set is in place", () => {
	it("leaves the run done, with status 0, and is named", () => {
		const { file, text } = newFolder("lock");
		const faults = { fail: { call: "readFileSync lock", at: 2, code: "EIO", lasts: true } };
		const { status, stderr } = runWithFaults(
			["dedupe", "--quiet", "--seen", file("set"), "-o", file("out"), file("urls.txt")],
			faults,
		);
		expect([status, text("out")]).toEqual([0, LIST]);
		expect(stderr).toMatch(
			/^urlsieve: the run is complete, but its lock remains \(cannot read .*\.lock: the device failed\); the next run removes it\n$/,
		);
		expect(run(["dedupe", "--quiet", "--seen", file("set"), file("urls.txt")]).stdout).toBe("1:\n");
	});

	it("fails with status 3 and delivers nothing if it cannot be read before", () => {
		const { file, names } = newFolder("lock-before");
		const faults = { fail: { call: "readFileSync lock", at: 1, code: "EIO" } };
		const { status } = runWithFaults(["dedupe", "--quiet", "--seen", file("set"), "-o", file("out"), file("urls.txt")], faults);
		expect([status, names().filter((name) => !name.startsWith("."))]).toEqual([3, ["urls.txt"]]);
	});
});

describe("standard output that is closed", () => {
	const readers = [
		"normalize",
		"dedupe --seen set",
		"parse",
		"inspect",
		"explain",
		"extract",
		"relativize --base http://b/",
		"resolve --base http://b/",
	];
	it.each(everyNth(readers, 3, 1))("is an error before anything is read: %s", (command) => {
		const { names, sh } = newFolder(`closed-${command.split(" ")[0]}`);
		const { status, stderr } = sh(`$URLSIEVE ${command} urls.txt >&-`);
		expect([status, stderr]).toEqual([
			3,
			"urlsieve: cannot write standard output: it is closed; redirect it or pass -o FILE (-o /dev/null discards the output)\n",
		]);
		expect(names()).toEqual(["urls.txt"]);
	});

	it("does not matter with -o, or to a command that answers by its status", () => {
		const { text, sh } = newFolder("unused");
		expect(sh("$URLSIEVE normalize --quiet -o out urls.txt >&-")).toMatchObject({ status: 0, stderr: "" });
		expect(text("out")).toBe("http://a/\nhttp://a/\n1:\n");
		expect(sh("$URLSIEVE validate --quiet urls.txt >&-").status).toBe(1);
	});

	const printers = ["compare a b", "profile list", "compare --json a b", "--version", "--help", "normalize --help"];
	it.each(everyNth(printers, 2))("is an error if the disk is full: %s", (command) => {
		expect(shell(`$URLSIEVE ${command} > /dev/full`)).toMatchObject({
			status: 3,
			stderr: "urlsieve: cannot write standard output: no space left on the device\n",
		});
	});
});

describe("an output that names a descriptor", () => {
	it.each(everyNth(["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2", "/proc/thread-self/fd/2"], 2, 1))(
		"writes through %s to the end of a log",
		(name) => {
			const { file, text, sh } = newFolder(`log${name.replaceAll("/", "-")}`);
			writeFileSync(file("log"), "before\n");
			expect(sh(`exec 2>>log; $URLSIEVE dedupe --quiet --rejects ${name} urls.txt; echo after >&2`)).toMatchObject({
				status: 0,
				stdout: LIST,
			});
			expect(text("log")).toBe(`before\n${REJECTS}after\n`);
		},
	);

	it("writes a log of duplicates through a descriptor that the shell has opened", () => {
		const { text, sh } = newFolder("three");
		sh("echo before > log; $URLSIEVE dedupe --quiet --audit /dev/fd/3 --rejects /dev/fd/4 urls.txt 3>>log 4>bad > out");
		expect([text("log"), text("bad"), text("out")]).toEqual(["before\nHTTP://a\thttp://a/\tscheme\t1\t2\n", REJECTS, LIST]);
	});

	it.each(everyNth(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"], 2, 1))(
		"-o %s is standard output, in the middle of a file too",
		(name) => {
			const { text, sh } = newFolder(`out${name.replaceAll("/", "-")}`);
			sh(`ln -s /dev/stdout link; { echo before; $URLSIEVE dedupe --quiet -o ${name} urls.txt; echo after; } > all`);
			expect(text("all")).toBe(`before\n${LIST}after\n`);
			expect(sh(`$URLSIEVE dedupe --quiet -o ${name} urls.txt >&-`)).toMatchObject({ status: 3 });
		},
	);

	it("must be open for writing", () => {
		const { names, sh } = newFolder("bad");
		expect(sh("$URLSIEVE dedupe --rejects /dev/fd/5 urls.txt 5</dev/zero")).toMatchObject({
			status: 3,
			stdout: "",
			stderr: "urlsieve: cannot write /dev/fd/5: bad file descriptor\n",
		});
		expect(sh("$URLSIEVE dedupe --rejects /dev/fd/9 urls.txt 9>&-").status).toBe(3);
		expect(names()).toEqual(["urls.txt"]);
	});

	it("cannot be a file that is read, or written under its name", () => {
		const { text, sh } = newFolder("shared");
		expect(sh("$URLSIEVE dedupe --rejects /dev/stderr urls.txt 2>>urls.txt").status).toBe(2);
		expect(sh("$URLSIEVE dedupe -o out --rejects /dev/fd/3 urls.txt 3>>out").status).toBe(2);
		expect(text("urls.txt")).toMatch(/^HTTP:/);
	});
});

describe("a log on standard output", () => {
	const refusals: readonly (readonly [args: string, option: string])[] = [
		["dedupe --audit - urls.txt", "--audit -"],
		["dedupe --rejects - urls.txt", "--rejects -"],
		["resolve --base http://b/ --rejects - urls.txt", "--rejects -"],
		["dedupe --audit - -o /dev/fd/1 urls.txt", "--audit -"],
	];
	it.each(refusals)("is a usage error beside the list: %s", (args, option) => {
		const { here } = newFolder(args.replaceAll(/\W+/g, "-"));
		expect(here(...args.split(" "))).toEqual({
			status: 2,
			stdout: "",
			stderr: `urlsieve: ${option} would mix the log into the output; pass -o FILE for the output, or another file for the log; try: urlsieve ${args.split(" ")[0]} --help\n`,
		});
	});

	it("is allowed if the list goes to a file", () => {
		const { text, here } = newFolder("free");
		expect(here("dedupe", "--quiet", "--audit", "-", "-o", "out", "urls.txt").stdout).toBe("HTTP://a\thttp://a/\tscheme\t1\t2\n");
		expect(text("out")).toBe(LIST);
		expect(here("normalize", "--quiet", "--rejects", "-", "-o", "/dev/null", "urls.txt").stdout).toBe(REJECTS);
	});

	it("is allowed for one log only", () => {
		const { status, stderr } = newFolder("both").here("dedupe", "--audit", "-", "--rejects", "-", "-o", "out", "urls.txt");
		expect([status, stderr]).toEqual([
			2,
			expect.stringMatching(/^urlsieve: --audit - is the same file as --rejects -; give each its own;/),
		]);
	});

	it("ends without the run when its reader leaves", () => {
		const { file, names, sh } = newFolder("head");
		writeFileSync(file("many.txt"), "http://a/\n".repeat(100_000));
		const { status, stdout } = sh("$URLSIEVE dedupe --quiet --seen set --audit - -o out many.txt | head -1; exit $PIPESTATUS");
		expect([status, stdout, names()]).toEqual([
			0,
			"http://a/\thttp://a/\tstring\t1\t2\n",
			["many.txt", "out", "set", "urls.txt"],
		]);
	});

	it("is no place for a set", () => {
		const { file, here } = newFolder("set");
		const { status, stderr } = here("dedupe", "--seen", "-", "-o", "out", "urls.txt");
		expect([status, stderr]).toEqual([
			2,
			expect.stringMatching(/^urlsieve: --seen must be a file, not an open descriptor such as "-";/),
		]);
		expect(existsSync(file("-"))).toBe(false);
	});
});

describe("an empty --seen file", () => {
	const SENTENCE = (name: string) =>
		`${name} was empty (0 bytes), so this run began a new set; if it was not new, restore it from a backup and repeat the run`;

	it("is a new set, which the summary notes", () => {
		const { file, text } = newFolder("empty");
		const args = ["dedupe", "--seen", file("set"), "-o", file("out"), file("urls.txt")];
		writeFileSync(file("set"), "");
		const first = run(args);
		expect([first.status, text("out")]).toEqual([0, LIST]);
		expect(first.stderr).toMatch(`urlsieve dedupe: note: ${SENTENCE(file("set"))}\n`);
		expect(run(args).stderr).not.toContain("note:");
	});

	it("is said even under --quiet", () => {
		const { file } = newFolder("quiet");
		writeFileSync(file("set"), "");
		const { stderr } = run(["dedupe", "--quiet", "--seen", file("set"), file("urls.txt")]);
		expect(stderr).toBe(`urlsieve: ${SENTENCE(file("set"))}\n`);
		expect(run(["dedupe", "--quiet", "--seen", file("another"), file("urls.txt")]).stderr).toBe("");
	});
});
