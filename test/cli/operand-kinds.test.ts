/** Which operands are files and which are references, in process. */
import { expect, it } from "vitest";
import { lineArguments } from "../../src/cli/arguments";
import {
	checkSingleLines,
	type Operands,
	operandsOf,
	singleReference,
	tableOperands,
	withOperands,
} from "../../src/cli/commands/operands";
import { useFolder } from "./command";
import { misuse, refusalOf } from "./refusals";

const { path, write } = useFolder();
const FILE = write("file.txt", "");

it.each<[positionals: string[], uris: string[] | undefined, operands: Operands]>([
	[[], undefined, { references: [], files: [undefined] }],
	[[], ["u"], { references: ["u"], files: [] }],
	[["-"], ["u"], { references: ["u"], files: ["-"] }],
	[["a", "b"], [], { references: [], files: ["a", "b"] }],
	[["http://a/"], undefined, { references: ["http://a/"], files: [] }],
	[["x-y+1.z://a", "HTTP://b"], ["u", "v"], { references: ["u", "v", "x-y+1.z://a", "HTTP://b"], files: [] }],
	[[FILE], ["u"], { references: ["u"], files: [FILE] }],
	[["1a://b"], undefined, { references: [], files: ["1a://b"] }],
	[["a/http://b"], undefined, { references: [], files: ["a/http://b"] }],
])("takes the operands %j with --uri %j as %j", (positionals, uris, operands) => {
	expect(operandsOf("parse", positionals, uris)).toEqual(operands);
});

it("refuses references together with files", async () => {
	const refusal = await refusalOf(() => operandsOf("parse", [FILE, "http://a/", "http://b/"]));
	const sentence = `"http://a/" is a URI and cannot be combined with the file "${FILE}"; pass the URI with --uri`;
	expect(refusal).toEqual(misuse("parse", sentence));
});

it.each(["mailto:a@b", "//a/b", "?a", "#a", "MAILTO:a", "example.com/a", "www.example.com"])(
	"tells for the missing file %s how to read it as a URI",
	async (name) => {
		const hint = (pass: string) => [3, `cannot read ${name}: no such file; to read it as a URI, pass ${pass}--uri ${name}`];
		expect(await refusalOf(() => operandsOf("parse", ["a.txt", name]))).toEqual(hint(""));
		const scheme = /^[a-z.]+(?:\/a)?$/.test(name) ? "--default-scheme https " : "";
		expect(await refusalOf(() => operandsOf("normalize", [name]))).toEqual(hint(scheme));
	},
);

it.each(["missing.txt", "a b", "a?b", "a#b", "1:2", path("none/x")])("opens %s as a file, even if it is missing", (name) => {
	expect(operandsOf("normalize", [name])).toEqual({ references: [], files: [name] });
});

it("opens a file whose path cannot be looked up", () => {
	const name = `mailto:${"a".repeat(300)}`;
	expect(operandsOf("parse", [name])).toEqual({ references: [], files: [name] });
});

it("takes the operands of tables as files", () => {
	expect(tableOperands(["http://a/"])).toEqual({ references: [], files: ["http://a/"] });
	expect(tableOperands([])).toEqual({ references: [], files: [undefined] });
});

it.each<[operands: Operands, single: string | undefined]>([
	[{ references: ["a"], files: [] }, "a"],
	[{ references: ["a", "b"], files: [] }, undefined],
	[{ references: ["a"], files: ["f"] }, undefined],
	[{ references: [], files: [] }, undefined],
])("of %j, the single reference is %j", (operands, single) => {
	expect(singleReference(operands)).toBe(single);
});

it.each<[values: Parameters<typeof lineArguments>[1], operands: Operands, invalid: string, quiet: boolean]>([
	[{}, { references: ["a"], files: [] }, "fail", true],
	[{ json: true }, { references: ["a"], files: [] }, "fail", false],
	[{ json: true, quiet: true }, { references: ["a"], files: [] }, "fail", true],
	[{ invalid: "drop" }, { references: ["a"], files: [] }, "drop", false],
	[{ rejects: "r" }, { references: ["a"], files: [] }, "keep", false],
	[{}, { references: ["a", "b"], files: [] }, "keep", false],
])("with %j, invalid lines of %j are handled by %s", (values, operands, invalid, quiet) => {
	const args = withOperands(lineArguments("normalize", { ...values, strict: true }, []), operands);
	expect(args).toMatchObject({ ...operands, settings: { invalid, strict: true }, quiet });
});

it("refuses a reference of two lines", async () => {
	expect(await refusalOf(() => checkSingleLines("parse", ["a", "b\r"]))).toBeUndefined();
	const refusal = await refusalOf(() => checkSingleLines("parse", ["a", "b\nc"]));
	expect(refusal).toEqual(misuse("parse", 'a URI must be a single line, not "b\\nc"'));
});
