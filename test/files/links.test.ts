/** Where paths lead: links, descriptors, and which files of a run must not be one. */
import { symlinkSync } from "node:fs";
import { expect, it } from "vitest";
import { refuseSharedFiles } from "../../src/files/output/distinct";
import { followLinks, ownDescriptor } from "../../src/files/output/links";
import { useFolder } from "../cli/command";
import { misuse, refusalOf } from "../cli/refusals";

const { path, write } = useFolder();

it("follows links to a path that need not exist", async () => {
	symlinkSync("b", path("a"));
	symlinkSync("none/c", path("b"));
	expect([followLinks(path("a")), followLinks(path("x"))]).toEqual([path("none/c"), path("x")]);
	symlinkSync("loop", path("loop"));
	expect(() => followLinks(path("loop"))).toThrow(expect.objectContaining({ code: "ELOOP" }));
	for (let n = 0; n <= 40; ++n) symlinkSync(n === 0 ? "end" : `chain-${n - 1}`, path(`chain-${n}`));
	expect(followLinks(path("chain-39"))).toBe(path("end"));
	expect(() => followLinks(path("chain-40"))).toThrow(expect.objectContaining({ code: "ELOOP" }));
});

it("tells the descriptors of this process by their paths", () => {
	symlinkSync("/dev/fd/7", path("to-7"));
	symlinkSync("to-7", path("to-to-7"));
	const paths = ["/dev/fd/3", "/dev/stderr", "/proc/self/fd/12", `/proc/${process.pid}/fd/1`, path("to-7"), path("to-to-7")];
	expect(paths.map(ownDescriptor)).toEqual([3, 2, 12, 1, 7, 7]);
	const others = ["/dev/null", "/proc/self/fdinfo/1", path("7"), "/dev/fd/x1", path("loop"), "/proc/self/1", "7"];
	expect(others.map(ownDescriptor)).toEqual(others.map(() => undefined));
});

const [LIST, OTHER] = [write("list", ""), write("other", "")];

it.each<[inputs: (string | undefined)[], outputs: { [option: string]: string | undefined }, sentence: string]>([
	[[LIST], { "--output": LIST }, `--output ${LIST} is also an input, ${LIST}; write to another file`],
	[["a", LIST], { "--output": OTHER, "--rejects": LIST }, `--rejects ${LIST} is also an input, ${LIST}; write to another file`],
	[[], { "--output": OTHER, "--rejects": OTHER }, `--rejects ${OTHER} is the same file as --output ${OTHER}; give each its own`],
	[
		[],
		{ "--output": path("new"), "--audit": path("./new") },
		`--audit ${path("./new")} is the same file as --output ${path("new")}; give each its own`,
	],
	[
		[],
		{ "--output": "-", "--audit": "-" },
		"--audit - would mix the log into the output; pass -o FILE for the output, or another file for the log",
	],
	[
		[],
		{ "--output": OTHER, "--audit": "/dev/fd/2", "--rejects": "/dev/stderr" },
		"--rejects /dev/stderr is the same file as --audit /dev/fd/2; give each its own",
	],
	[[], { "--output": OTHER, "--seen": "/dev/fd/2" }, '--seen must be a file, not an open descriptor such as "/dev/fd/2"'],
])("refuses, with the inputs %j, the outputs %j", async (inputs, outputs, sentence) => {
	expect(await refusalOf(() => refuseSharedFiles("dedupe", inputs, outputs))).toEqual(misuse("dedupe", sentence));
});

it.each<{ [option: string]: string | undefined }>([
	{ "--output": OTHER, "--rejects": undefined },
	{ "--output": OTHER, "--rejects": "/dev/null", "--audit": "/dev/null" },
	{ "--output": OTHER, "--rejects": "-" },
	{ "--into": path("parts"), "--rejects": "-" },
	{ "--output": "/dev/stderr", "--audit": "-" },
])("takes the outputs %j", (outputs) => {
	// This command writes to a standard output that is closed, as that of these tests may be.
	expect(() => refuseSharedFiles("validate", [LIST, LIST, undefined], outputs)).not.toThrow();
});
