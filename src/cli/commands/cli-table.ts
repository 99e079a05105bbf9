/** What the commands on tables share: the files, and the column of the references. */
import type { TableSettings } from "../../tables/text/table-options";
import type { LineArguments } from "../arguments";

/** Formats that a library reads. */
export const CONTAINERS = ["parquet", "arrow"] as const;
export type Container = (typeof CONTAINERS)[number];

/** How to read tables. */
export interface CliTable extends TableSettings {
	/** The format, if a library reads it. */
	readonly container?: Container;
}

/** Whether standard input is among the files. */
export function hasStandardInput({ files }: Pick<LineArguments, "files">): boolean {
	return files.some((file) => file === undefined || file === "-");
}

/** The column that an option names. Digits alone are its number, except in JSON, where they are a key. */
export function columnNamed(text: string, isJson = false): string | number {
	return !isJson && /^[0-9]+$/.test(text) ? Number(text) : text;
}
