import { expect, it } from "vitest";
import { isMarked } from "./marks.mjs";

const SOURCE = [
	"function f(a: i32): i32 {",
	"\tconst b = a + 1;",
	"\t// Fast path only: the loop does the same.",
	"\tif (a == 0) {",
	"\t\treturn b;",
	"\t}",
	"\treturn a;",
	"}",
];

it("marks the statement below the comment, up to where the indentation returns", () => {
	const marked = SOURCE.map((_, index) => index + 1).filter((line) => isMarked(SOURCE, line));
	expect(marked).toEqual([4, 5]);
});
