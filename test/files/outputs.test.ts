/** What a run writes: outputs that are replaced as a whole, logs, sets of files, and which files must not be one. */
import {
	chmodSync,
	closeSync,
	existsSync,
	fstatSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { decimal } from "../../src/files/output/decimal";
import { deliver } from "../../src/files/output/deliver";
import { refuseInside } from "../../src/files/output/distinct";
import { replaceFiles } from "../../src/files/output/file-set";
import { abandonAll } from "../../src/files/output/interrupts";
import { LineResults } from "../../src/files/output/line-results";
import { OctetWriter } from "../../src/files/output/octet-writer";
import { Output } from "../../src/files/output/output";
import { PartFiles } from "../../src/files/output/part-files";
import { useFolder } from "../cli/command";
import { misuse, refusalOf } from "../cli/refusals";

const { folder, path, write } = useFolder();

const octetsOf = (text: string) => Buffer.from(text);
const textIn = (name: string) => readFileSync(path(name), "utf8");

/** Makes a directory in the folder. */
const directory = (name: string) => {
	mkdirSync(path(name));
	return path(name);
};

it("buffers octets up to 65,536, and writes what is longer at once, in order", () => {
	const descriptor = openSync(path("buffered"), "w");
	const writer = new OctetWriter(descriptor, "buffered");
	const size = () => statSync(path("buffered")).size;
	writer.writeLater(octetsOf("a"));
	writer.writeLater(Buffer.alloc(65_535, "b"));
	expect([size(), writer.length]).toEqual([0, 0]);
	writer.writeLater(octetsOf("c"));
	expect([size(), writer.length]).toEqual([65_536, 65_536]);
	writer.writeLater(Buffer.alloc(65_536, "d"));
	expect(size()).toBe(65_537);
	writer.writeLater(Buffer.alloc(65_537, "e"));
	expect(size()).toBe(65_537 + 65_536 + 65_537);
	writer.writeLater(octetsOf("f"));
	writer.write(octetsOf("g"));
	writer.flush();
	writer.flush();
	closeSync(descriptor);
	expect(textIn("buffered")).toBe(`a${"b".repeat(65_535)}c${"d".repeat(65_536)}${"e".repeat(65_537)}fg`);
	expect(writer.length).toBe(size());
});

it("names what cannot be written", async () => {
	const descriptor = openSync(write("read-only", "a"), "r");
	const refusal = await refusalOf(() => new OctetWriter(descriptor, "NAME").write(octetsOf("b")));
	closeSync(descriptor);
	expect(refusal).toEqual([3, "cannot write NAME: bad file descriptor"]);
});

it("replaces a file only at the end, and keeps its mode", () => {
	chmodSync(write("old", "old"), 0o640);
	const output = new Output(path("old"));
	output.write(octetsOf("new"));
	expect([output.isFile, output.isInPlace, output.folder, output.name]).toEqual([true, false, folder, path("old")]);
	expect(output.path).toMatch(/\.urlsieve-[0-9a-f]+-[0-9]+-[0-9]+-[0-9a-f]{16}\.tmp$/);
	expect([textIn("old"), statSync(output.path as string).mode & 0o777]).toEqual(["old", 0o600]);
	output.seal(false);
	expect(textIn("old")).toBe("old");
	output.commit();
	expect([textIn("old"), statSync(path("old")).mode & 0o777, existsSync(output.path as string)]).toEqual(["new", 0o640, false]);
	expect(output.isFile).toBe(true);
});

it("leaves a file as it was if the output is abandoned", () => {
	write("kept", "old");
	const output = new Output(path("kept"));
	output.write(octetsOf("new"));
	output.abandon();
	expect([textIn("kept"), readdirSync(folder).filter((name) => name.endsWith(".tmp"))]).toEqual(["old", []]);
});

it("writes what is no regular file in place", () => {
	const output = new Output("/dev/null");
	expect([output.isFile, output.isInPlace, output.folder, output.path]).toEqual([false, true, undefined, undefined]);
	deliver([output]);
	const standard = new Output("-");
	expect([standard.name, standard.descriptor, new Output(undefined).name]).toEqual(["standard output", 1, "standard output"]);
});

it("gives a new file the mode of the process, and removes what is abandoned with all else", () => {
	const mask = process.umask();
	const output = new Output(path("fresh"));
	deliver([output]);
	expect(statSync(path("fresh")).mode & 0o777).toBe(0o666 & ~mask);
	const unfinished = new Output(path("unfinished"));
	abandonAll();
	expect([existsSync(unfinished.path as string), existsSync(path("unfinished"))]).toEqual([false, false]);
});

it("closes what it has opened alone, and syncs no device", () => {
	const output = new Output("/dev/null");
	deliver([output], { commit: (commitOutputs) => commitOutputs() });
	expect(() => fstatSync(output.descriptor)).toThrow(expect.objectContaining({ code: "EBADF" }));
	const descriptor = openSync(path("given"), "w");
	const given = new Output(`/dev/fd/${descriptor}`);
	given.write(octetsOf("a"));
	deliver([given]);
	expect([given.descriptor, fstatSync(descriptor).size]).toEqual([descriptor, 1]);
	closeSync(descriptor);
});

it("replaces what a link points to, and keeps the link", () => {
	write("target", "old");
	symlinkSync("target", path("link"));
	const output = new Output(path("link"));
	output.write(octetsOf("new"));
	deliver([output]);
	expect([readlinkSync(path("link")), textIn("target")]).toEqual(["target", "new"]);
});

it("commits the set only once the outputs are in place", () => {
	const output = new Output(path("with-set"));
	output.write(octetsOf("a"));
	const steps: unknown[] = [];
	deliver([output], {
		commit(commitOutputs) {
			steps.push(existsSync(path("with-set")));
			commitOutputs();
			steps.push(textIn("with-set"));
		},
	});
	expect(steps).toEqual([false, "a"]);
});

it("says why an output cannot be opened", async () => {
	const missing = join(folder, "none", "a");
	expect(await refusalOf(() => new Output(missing))).toEqual([3, `cannot write ${missing}: the directory does not exist`]);
	expect(await refusalOf(() => new Output(directory("d")))).toEqual([3, `cannot write ${path("d")}: is a directory`]);
});

it("refuses a file of rejects in the directory of parts", async () => {
	const parts = directory("in");
	expect(await refusalOf(() => refuseInside("partition", parts, join(parts, "..", "in")))).toEqual(
		misuse("partition", `--rejects must not be in ${join(parts, "..", "in")}, the directory of --into`),
	);
	expect(await refusalOf(() => refuseInside("partition", folder, parts))).toBeUndefined();
	expect(await refusalOf(() => refuseInside("partition", folder, path("none")))).toBeUndefined();
});

it("lists rejects with their columns, and counts on without a file", () => {
	const [output, rejects] = [new Output(path("results")), new Output(path("rejects"))];
	const results = new LineResults(output, rejects);
	results.writeReject([3, 0, "code", "a b"], octetsOf("x\ty"));
	results.writeReject([4], octetsOf(""));
	output.writeLater(octetsOf("o"));
	results.flush();
	deliver([output, rejects]);
	expect([textIn("results"), textIn("rejects"), results.rejected]).toEqual(["o", "3\t0\tcode\ta b\tx\ty\n4\t\n", 0]);
	expect(() => new LineResults(output, undefined).writeReject([1], octetsOf("a"))).not.toThrow();
});

it("replaces all files of a set, and leaves no others", () => {
	const set = directory("set");
	writeFileSync(join(set, "a"), "old");
	writeFileSync(join(set, "other"), "other");
	replaceFiles(set, { a: octetsOf("1"), b: octetsOf("2") });
	const contents = () => readdirSync(set).map((name) => [name, readFileSync(join(set, name), "utf8")]);
	expect(contents()).toEqual([
		["a", "1"],
		["b", "2"],
		["other", "other"],
	]);
	expect(lstatSync(join(set, "a")).isFile()).toBe(true);
	replaceFiles(set, { b: octetsOf("") });
	expect(contents()[1]).toEqual(["b", ""]);
});

it.each<[now: string, contents: string[][]]>([
	["old", [["a", "old a"]]],
	[
		"new",
		[
			["a", "new a"],
			["b", "new b"],
		],
	],
])("completes what a killed run has left, if its names show the %s files, before it fails", async (now, contents) => {
	const set = directory(`killed-${now}`);
	for (const version of ["old", "new"]) {
		mkdirSync(join(set, ".urlsieve-set", version), { recursive: true });
		writeFileSync(join(set, ".urlsieve-set", version, "a"), `${version} a`);
	}
	writeFileSync(join(set, ".urlsieve-set", "new", "b"), "new b");
	symlinkSync(now, join(set, ".urlsieve-set", "now"));
	for (const name of ["a", "b"]) symlinkSync(join(".urlsieve-set", "now", name), join(set, name));
	const files = { a: octetsOf("1"), b: octetsOf("2"), "none/c": octetsOf("3") };
	expect(await refusalOf(() => replaceFiles(set, files))).toEqual([3, `cannot write ${set}: the directory does not exist`]);
	expect(readdirSync(set).map((name) => [name, readFileSync(join(set, name), "utf8")])).toEqual(contents);
	expect(lstatSync(join(set, "a")).isFile()).toBe(true);
});

it("names what keeps a directory from being the one of parts", async () => {
	const full = directory("full");
	writeFileSync(join(full, "a"), "");
	const refusal = (name: string) => refusalOf(() => new PartFiles(name, 1));
	expect(await refusal(full)).toEqual([3, `cannot write ${full}: it is not empty; remove it, or name a new directory`]);
	const file = write("list", "");
	expect(await refusal(file)).toEqual([3, `cannot write ${file}: it is not a directory`]);
	expect(await refusal("/proc")).toEqual([3, "cannot write /proc: it is not empty; remove it, or name a new directory"]);
});

it("writes parts to a directory that appears with all of them, with the mode of the empty one", () => {
	chmodSync(directory("empty"), 0o750);
	const parts = new PartFiles(path("empty"), 11);
	parts.write(0, octetsOf("a\n"));
	parts.write(10, octetsOf("b\n"));
	parts.write(0, octetsOf("c\n"));
	parts.write(11, octetsOf("nowhere"));
	parts.seal();
	expect([parts.length, readdirSync(path("empty"))]).toEqual([6, []]);
	parts.commit();
	const names = readdirSync(path("empty"));
	expect([names.length, names[0], names.at(-1)]).toEqual([11, "part-0000.txt", "part-0010.txt"]);
	expect([textIn("empty/part-0000.txt"), textIn("empty/part-0010.txt"), textIn("empty/part-0001.txt")]).toEqual([
		"a\nc\n",
		"b\n",
		"",
	]);
	expect(statSync(path("empty")).mode & 0o777).toBe(0o750);
});

it("removes parts that are abandoned", () => {
	const parts = new PartFiles(path("abandoned"), 2);
	parts.write(0, octetsOf("a"));
	parts.abandon();
	expect([existsSync(path("abandoned")), readdirSync(folder).filter((name) => name.endsWith(".tmp"))]).toEqual([false, []]);
});

it("writes sizes in decimal", () => {
	expect([0, 7, 999, 1000, 123_456].map((size) => Buffer.from(decimal(size)).toString())).toEqual([
		"0",
		"7",
		"999",
		"1000",
		"123456",
	]);
});
