/** Text for terminals: its width, line breaks, and characters that are not seen. */
import { expect, it } from "vitest";
import { columnsOf, withUnseenShown, wrapSpans, wrapWords } from "../../src/text/columns";
import { counted, grouped } from "../../src/text/counted";
import { shownText } from "../../src/text/shown-text";

it.each([
	["", 0],
	["abc", 3],
	["e\u0301", 1],
	["a\u20dd", 1],
	["漢字", 4],
	["ひカ가", 6],
	["😀", 2],
	["、", 2],
	["ＡＢ", 4],
	["ｱ", 1],
	["é", 1],
	["☺", 1],
])("%j takes %i columns", (text, columns) => {
	expect(columnsOf(text)).toBe(columns);
});

const span = (text: string, kind: "path" | "host" = "path") => ({ kind, text, start: 0, end: 0, secret: false });
const textsOf = (rows: ReturnType<typeof wrapSpans>) => rows.map((row) => row.map(({ text }) => text));

it.each<[string[], number, string[][]]>([
	[["abc"], 3, [["abc"]]],
	[["abcd"], 3, [["abc"], ["d"]]],
	[["ab", "cd"], 3, [["ab", "c"], ["d"]]],
	[["abc", "d"], 3, [["abc"], ["d"]]],
	[["漢字"], 3, [["漢"], ["字"]]],
	[["a漢"], 2, [["a"], ["漢"]]],
	[["漢漢"], 1, [["漢"], ["漢"]]],
	[["ab", "", "c"], 9, [["ab", "c"]]],
	[[], 9, [[]]],
])("breaks %j into rows of %i columns", (texts, width, rows) => {
	expect(
		textsOf(
			wrapSpans(
				texts.map((text) => span(text)),
				width,
			),
		),
	).toEqual(rows);
});

it("keeps what a span is of in each of its rows", () => {
	const rows = wrapSpans([span("ab", "host"), span("c")], 1);
	expect(rows.map(([first]) => [first?.kind, first?.text])).toEqual([
		["host", "a"],
		["host", "b"],
		["path", "c"],
	]);
});

it.each<[string, number, string[]]>([
	["a bc d", 4, ["a bc", "d"]],
	["a bc d", 3, ["a", "bc", "d"]],
	["a bc d", 6, ["a bc d"]],
	["a bc d", 5, ["a bc", "d"]],
	["abcdef g", 3, ["abcdef", "g"]],
	["漢 字", 5, ["漢 字"]],
	["漢 字", 4, ["漢", "字"]],
	["", 3, [""]],
])("breaks %j between words into rows of %i columns", (sentence, width, rows) => {
	expect(wrapWords(sentence, width)).toEqual(rows);
});

it("shows characters that are not seen by their code points", () => {
	expect(shownText("a\0b\u001b[1m")).toBe("a<U+0000>b<U+001B>[1m");
	expect(shownText("\u200e\ud800\u2028\u2029\u{e0001}")).toBe("<U+200E><U+D800><U+2028><U+2029><U+E0001>");
	expect(shownText("a é漢😀")).toBe("a é漢😀");
	expect(withUnseenShown([span("\t"), span("a", "host")])).toEqual([span("<U+0009>"), span("a", "host")]);
});

it.each([
	[0, "0 lines", "0"],
	[1, "1 line", "1"],
	[2, "2 lines", "2"],
	[999, "999 lines", "999"],
	[1000, "1,000 lines", "1,000"],
	[1234567, "1,234,567 lines", "1,234,567"],
])("writes the number %i in groups, with its noun", (count, lines, digits) => {
	expect([counted(count, "line"), grouped(count)]).toEqual([lines, digits]);
});
