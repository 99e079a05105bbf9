/** Output files: replaced as a whole, in an order that loses nothing, keeping their mode. */
import { spawn, spawnSync } from "node:child_process";
import {
	chmodSync,
	chownSync,
	existsSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { CLI, run, runOctets, runWithFaults, until, useFolder } from "../cli/command";
import { size } from "../support/extent";

const { path, write, shell } = useFolder();

const isRoot = process.getuid?.() === 0;
const modeOf = (file: string) => statSync(file).mode & 0o777;
const temporaries = (folder: string) => readdirSync(folder).filter((name) => name.startsWith(".urlsieve-"));

/** A new folder with a list in it. */
function newFolder(name: string) {
	const folder = path(name);
	mkdirSync(folder);
	const file = (entry: string) => join(folder, entry);
	writeFileSync(file("urls.txt"), "HTTP://a\nhttp://a/\nhttp://b/\n1:\n");
	return { folder, file };
}

describe("a run with --seen", () => {
	it("syncs and renames all outputs before it replaces the set", () => {
		const { file } = newFolder("order");
		const outputs = ["-o", file("out"), "--rejects", file("rejects"), "--audit", file("audit")];
		const args = ["dedupe", "--quiet", "--seen", file("set"), ...outputs, file("urls.txt")];
		expect(runWithFaults(args, { trace: file("trace") }).status).toBe(0);
		const steps = readFileSync(file("trace"), "utf8").split("\n");
		expect(steps.filter((step) => /^(rename|sync)/.test(step))).toEqual([
			// A new set is synced when it is created, then its run and its root.
			...Array(3).fill("sync temporary"),
			...Array(3).fill("sync temporary"),
			"rename temporary out",
			"rename temporary rejects",
			"rename temporary audit",
			"sync order",
			"rename temporary set",
			"sync order",
		]);
		expect(steps.filter((step) => step.startsWith("create temporary"))).toEqual(Array(5).fill("create temporary wx+"));
	});

	it("syncs standard output when it is a file", () => {
		const { folder, file } = newFolder("stdout");
		const { status } = shell(`cd ${folder}; FAULTS='{"trace":"trace"}' $FAULTY dedupe --seen set urls.txt > out`);
		expect(status).toBe(0);
		const steps = readFileSync(file("trace"), "utf8").split("\n");
		expect(steps.indexOf("sync out")).toBeGreaterThan(-1);
		expect(steps.indexOf("sync out")).toBeLessThan(steps.indexOf("rename temporary set"));
	});

	it.each([
		["the output", "-o", 1],
		["the rejects", "--rejects", 2],
		["the audit", "--audit", 3],
	])("leaves the set as it was if %s cannot be renamed", (_what, option, at) => {
		const { folder, file } = newFolder(`rename${at}`);
		const files = { "--seen": file("set"), "-o": file("out"), "--rejects": file("rejects"), "--audit": file("audit") };
		const args = ["dedupe", ...Object.entries(files).flat(), file("urls.txt")];
		run(args);
		const before = readFileSync(file("set"));
		writeFileSync(file("urls.txt"), "x:new\n");
		const { status, stderr } = runWithFaults(args, { fail: { call: "renameSync", at, code: "EISDIR" } });
		expect([status, stderr]).toEqual([3, `urlsieve: cannot write ${files[option as "-o"]}: is a directory\n`]);
		expect(readFileSync(file("set"))).toEqual(before);
		expect(temporaries(folder)).toEqual([]);
	});

	it("exits with status 0 on a signal after the set is in place", () => {
		const { folder, file } = newFolder("done");
		const args = ["dedupe", "--quiet", "--seen", file("set"), "-o", file("out"), file("urls.txt")];
		// Directory sync number 2 follows the rename of the set.
		const faults = { kill: { call: "fsyncSync", at: 4, signal: "SIGTERM" } };
		expect(runWithFaults(args, faults)).toMatchObject({ status: 0, signal: null });
		expect([readFileSync(file("out"), "utf8"), temporaries(folder)]).toEqual(["http://a/\nhttp://b/\n1:\n", []]);
	});
});

describe("modes and owners", () => {
	it("creates sets with mode 0600 and other files by the umask", () => {
		const { file } = newFolder("modes");
		shell(`umask 022; $URLSIEVE dedupe --quiet --seen ${file("set")} -o ${file("out")} ${file("urls.txt")}`);
		expect([modeOf(file("set")), modeOf(file("out"))]).toEqual([0o600, 0o644]);
	});

	it.each([0o600, 0o640, 0o444, 0o755])("keeps mode %o of a replaced file", (mode) => {
		const { file } = newFolder(`mode${mode}`);
		for (const name of ["set", "out"]) {
			writeFileSync(file(name), "");
			chmodSync(file(name), mode);
		}
		expect(run(["dedupe", "--seen", file("set"), "-o", file("out"), file("urls.txt")]).status).toBe(0);
		expect([modeOf(file("set")), modeOf(file("out"))]).toEqual([mode, mode]);
	});

	it.runIf(isRoot)("keeps the owner of a replaced file, but not its set-user-ID bit", () => {
		const { file } = newFolder("owners");
		writeFileSync(file("out"), "");
		chownSync(file("out"), 12345, 12346);
		chmodSync(file("out"), 0o4755);
		run(["normalize", "-o", file("out"), file("urls.txt")]);
		const { uid, gid, mode } = statSync(file("out"));
		expect([uid, gid, mode & 0o7777]).toEqual([12345, 12346, 0o755]);
	});
});

describe("temporary files", () => {
	/** A run that waits for its input, and who it says owns its temporary file. */
	async function waitingRun() {
		const { folder, file } = newFolder("waiting");
		const child = spawn(process.execPath, [CLI, "normalize", "-o", file("out")], { stdio: ["pipe", "ignore", "inherit"] });
		await until(() => temporaries(folder).length > 0);
		const [name] = temporaries(folder);
		return { child, owner: /^\.urlsieve-(.*)-[0-9a-f]+\.tmp$/.exec(name as string)?.[1] as string };
	}

	const waiting = waitingRun();
	afterAll(async () => (await waiting).child.kill());
	const dead = spawnSync("true").pid;
	const RANDOM = "0123456789abcdef";

	/** Whether a run removes a temporary file of this owner, with this age in seconds. */
	function isSwept(owner: string, age = 0): boolean {
		const { file } = newFolder(`sweep-${owner}-${age}`);
		const name = file(`.urlsieve-${owner}-${RANDOM}.tmp`);
		writeFileSync(name, "left");
		const time = Date.now() / 1000 - age;
		utimesSync(name, time, time);
		run(["normalize", "-o", file("out"), file("urls.txt")]);
		return !existsSync(name);
	}

	it("are removed if their owner is dead, and stay while it is or may be alive", async () => {
		const { child, owner } = await waiting;
		const [scope, , start] = owner.split("-");
		expect(isSwept(`${scope}-${dead}-1`)).toBe(true);
		expect(isSwept(`${scope}-${child.pid}-1`)).toBe(true);
		expect(isSwept(`${scope}-1-${Number(start) + 1e9}`)).toBe(true);
		expect(isSwept(owner)).toBe(false);
		expect(isSwept(owner, 200_000)).toBe(false);
		expect(isSwept(`abcdef-${dead}-1`)).toBe(false);
		expect(isSwept(`0-${dead}-0`)).toBe(false);
	});

	it("are removed if their owner is a zombie", async () => {
		const { folder, file } = newFolder("zombie");
		// The shell becomes a sleep, which never reaps its child.
		const command = `mkfifo fifo; exec 3<>fifo; ${process.execPath} ${CLI} normalize -o out fifo & echo $!; exec sleep 1000`;
		const parent = spawn("bash", ["-c", command], { cwd: folder });
		let said = "";
		parent.stdout.on("data", (text) => {
			said += text;
		});
		await until(() => temporaries(folder).length > 0 && said.endsWith("\n"));
		process.kill(Number(said), "SIGKILL");
		await until(() => /\) Z /.test(readFileSync(`/proc/${Number(said)}/stat`, "latin1")));
		expect(temporaries(folder).length).toBe(1);
		run(["normalize", "-o", file("out2"), file("urls.txt")]);
		expect(temporaries(folder)).toEqual([]);
		parent.kill("SIGKILL");
	});

	it("of an unknown owner are removed after a day without a change", () => {
		// ctime cannot be set: a file that was made just now is young, whatever its mtime says.
		expect(isSwept("abcdef-1-1", 200_000)).toBe(false);
		const { file } = newFolder("old");
		const name = file(`.urlsieve-abcdef-1-1-${RANDOM}.tmp`);
		const { stdout } = shell(
			`cd ${file("")}; FAULTS='{"days":2}' $FAULTY normalize --quiet -o out urls.txt; ls -A | grep -c tmp; touch ${name}; FAULTS='{"days":0.9}' $FAULTY normalize --quiet -o out urls.txt; ls -A | grep -c tmp; FAULTS='{"days":1.1}' $FAULTY normalize --quiet -o out urls.txt; ls -A | grep -c tmp`,
		);
		expect(stdout).toBe("0\n1\n0\n");
	});

	it("never collide, even with equal process numbers", () => {
		const { file } = newFolder("init");
		const init = `unshare --fork --pid --mount-proc ${isRoot ? "" : "--user --map-root-user"} node ${CLI}`;
		// Killed as process 1 while it waits for input, then repeated as process 1.
		shell(
			`cd ${file("")}; mkfifo fifo; (exec 3<>fifo; ${init} normalize -o out fifo & until ls .urlsieve-* >/dev/null 2>&1; do sleep 0.05; done; pkill -9 -P $!; wait)`,
		);
		expect(temporaries(file("")).length).toBe(1);
		expect(shell(`cd ${file("")}; ${init} normalize --quiet -o out urls.txt`)).toEqual({ status: 0, stdout: "", stderr: "" });
		expect(readFileSync(file("out"), "utf8")).toBe("http://a/\nhttp://a/\nhttp://b/\n1:\n");
	});

	it("have short names, even if the name of the target has the maximum length", async () => {
		const { folder, file } = newFolder("long");
		const outputs = ["--seen", file("n".repeat(255)), "-o", file("o".repeat(255))];
		const child = spawn(process.execPath, [CLI, "dedupe", ...outputs]);
		const ended = new Promise((resolve) => child.on("exit", resolve));
		await until(() => temporaries(folder).length >= 2);
		for (const name of temporaries(folder)) expect(name).toMatch(/^[\w.-]{1,100}$/);
		child.stdin.end("x:\n");
		expect(await ended).toBe(0);
		expect([existsSync(outputs[1] as string), temporaries(folder)]).toEqual([true, []]);
	});
});

describe("links", () => {
	it.each(["-o", "--seen", "--rejects", "--audit"])("%s follows a chain of symbolic links", (option) => {
		const { file } = newFolder(`links${option}`);
		mkdirSync(file("deep"));
		writeFileSync(file("deep/real"), "");
		symlinkSync("deep/second", file("first"));
		symlinkSync("real", file("deep/second"));
		expect(run(["dedupe", option, file("first"), file("urls.txt")]).status).toBe(0);
		expect([readlinkSync(file("first")), readlinkSync(file("deep/second"))]).toEqual(["deep/second", "real"]);
		expect(lstatSync(file("deep/real")).isFile()).toBe(true);
		expect(statSync(file("deep/real")).size).toBeGreaterThan(0);
	});

	it("creates the target of a dangling link", () => {
		const { file } = newFolder("dangling");
		mkdirSync(file("deep"));
		symlinkSync("deep/none", file("link"));
		run(["normalize", "-o", file("link"), file("urls.txt")]);
		expect(readFileSync(file("deep/none"), "utf8")).toMatch(/^http:/);
		expect(lstatSync(file("link")).isSymbolicLink()).toBe(true);
	});

	it("replaces a hard link under the one name given", () => {
		const { file } = newFolder("hard");
		writeFileSync(file("one"), "old");
		linkSync(file("one"), file("two"));
		run(["normalize", "-o", file("one"), file("urls.txt")]);
		expect([readFileSync(file("one"), "utf8").slice(0, 5), readFileSync(file("two"), "utf8")]).toEqual(["http:", "old"]);
	});

	it("fails with one sentence on a circle of links", () => {
		const { file } = newFolder("circle");
		symlinkSync("b", file("a"));
		symlinkSync("a", file("b"));
		const { status, stderr } = run(["normalize", "-o", file("a"), file("urls.txt")]);
		expect([status, stderr]).toEqual([3, `urlsieve: cannot read ${file("a")}: too many symbolic links\n`]);
	});
});

describe("one file for two purposes", () => {
	it.each([
		["dedupe -o F --seen F urls.txt"],
		["dedupe --audit F --seen link urls.txt"],
		["dedupe --audit F --rejects hard urls.txt"],
		["dedupe -o new --rejects ../same/new urls.txt"],
		["dedupe -o F F"],
		["dedupe --audit F F"],
		["dedupe F >> F"],
		["normalize F > F"],
		["normalize -o link F"],
		["extract F >> F"],
		["dedupe --rejects - urls.txt > out"],
	])("is a usage error before anything is read: %s", (command) => {
		rmSync(path("same"), { recursive: true, force: true });
		const { folder, file } = newFolder("same");
		writeFileSync(file("F"), "http://c/\n");
		symlinkSync("F", file("link"));
		linkSync(file("F"), file("hard"));
		const inShell = () => shell(`cd ${folder}; $URLSIEVE ${command}`);
		const { status, stderr } = /[<>]/.test(command) ? inShell() : runOctets(command.split(" "), "", folder);
		expect([status, stderr.toString()]).toEqual([2, expect.stringMatching(/^urlsieve: .*; try: urlsieve \w+ --help\n$/)]);
		if (!command.endsWith("> F") || command.endsWith(">> F")) expect(readFileSync(file("F"), "utf8")).toBe("http://c/\n");
	});

	it("is allowed for inputs, devices and pipes", () => {
		const { folder, file } = newFolder("twice");
		expect(run(["dedupe", "--quiet", file("urls.txt"), file("urls.txt")]).stdout).toBe("http://a/\nhttp://b/\n1:\n1:\n");
		const nowhere = ["--rejects", "--audit", "-o"].flatMap((option) => [option, "/dev/null"]);
		expect(run(["dedupe", ...nowhere, file("urls.txt")]).status).toBe(0);
		expect(shell(`cd ${folder}; $URLSIEVE dedupe --quiet --rejects /dev/stderr urls.txt 2>&1 | wc -l`).stdout).toBe("4\n");
	});
});

describe("opening", () => {
	it("fails before the first line is read if any file cannot be opened", () => {
		const { file } = newFolder("early");
		for (const args of [
			["normalize", file("urls.txt"), file("missing")],
			["dedupe", "--audit", file("no/such"), file("urls.txt")],
			["dedupe", "--seen", file("no/such"), file("urls.txt")],
			["extract", file("urls.txt"), file("missing")],
			["parse", file("urls.txt"), file("missing")],
		]) {
			expect(run(args)).toMatchObject({ status: 3, stdout: "" });
		}
	});

	it.each([
		["EFBIG", "the file would be too large"],
		["EROFS", "the file system is read-only"],
		["EPERM", "operation not permitted"],
		["EBUSY", "in use, or a mount point; mount its directory instead"],
		["ETXTBSY", "ETXTBSY: injected"],
	])("says why the system refuses to rename a file: %s", (code, reason) => {
		const { file } = newFolder(code);
		const failed = runWithFaults(["normalize", "-o", file("out"), file("urls.txt")], {
			fail: { call: "renameSync", at: 1, code },
		});
		expect([failed.status, failed.stderr]).toEqual([3, `urlsieve: cannot write ${file("out")}: ${reason}\n`]);
	});

	it.each([
		["-o", "n".repeat(256), "the name is too long"],
		["--seen", "n".repeat(256), "the name is too long"],
		["-o", `${"d/".repeat(2500)}x`, "the name is too long"],
		["-o", "no/such/file", "the directory does not exist"],
		["-o", "urls.txt/x", "part of the path is not a directory"],
		["--seen", "/dev/null", "not a regular file"],
		["--seen", ".", "not a regular file"],
	])("fails with one sentence for %s %.20s…", (option, name, reason) => {
		const folder = path("sentences");
		mkdirSync(folder, { recursive: true });
		write("sentences/urls.txt", "x:\n");
		const ended = runOctets(["dedupe", option, name, "urls.txt"], "", folder);
		const stderr = ended.stderr.toString();
		expect([ended.status, stderr.split("\n").length, stderr]).toEqual([3, 2, expect.stringContaining(reason)]);
	});
});

it.skipIf(process.platform === "win32")(
	"names what cannot be opened when too many files are open, parts of the program included",
	() => {
		const list = write("list.txt", "http://a/\nHTTP://A/\n");
		const sentences: string[] = [];
		for (let limit = 16, isDone = false; !isDone; limit += size(1, 3)) {
			const command = 'ulimit -n "$1"; exec "$2" "$3" dedupe --quiet --audit "$4" -o "$5" "$6"';
			const args = ["-c", command, "bash", `${limit}`, process.execPath, CLI, path("audit.tsv"), path("out.txt"), list];
			const { status, stderr } = spawnSync("bash", args, { encoding: "utf8" });
			sentences.push(stderr);
			isDone = status === 0;
		}
		const said = sentences.filter((sentence) => sentence.startsWith("urlsieve: "));
		expect(said.filter((sentence) => !/^urlsieve: cannot \w+ .*: too many files are open\n$/.test(sentence))).toEqual([]);
		expect(said.some((sentence) => sentence.includes("chunks"))).toBe(true);
		expect(temporaries(path("."))).toEqual([]);
	},
);
