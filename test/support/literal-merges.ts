/** A literal reading of a list, line by line: the lines that `dedupe` keeps, and the reason for each duplicate. */
import { normalize } from "urlsieve";

/** A list as commands read it: lines without their ends. */
function linesOf(list: string): string[] {
	const lines = list.split("\n").map((line) => line.replace(/\r$/, ""));
	return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** The normal form of a line, or undefined if it is rejected. */
function formOf(line: string): string | undefined {
	try {
		return normalize(line);
	} catch {
		return undefined;
	}
}

/** The level at which two equivalent lines are equal. */
function levelOf(kept: string, dropped: string): string {
	if (kept === dropped) return "string";
	return normalize(kept, { level: "syntax" }) === normalize(dropped, { level: "syntax" }) ? "syntax" : "scheme";
}

/** A line with its number, its form, and the first equivalent line before it. */
interface ReadLine {
	readonly line: string;
	readonly number: number;
	readonly form: string | undefined;
	readonly first: ReadLine | undefined;
}

function read(list: string): ReadLine[] {
	const kept = new Map<string, ReadLine>();
	return linesOf(list).map((line, index) => {
		const form = formOf(line);
		const first = form === undefined ? undefined : kept.get(form);
		const row = { line, number: index + 1, form, first };
		if (form !== undefined && first === undefined) kept.set(form, row);
		return row;
	});
}

/** The rows of --audit, one duplicate after the other. */
export function rowsOf(list: string): string {
	const rows = read(list).map(({ line, number, first }) => {
		if (first === undefined) return "";
		const [a, b] = [first.line, line].map((text) => text.replaceAll("\t", "%09"));
		return `${a}\t${b}\t${levelOf(first.line, line)}\t${first.number}\t${number}\n`;
	});
	return rows.join("");
}

/** The lines that are kept, as normal forms or as they came; rejected lines are among them. */
export function keptOf(list: string, isOriginal = false): string {
	const kept = read(list).filter(({ first }) => first === undefined);
	return kept.map(({ line, form = line }) => `${isOriginal ? line : form}\n`).join("");
}

/** The size and the last line of each class. Each rejected line is a class. */
export function countedOf(list: string): string {
	const rows = read(list);
	const members = new Map<string, ReadLine[]>();
	for (const row of rows) {
		if (row.form !== undefined) members.set(row.form, [...(members.get(row.form) ?? []), row]);
	}
	const written = rows.map((row) => {
		if (row.form === undefined) return `1\t${row.line}\n`;
		const all = members.get(row.form) as ReadLine[];
		return row === all.at(-1) ? `${all.length}\t${row.form}\n` : "";
	});
	return written.join("");
}

/** Pseudorandom numbers below `limit`, the same in each run. */
export function random(seed: number): (limit: number) => number {
	let state = seed;
	return (limit) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * limit);
	};
}

const SPELLINGS = [
	(name: string) => `http://h/${name}`,
	(name: string) => `HTTP://H/${name}`,
	(name: string) => `http://h:80/${name}`,
	(name: string) => `http://h/\t${name}`,
	(name: string) => `http://h/./${name}\r`,
	(name: string) => `http://[/${name}`,
	() => "",
];

/** A list with duplicates in several spellings, rejected and empty lines, and some long ones. */
export function hostileList(seed: number, count: number): string {
	const below = random(seed);
	const lines = Array.from({ length: count }, () => {
		const name = below(40) === 0 ? "x".repeat(below(3000)) : `${below(count)}`;
		return (SPELLINGS[below(SPELLINGS.length)] as (name: string) => string)(name);
	});
	return lines.join("\n");
}
