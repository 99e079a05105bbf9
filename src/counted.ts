/** Numbers in sentences. */

/** A count with its noun: "1 line", "1,234 lines". */
export function counted(count: number, noun: string): string {
	return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** 1234567 as "1,234,567". */
export function grouped(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "a, b or c". */
export function eitherOf(names: readonly string[]): string {
	return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** A clause in the plural, such as "have no URL", for a number of things: "has no URL" for one. */
export function agreeing(count: number, clause: string): string {
	return count === 1 ? clause.replace(/^\w+/, (verb) => SINGULAR[verb] ?? verb) : clause;
}

const SINGULAR: { readonly [verb: string]: string } = {
	act: "acts",
	are: "is",
	begin: "begins",
	count: "counts",
	have: "has",
	name: "names",
	repeat: "repeats",
	save: "saves",
	stay: "stays",
	were: "was",
};
