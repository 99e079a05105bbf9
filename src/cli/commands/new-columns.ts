/** The new columns of a table: what `--into`, `--key-into` and `--count-into` add. */
import { usageFailure } from "../../failure";
import { PART_NAMES, type PartName, type PublicSuffix } from "../../lines/parts";
import { suggestion } from "../../nearest";
import type { TableOptions } from "../../tables/text/table-options";

/** The values of the options about sites. */
export interface SiteValues {
	readonly "private-suffixes"?: boolean | undefined;
	readonly per?: string | undefined;
}

/** The values of the options that add columns. */
interface ColumnValues extends SiteValues {
	readonly into?: string | readonly string[] | undefined;
	readonly "key-into"?: string | undefined;
	readonly "count-into"?: string | undefined;
}

/** The new columns, as options of a table. */
export interface NewColumns extends Pick<TableOptions, "into" | "parts" | "publicSuffix"> {
	readonly keys?: string;
	/** The other columns of references. */
	readonly others: readonly NamedColumn[];
}

/** A column of references, and the new one for its forms. */
export interface NamedColumn {
	readonly column: string;
	readonly into: string | undefined;
}

const FORMS = ["fetch", "key"] as const;
/** The words before `=` in `--into`. */
const WORDS: readonly string[] = [...FORMS, ...PART_NAMES];

/** Reads the options: `--into normal`, or `--into fetch=normal,host=host,site=site`. Throws Failure. */
export async function newColumnsOf(
	command: string,
	column: string | undefined,
	otherColumns: readonly string[],
	values: ColumnValues,
): Promise<NewColumns> {
	const [into, ...intos] = [values.into ?? []].flat();
	const others = othersOf(command, otherColumns, intos, into !== undefined);
	const { "key-into": keyInto, "count-into": countInto, "private-suffixes": isPrivate = false } = values;
	const items = itemsOf(command, into);
	const keyItem = items.find(({ word }) => word === "key")?.name;
	if (keyItem !== undefined && keyInto !== undefined)
		throw usageFailure(command, "--key-into and --into key= exclude each other: both name the column of keys");
	refuseSameNames(command, [
		["--column", column],
		...others.map((other) => ["--column", other.column] as const),
		...others.map((other) => ["--into", other.into] as const),
		...items.map(({ option, name }) => [option, name] as const),
		["--key-into", keyInto],
		["--count-into", countInto],
	]);
	const named = items.filter(({ word }) => word !== "fetch" && word !== "key");
	const parts = Object.fromEntries(named.map(({ word, name }) => [word, name])) as { readonly [part in PartName]?: string };
	if (parts.site === undefined) refusePrivateSuffixes(command, values);
	const fetch = items.find(({ word }) => word === "fetch")?.name;
	const keys = keyItem ?? keyInto;
	return {
		others,
		...(fetch !== undefined && { into: fetch }),
		...(keys !== undefined && { keys }),
		...(named.length > 0 && { parts }),
		...(parts.site !== undefined && { publicSuffix: await suffixesOf(command, isPrivate) }),
	};
}

/** Throws Failure for --private-suffixes unless --per asks for sites. Requires: no new column has them. */
export function refusePrivateSuffixes(command: string, { "private-suffixes": isPrivate, per }: SiteValues): void {
	if (!isPrivate || per?.startsWith("site=")) return;
	const other = command === "dedupe" ? " or --per site=N" : "";
	throw usageFailure(command, `--private-suffixes requires --into site=NAME${other}`);
}

/** The other columns: each --into belongs to a --column, in their order. Throws Failure. */
function othersOf(
	command: string,
	columns: readonly string[],
	intos: readonly string[],
	hasInto: boolean,
): readonly NamedColumn[] {
	const isForEach = hasInto && intos.length === columns.length;
	if (!isForEach && (hasInto || intos.length > 0))
		throw usageFailure(command, "give --into once for each --column, in their order, or not at all");
	const withParts = intos.find((into) => WORDS.some((word) => into.startsWith(`${word}=`)));
	if (withParts !== undefined) throw usageFailure(command, `parts go by the first --column, not by the --into "${withParts}"`);
	return columns.map((column, index) => ({ column, into: intos[index] }));
}

interface Item {
	/** A part or a form. */
	readonly word: string;
	/** The name of its column. */
	readonly name: string;
	/** For messages. */
	readonly option: string;
}

/** The columns that `--into` names: without `=`, one with this name for the result. Throws Failure. */
function itemsOf(command: string, into: string | undefined): readonly Item[] {
	if (into === undefined) return [];
	if (!into.includes("=")) return [{ word: "fetch", name: columnName(command, into), option: "--into" }];
	const items = into.split(",").map((text) => itemOf(command, text));
	const twice = items.find(({ word }, index) => items.findIndex((other) => other.word === word) !== index);
	if (twice !== undefined) throw usageFailure(command, `--into names the column for ${twice.word} twice: "${into}"`);
	return items;
}

/** The name of a column. Throws Failure for parts without names: "host", or "host,site". */
function columnName(command: string, into: string): string {
	const words = into.split(",");
	if (into === "fetch" || !words.every((word) => WORDS.includes(word))) return into;
	const named = words.map((word) => `${word}=${word}`).join(",");
	const result = words.length > 1 ? "" : `, or fetch=${into} for a column of this name with the result`;
	throw usageFailure(command, `--into ${into} names no column; write --into ${named}${result}`);
}

function itemOf(command: string, text: string): Item {
	const at = text.indexOf("=");
	if (at < 0) return { word: "fetch", name: text, option: "--into" };
	const [word, name] = [text.slice(0, at), text.slice(at + 1)];
	if (WORDS.includes(word)) return { word, name, option: `--into ${word}=` };
	const close = suggestion(word, WORDS);
	throw usageFailure(command, `--into has no part "${word}"; it has ${WORDS.join(", ")}${close}`);
}

/** Throws Failure unless new columns have names of their own. */
function refuseSameNames(command: string, names: readonly (readonly [option: string, name: string | undefined])[]): void {
	for (const [index, [option, name]] of names.entries()) {
		if (index > 0 && name === "") throw usageFailure(command, `${option} must be the name of a new column`);
		const other = names.slice(0, index).find(([, before]) => name !== undefined && before === name);
		if (other !== undefined) throw usageFailure(command, `${other[0]} and ${option} must be different names, not both "${name}"`);
	}
}

/** The Public Suffix List of the package tldts. Throws Failure if it is not installed. */
export async function suffixesOf(command: string, isPrivate: boolean): Promise<PublicSuffix> {
	const { loadPackage } = await import("../../tables/columnar/optional-package");
	const { fromTldts } = await import("../../crawl/expressions");
	return fromTldts(loadPackage<Parameters<typeof fromTldts>[0]>(command, "tldts", "the part site"), { private: isPrivate });
}
