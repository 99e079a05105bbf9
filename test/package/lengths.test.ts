/** Files and functions stay short: 300 and 40 lines. Longer functions are listed with their lengths, and do not grow. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MAX_FILE = 300;
const MAX_FUNCTION = 40;

const LONG_FUNCTIONS: { readonly [place: string]: number } = {
	"assembly/partition/six-states.ts hashSix": 160, // six SipHash-1-3 states side by side, round by round
	"assembly/partition/records.ts blockSum": 47, // the rounds of a block
	"assembly/reference/normalize.ts writeReference": 44, // RFC 3986, section 5.3
	"assembly/reference/web.ts writeRest": 66, // one pass over the special octets, its state in six locals
	"assembly/seen/wide.host.ts sipHash": 45, // the rounds of SipHash-1-3
	"assembly/tables/csv.ts listRow": 53, // RFC 4180, section 2
	"assembly/tables/json-walk.ts walkValue": 61, // RFC 8259, section 2 on
	"assembly/tables/rows.ts writeRows": 47, // one pass over the rows, its state in locals
	"assembly/whatwg/web-url.ts writeRest": 106, // URL Standard, section 4.4, state by state
	"src/editions/editions.ts rows": 108, // a row for each edition
};

const FILES = ["src", "assembly"].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
		.filter((name) => /(?<!\.d)\.ts$/.test(name))
		.map((name) => join(folder, name)),
);
const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** The functions with a body, and their lines. */
function functionsIn(file: string): [place: string, lines: number][] {
	const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.ESNext, true);
	const found: [string, number][] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
			const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line;
			found.push([`${file} ${node.name?.getText() ?? "(anonymous)"}`, lineOf(node.end) - lineOf(node.getStart()) + 1]);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

const FUNCTIONS = FILES.flatMap(functionsIn);

it("no file is longer than 300 lines", () => {
	const lengths = FILES.map((file) => [file, textOf(file).split("\n").length - 1] as const);
	expect(lengths.filter(([, lines]) => lines > MAX_FILE)).toEqual([]);
});

it("no function is longer than 40 lines, or than listed", () => {
	expect(FUNCTIONS.filter(([place, lines]) => lines > (LONG_FUNCTIONS[place] ?? MAX_FUNCTION))).toEqual([]);
});

it("the listed functions are still that long", () => {
	const lengths = new Map(FUNCTIONS.filter(([, lines]) => lines > MAX_FUNCTION));
	expect(Object.keys(LONG_FUNCTIONS).filter((place) => !lengths.has(place))).toEqual([]);
});
