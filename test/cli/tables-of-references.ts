/** Tables of references, in the formats that are read row by row. */
import { listOfDuplicates } from "../support/duplicates";

/** Tables of each format: of `count` rows with all kinds of references, and of rows that cannot be read or have none. */
export const TABLES = {
	csv: (count: number, seed: number) => {
		const row = (url: string, id: number) => {
			if (id % 97 === 0) return `${id},"${url}"x,\n`;
			if (id % 89 === 0) return `${id},${id},${id},${id}\n`;
			if (id % 83 === 0) return `${id},,\r\n`;
			return id % 3 === 0 ? `"${id}\n""",${url},"x, y"\r\n` : `${id},"${url}",\n`;
		};
		return `id,url,note\n${referencesOf(count, seed).map(row).join("")}`;
	},
	tsv: (count: number, seed: number) =>
		`id\turl\n${referencesOf(count, seed)
			.map((url, id) => `${id}\t${url}\n`)
			.join("")}`,
	jsonl: (count: number, seed: number) => {
		const row = (url: string, id: number) => {
			if (id % 97 === 0) return `{"id":${id},"url":${id}}\n`;
			if (id % 89 === 0) return `{"id":${id},"url":"${url}\n`;
			if (id % 83 === 0) return `{"id":${id}}\n`;
			return `{"id":${id},"url":${JSON.stringify(url)},"page":{"url":"http://h/${id % 7}"},"list":[{"id":"\\u00e9"}]}\n`;
		};
		return referencesOf(count, seed).map(row).join("");
	},
	cdx: (count: number, seed: number) =>
		` CDX N b a m\n${referencesOf(count, seed)
			.map((url, id) => `com,example)/ ${id} ${url.replaceAll(" ", "") || "-"} text/html\n`)
			.join("")}`,
	cdxj: (count: number, seed: number) =>
		`!meta {}\n${referencesOf(count, seed)
			.map((url, id) => `com,example)/ ${id} {"url":${JSON.stringify(url)}}\n`)
			.join("")}`,
};

export type Format = keyof typeof TABLES;

function referencesOf(count: number, seed: number): string[] {
	return listOfDuplicates(count, seed)
		.split("\n")
		.slice(0, -1)
		.map((line) => line.replaceAll(/[\r\t",]/g, ""));
}
