/** Random references with duplicates, and the values beside them in a table. */
import type { Read } from "../support/literal-dedupe";
import type { Format } from "./row-formats";

/** A record before it is normalized. */
export type Given = Omit<Read, "completed" | "form" | "key" | "judged" | "isAbsent">;
/** A random number below a limit. */
export type Below = (limit: number) => number;

const SPELLINGS: readonly ((name: string) => string)[] = [
	(name) => `http://h/${name}`,
	(name) => `HTTP://H/${name}`,
	(name) => `http://h:80/./${name}`,
	(name) => `http://h/${name}?utm_source=x`,
	(name) => `http://h/${name}#top`,
	(name) => `https://h/${name}`,
	(name) => `HTTPS://www.h/${name}`,
	(name) => `http://user@www.h/${name} `,
	(name) => `//h.example/${name}`,
	(name) => `h.example/${name}`,
	(name) => `http://é.example/${name}`,
	(name) => `http://[/${name}`,
	(name) => `# ${name}`,
	(name) => `https://h/Print/${name}?page=1`,
	(name) => `http://m.h.example/${name}?utm_x=1&b`,
	(name) => `http://h/\t${name}`,
	(name) => `http://h/${name}/${"x".repeat(name.endsWith("7") ? 20_000 : 40)}`,
	() => "",
];

const spelled = (below: Below, name: string) => (SPELLINGS[below(SPELLINGS.length)] as (name: string) => string)(name);

/** References with duplicates in several spellings, refused ones, comments, empty and long ones. */
export function recordsFrom(below: Below, format: Format): Given[] {
	const kind = below(60);
	// None or few, more than a batch has, or some hundreds.
	const count = kind < 4 ? below(4) : kind === 4 ? 5_000 : below(400);
	return Array.from({ length: count }, (_, index) => ({
		number: index + 1,
		reference: spelled(below, `${below(Math.ceil(count / 4))}`).replaceAll("\t", format === "tsv" ? "" : "\t"),
		value: below(12) === 0 ? undefined : below(20),
		// Texts that differ in few octets, and those that differ beyond the first ones.
		group: below(3) === 0 ? `2026-11-22T00:00:00.000000000Z and more ${below(3)}` : `g${below(3)}`,
	}));
}
