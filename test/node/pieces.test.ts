/** The pieces of `urlsieve/node`: chunks, paths, progress, errors, and the files of a run. */
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { UriError } from "urlsieve";
import { expect, it } from "vitest";
import { EXIT, Failure, usageFailure } from "../../src/failure";
import { ChangedFailure, isSameState, readUnchanged, shownOf, WatchedFile } from "../../src/files/input/watched-file";
import { octetsOfChunks } from "../../src/node/chunks";
import { asFileError, FileError } from "../../src/node/file-error";
import { FileRun } from "../../src/node/file-run";
import { pathsOf } from "../../src/node/paths";
import { ReportingPace } from "../../src/node/reporting-pace";
import { openRules } from "../../src/node/rules";
import { useFolder } from "../cli/command";
import { refusalOf } from "../cli/refusals";

const { folder, path, write } = useFolder();
const octetsOf = (text: string) => Buffer.from(text);
const textIn = (name: string) => readFileSync(path(name), "utf8");

async function textsOf(chunks: Parameters<typeof octetsOfChunks>[0]): Promise<string[]> {
	const texts: string[] = [];
	for await (const octets of octetsOfChunks(chunks)) texts.push(Buffer.from(octets).toString());
	return texts;
}

it("joins surrogate pairs that strings split, and only these", async () => {
	expect(await textsOf(["a\ud83d", "\ude00b", "é"])).toEqual(["a", "😀b", "é"]);
	expect(await textsOf(["\ud83d", "\ud83d", "\ude00"])).toEqual(["", "\ufffd", "😀"]);
	expect(await textsOf(["a\ud83d", octetsOf("b"), "c"])).toEqual(["a", "\ufffd", "b", "c"]);
	expect(await textsOf(["a\ud83d"])).toEqual(["a", "\ufffd"]);
	expect(await textsOf(["\ude00"])).toEqual(["\ufffd"]);
	expect(await textsOf([])).toEqual([]);
	await expect(textsOf([7 as never])).rejects.toMatchObject({ code: "invalid-input", message: expect.stringContaining("chunk") });
});

it("takes a path or several", () => {
	expect([pathsOf("a"), pathsOf(["a", "b"]), pathsOf([])]).toEqual([["a"], ["a", "b"], []]);
	for (const wrong of [7, undefined, ["a", 7], {}])
		expect(() => pathsOf(wrong as never)).toThrow(expect.objectContaining({ code: "invalid-input" }));
});

it("reports the share of each pass, and never more than all", async () => {
	const reports: unknown[] = [];
	const pace = new ReportingPace((...report) => reports.push(report), 200);
	await pace.advance(10, 1, 50);
	await pace.advance(10, 2, 300);
	pace.compare(0.5, 3);
	pace.beginPass("writing");
	await pace.advance(10, 4, 0);
	pace.endPass(5);
	await pace.showShare(async (show) => show(6, 0.75));
	expect(reports).toEqual([
		["reading", 0.25, 1],
		["reading", 1, 2],
		["comparing", 0.5, 3],
		["writing", 0, 4],
		["writing", 1, 5],
		["writing", 0.75, 6],
	]);
	await new ReportingPace((...report) => reports.push(report)).advance(1, 7, 0);
	expect(reports.at(-1)).toEqual(["reading", 1, 7]);
});

it("lets the event loop run after each 4 MiB", async () => {
	const pace = new ReportingPace(() => {});
	const pausesAfter = async (octets: number) => {
		let isHandled = false;
		setImmediate(() => {
			isHandled = true;
		});
		await pace.advance(octets, 0, 0);
		return isHandled;
	};
	expect([await pausesAfter(2 ** 22 - 1), await pausesAfter(1)]).toEqual([false, true]);
	expect([await pausesAfter(2 ** 22 - 1), await pausesAfter(1)]).toEqual([false, true]);
});

it("turns failures of the command line into errors of the library", () => {
	const errors = [
		usageFailure("dedupe", "No such option."),
		new ChangedFailure("a", "while it was read"),
		new Failure(EXIT.IO, "cannot read a: no such file"),
	].map((failure) => asFileError(failure) as UriError);
	expect(errors.map(({ name, code, message }) => [name, code, message])).toEqual([
		["UriError", "invalid-option", "No such option."],
		["FileError", "input-changed", "Cannot read a (input-changed): it changed while it was read."],
		["FileError", "file-failed", "Cannot read a: no such file."],
	]);
	const other = new TypeError("x");
	expect(asFileError(other)).toBe(other);
	expect(asFileError(new Failure(EXIT.IO, "can it?"))).toMatchObject({ message: "can it?." });
});

it("replaces all targets of a run, or none", async () => {
	write("one", "old");
	const result = await FileRun.complete(async (run) => {
		const [one, two] = [run.openTarget(path("one")), run.openTarget(path("two"))];
		one.write(octetsOf("1"));
		two.write(octetsOf("2"));
		expect([one.isInPlace, one.name, readFileSync(one.path, "utf8")]).toEqual([false, path("one"), "1"]);
		return "done";
	});
	expect([result, textIn("one"), textIn("two")]).toEqual(["done", "1", "2"]);
	const error = new Error("stop");
	const failed = FileRun.complete(async (run) => {
		run.openTarget(path("one")).write(octetsOf("3"));
		run.openTarget(path("three")).write(octetsOf("4"));
		throw error;
	});
	await expect(failed).rejects.toBe(error);
	expect([textIn("one"), existsSync(path("three"))]).toEqual(["1", false]);
	expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

it("refuses a target that is used twice, or is no file", async () => {
	const [source, target] = [write("source", "a\n"), path("target")];
	symlinkSync("source", path("source-link"));
	const failure = (work: Parameters<typeof FileRun.complete>[0]) =>
		FileRun.complete(work).then(String, ({ message }: Error) => message);
	const twice = (name: string) => `${name} is used twice; write to another file.`;
	const open = (...targets: string[]) =>
		failure(async (run) => {
			run.openSource([source]);
			for (const each of targets) run.openTarget(each);
		});
	expect([await open(source), await open(path("source-link"))]).toEqual([twice(source), twice(path("source-link"))]);
	expect(await open(target, target)).toBe(twice(target));
	expect(await open(folder)).toBe(`Cannot write ${folder}: not a regular file.`);
	expect(await open(join(folder, "none", "a"))).toBe(`Cannot write ${join(folder, "none", "a")}: the directory does not exist.`);
	const watched = failure(async (run) => {
		run.watchInputs([source]);
		run.openTarget(source);
	});
	expect(await watched).toBe(twice(source));
	expect(await failure(async (run) => run.openSource([path("none")]))).toBe(`Cannot read ${path("none")}: no such file.`);
	expect(new FileError("file-failed", "x")).toMatchObject({ name: "FileError", code: "file-failed" });
});

it("notices that a file is another one, or has changed", async () => {
	const file = new WatchedFile(write("watched", "abc"));
	expect([file.name, file.size]).toEqual([path("watched"), 3]);
	expect(() => file.refuseChanged("")).not.toThrow();
	write("watched", "abcd");
	const changed = [3, `cannot read ${path("watched")} (input-changed): it changed while it was read, and more; repeat the run`];
	expect(await refusalOf(() => file.refuseChanged(", and more"))).toEqual(changed);
	const standard = [new WatchedFile(undefined), new WatchedFile("-")];
	expect(standard.map(({ size, name }) => [size, name])).toEqual([
		[0, "standard input"],
		[0, "-"],
	]);
	for (const each of standard) expect(() => each.refuseChanged("")).not.toThrow();
	expect(await refusalOf(() => new WatchedFile(path("none")))).toEqual([3, `cannot read ${path("none")}: no such file`]);
});

it("tells states of files apart by each of their parts", () => {
	const state = statSync(write("state", "a"), { bigint: true });
	expect(isSameState(state, Object.assign(Object.create(state), state))).toBe(true);
	for (const part of ["dev", "ino", "size", "mtimeNs", "ctimeNs"] as const)
		expect(isSameState(state, { ...state, [part]: state[part] + 1n } as typeof state)).toBe(false);
});

it("says what readers have seen of an output that is written in place", () => {
	const output = { name: "NAME", length: 1, isInPlace: true };
	expect([
		shownOf(output, "rows"),
		shownOf({ ...output, length: 0 }, "rows"),
		shownOf({ ...output, isInPlace: false }, "rows"),
	]).toEqual(["; NAME has some of its rows already", "", ""]);
});

it("explains other errors by files that have changed meanwhile", async () => {
	const output = { name: "NAME", length: 1, isInPlace: true };
	const file = {
		refuseChanged: (written: string) => {
			throw new Failure(EXIT.IO, `changed${written}`);
		},
	};
	const failing = async () => {
		throw new Error("damaged");
	};
	expect(await refusalOf(() => readUnchanged([file], output, failing))).toEqual([
		3,
		"changed; NAME has some of its rows already",
	]);
	expect(await readUnchanged([], output, async () => 7)).toBe(7);
	await expect(readUnchanged([], output, failing)).rejects.toThrow("damaged");
});

it("opens the rules of RFC 3986, or those of a profile", async () => {
	const core = await openRules({ level: "syntax", edition: "2003" }, "normalized");
	expect([core.rules.crawl, core.rules.coreSettings.level]).toEqual([undefined, "syntax"]);
	for (const profile of ["rfc3986", "rfc3986@1"] as const)
		expect((await openRules({ profile }, "key")).rules.crawl).toBeUndefined();
	const crawl = await openRules({ profile: "crawl@1", engine: "js" }, "key");
	expect(crawl.rules.crawl).toBeDefined();
	expect(crawl.rules.settings).toBe(crawl.rules.crawl?.settings);
	for (const option of ["level", "edition"] as const) {
		const opened = openRules({ profile: "crawl@1", [option]: "1994" } as never, "key");
		await expect(opened).rejects.toMatchObject({
			code: "invalid-option",
			message: `The option "${option}" is for the profile rfc3986@1.`,
		});
	}
	await expect(openRules({ lists: [] }, "key")).rejects.toMatchObject({ code: "invalid-option" });
});
