/** Tables in two or more chunks, with a boundary at every octet, under every engine. */

import type { TableOptions } from "urlsieve/tables";
import { expect, it } from "vitest";
import { describeEngines } from "../support/engines";
import { sizeOn } from "../support/extent";
import { runTable } from "./run";

/** Options, a table, and the same table without duplicates. */
const TABLES: readonly [TableOptions, string, string][] = [
	[
		{ format: "csv", column: "url", into: "n" },
		'\ufeff"a ""b""\r\n",url\r\n"1,\n""",HTTP://A\n\r\n2,"http://[\r"\r\n3\r\n4,http://a\r\n,"http://é/"',
		'\ufeff"a ""b""\r\n",url,n\r\n"1,\n""",HTTP://A,http://a/\n\r\n2,"http://[\r","http://[\r"\r\n3\r\n,"http://é/",http://xn--9ca/\n',
	],
	[{ format: "tsv", column: 2 }, 'a\turl\r\n"\t"\tHTTP://A\r\n\t"http://a\n/"\r\n\t"', 'a\turl\r\n"\t"\thttp://a/\r\n\t"\n'],
	[
		{ format: "jsonl", column: "p.u", into: "n" },
		'\ufeff{"p":{"u":"HTTP:\\/\\/\\u0041","u.v":[{}]} }\r\n\n{"p.u":"http://a"}\n{"p":{"u":1}}\n{',
		'\ufeff{"p":{"u":"HTTP:\\/\\/\\u0041","u.v":[{}]} ,"n":"http://a/"}\r\n\n{"p":{"u":1}}\n{\n',
	],
	[{ format: "cdx" }, " CDX N b a\r\na 1 HTTP://A\r\na 2 http://a/\n- - -\na\n", " CDX N b a\r\na 1 http://a/\r\n- - -\na\n"],
	[
		{ format: "cdxj" },
		'!x 1\na)/ 1 {"url": "HTTP://A"}\r\na)/{ 2 {"url":"http://a/"}\nb {',
		'!x 1\na)/ 1 {"url": "http://a/"}\r\nb {\n',
	],
];

describeEngines("a table in chunks", (engine) => {
	it.each(TABLES)("is the same wherever they end: %j", async (options, text, output) => {
		const octets = new TextEncoder().encode(text).length;
		const whole = await runTable(text, { ...options, engine }, true, octets);
		expect(whole.output).toBe(output);
		for (let size = 1; size < octets; size += sizeOn(engine, 1, 7)) {
			expect([size, await runTable(text, { ...options, engine }, true, size)]).toEqual([size, whole]);
		}
	});
});
