/** Numbers in sentences. */

/** A count with its noun: "1 line", "1,234 lines". */
export function counted(count: number, noun: string): string {
	return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** 1234567 as "1,234,567". */
export function grouped(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
