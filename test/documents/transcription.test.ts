/** The resolution rows are exactly those that the documents print, in order. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { draft05 } from "./draft-05";
import { rfc2396bis01 } from "./rfc2396bis-01";
import { rfc3986 } from "./rfc3986";
import type { Document } from "./row";

const SEEDS = new URL("../../../shared/seeds/", import.meta.url);
const isThere = existsSync(SEEDS);
if (!isThere) console.log(`No documents at ${SEEDS.pathname}: their tests are left out.`);

/** A table and the texts that mark its start and end in its document. */
interface Table {
	readonly document: Document;
	readonly file: string;
	readonly section: string;
	readonly begin: string;
	readonly end: string;
}

const QUOTED = /"([^"]*)"\s+=\s+"([^"]*)"/g;
const BARE = /(\S+) = (\(current document\)\S*|\S+)/g;

const TABLES: readonly Table[] = [
	{ document: rfc3986, file: "004_360c937d8033ab79.txt", section: "5.4.1", begin: "5.4.1 正常案例", end: "5.4.2 异常案例" },
	{ document: rfc3986, file: "004_360c937d8033ab79.txt", section: "5.4.2", begin: "5.4.2 异常案例", end: "6.标准化和比较" },
	{
		document: rfc2396bis01,
		file: "003_7726d06446aa98af.txt",
		section: "App. C.1",
		begin: "C.1 Normal Examples g:h",
		end: "C.2 Abn",
	},
	{
		document: rfc2396bis01,
		file: "003_7726d06446aa98af.txt",
		section: "App. C.2",
		begin: "C.2 Abnormal Examples Al",
		end: "Appendix D. Emb",
	},
	{
		document: draft05,
		file: "001_a5df19b9d0d91704.txt",
		section: "App. C.1",
		begin: "C.1. Normal Examples g:h",
		end: "C.2. Abn",
	},
	{
		document: draft05,
		file: "001_a5df19b9d0d91704.txt",
		section: "App. C.2",
		begin: "C.2. Abnormal Examples Al",
		end: "D. Embedding",
	},
];

/** The printed rows: reference and target. */
function printed({ document, file, begin, end }: Table): string[][] {
	const text = readFileSync(new URL(file, SEEDS), "utf8").replaceAll(/\s+/g, " ");
	const start = text.indexOf(begin) + begin.length - "g:h".length;
	const rows = text.slice(start, text.indexOf(end, start)).matchAll(document === rfc3986 ? QUOTED : BARE);
	return [...rows].map(([, reference = "", target = ""]) => [reference === "<>" ? "" : reference, target]);
}

/** The transcribed rows. A second reading of a printed row (after a comma) is left out. */
function transcribed({ document, section }: Table): string[][] {
	return document.rows.flatMap((row) => {
		if (row.kind !== "resolve" || row.section !== section || /, (as|for back)/.test(row.row ?? "")) return [];
		return [[row.reference, row.note ?? row.expected]];
	});
}

describe.runIf(isThere)("the resolution rows are those that the document prints", () => {
	it.each(TABLES.map((table) => [`${table.document.name}, ${table.section}`, table] as const))("%s", (_title, table) => {
		expect(transcribed(table)).toEqual(printed(table));
		expect(transcribed(table).length).toBeGreaterThan(15);
	});
});
