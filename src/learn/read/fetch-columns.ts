/**
 * Finds the columns of a table that describe a fetch, by the names that tools give them: pywb, `wget --warc-cdx`, and both indexes of Common
 * Crawl.
 */

import { OptionError } from "../../errors";
import { type FormatName, isJsonFormat } from "../../formats";
import { type Column, type ColumnBatch, firstOf, isBlankColumn } from "../../tables/column-batch";
import { columnIndex, shownNames } from "../../tables/text/column-names";
import { TableError } from "../../tables/text/table-error";
import { letterIndex } from "../../tables/text/table-header";
import { fetchTimes } from "./fetch-times";
import { type ChosenColumn, METHOD, TIME } from "./text-rows";

/** The facts about a fetch that columns have. */
const ROLES = ["url", "status", "time", "type", "redirect", "truncated", "method"] as const;
type Role = (typeof ROLES)[number];

/** The columns that the options name: names, or numbers from 1. Those of a role that is absent go by the format. */
export interface NamedColumns {
	readonly url?: string | number;
	/** Strictest first. */
	readonly digests?: readonly (string | number)[];
	readonly status?: string | number;
	readonly time?: string | number;
	readonly type?: string | number;
	readonly redirect?: string | number;
	readonly truncated?: string | number;
	readonly method?: string | number;
}

/** The facts about fetches, column by column: `Column` or the place of a column. */
export interface Fetches<Value> {
	readonly url: Value;
	readonly digests: readonly Value[];
	readonly status?: Value | undefined;
	readonly time?: Value | undefined;
	readonly type?: Value | undefined;
	readonly redirect?: Value | undefined;
	readonly truncated?: Value | undefined;
	readonly method?: Value | undefined;
}

/** The name by which a column is found. */
type ColumnName = string | typeof TIME | typeof METHOD;
type Names = { readonly [role in Role | "digest"]: readonly ColumnName[] };

const TABLE_NAMES: Names = {
	url: ["url"],
	digest: ["digest", "content_digest"],
	status: ["status", "fetch_status"],
	time: ["time", "fetch_time"],
	type: ["mime", "content_mime_type"],
	redirect: ["redirect", "fetch_redirect"],
	truncated: ["content_truncated"],
	method: ["method"],
};

/** The names of formats with names of their own. */
const NAMES: { readonly [format in FormatName]?: Names } = {
	cdx: { url: ["a"], digest: ["k"], status: ["s"], time: ["b"], type: ["m"], redirect: ["r"], truncated: [], method: [METHOD] },
	cdxj: {
		url: ["url"],
		digest: ["digest"],
		status: ["status"],
		time: [TIME],
		type: ["mime"],
		redirect: ["redirect"],
		truncated: ["truncated"],
		method: [METHOD, "method"],
	},
};

/** The columns of a role, of which a row has its value in one at most, and whether the command line named it. */
interface Wish {
	readonly role: Role | "digest";
	readonly names: readonly (number | ColumnName)[];
	readonly isNamed: boolean;
}

function namesOf(format: FormatName): Names {
	return NAMES[format] ?? TABLE_NAMES;
}

/** Returns the keys of a format that count for a role, whatever column is named. */
function marksOf(format: FormatName, role: Role | "digest"): ColumnName[] {
	return namesOf(format)[role].filter((name) => name === METHOD);
}

/** The columns of a format, by role. The first one is that of URLs. */
function wishesOf(format: FormatName, named: NamedColumns): Wish[] {
	const wish = (role: Role | "digest", column: string | number | undefined): Wish =>
		column === undefined
			? { role, names: namesOf(format)[role], isNamed: false }
			: { role, names: [...marksOf(format, role), column], isNamed: true };
	const digests = named.digests?.length ? named.digests : [undefined];
	const [url, ...others] = ROLES.map((role) => wish(role, named[role]));
	return [url as Wish, ...digests.map((digest) => wish("digest", digest)), ...others];
}

/** Chooses the columns of one table, and makes fetches of them. */
export class FetchColumns {
	readonly #format: FormatName;
	readonly #wishes: readonly Wish[];
	/** By wish, the places of its columns in a batch. */
	#places: readonly (readonly number[])[] = [];
	/** The wishes that have had a value. */
	readonly #filled = new Set<number>();

	constructor(format: FormatName, named: NamedColumns) {
		this.#format = format;
		this.#wishes = wishesOf(format, named);
	}

	/**
	 * Chooses columns by the names of all, or undefined if the table has none. Throws TableError if that of a URL, of a digest or a named
	 * one is missing; OptionError `invalid-option` for a name in a table without names.
	 */
	choose(names: readonly string[] | undefined): ChosenColumn[] {
		const chosen = this.#wishes.map((wish) => {
			const columns = names === undefined ? this.#unnamed(wish) : this.#among(wish, names);
			if (columns.length === 0 && (wish.role === "url" || wish.role === "digest")) throw missing(wish, names);
			return columns;
		});
		let place = 0;
		this.#places = chosen.map((columns) => columns.map(() => place++));
		return chosen.flat();
	}

	/** The columns of a batch, as `choose` has ordered them, as fetches. Times are those of `fetchTimes`. */
	fetches({ columns }: Pick<ColumnBatch, "columns">): Fetches<Column> {
		const all = this.#wishes.map(({ role }, index) => {
			const own = (this.#places[index] ?? []).flatMap((place) => columns[place] ?? []);
			if (!own.every(isBlankColumn)) this.#filled.add(index);
			return { role, column: firstOf(own) };
		});
		const of = (role: Role) => all.find((each) => each.role === role)?.column;
		const time = of("time");
		return {
			url: of("url") as Column,
			digests: all.flatMap(({ role, column }) => (role === "digest" && column !== undefined ? column : [])),
			status: of("status"),
			time: time && fetchTimes(time),
			type: of("type"),
			redirect: of("redirect"),
			truncated: of("truncated"),
			method: of("method"),
		};
	}

	/** The error for a table none of whose rows has a URL, or a digest. `all`: the names of columns, if they are known. */
	blank(role: "url" | "digest", all: readonly string[]): TableError {
		const wish = this.#wishes.find((each) => each.role === role) as Wish;
		const wanted = wish.names.map((name) => `"${String(name)}"`).join(" or ");
		const others = all.length === 0 ? "" : `; it has ${shownNames(all)}`;
		const message = `No row has a ${role === "url" ? "URL" : "digest"} in ${wanted}${others}. Name a column with --${role}`;
		const [column] = wish.names;
		return new TableError("missing-column", message, {
			columns: all,
			...(wish.isNamed && typeof column === "string" && { column }),
		});
	}

	/** The columns of JSON that the command line names, and that had no value in any batch. */
	get blankNames(): string[] {
		if (!this.#isJson) return [];
		const blank = this.#wishes.filter(({ isNamed }, index) => isNamed && !this.#filled.has(index));
		return blank.flatMap(({ names }) => names.filter((name) => typeof name === "string"));
	}

	get #isJson(): boolean {
		return isJsonFormat(this.#format);
	}

	#among({ names: wanted, isNamed }: Wish, names: readonly string[]): (number | typeof METHOD)[] {
		const find = this.#format === "cdx" ? letterIndex : columnIndex;
		if (isNamed) return wanted.map((name) => (name === METHOD ? METHOD : find(name as string | number, names)));
		if (wanted[0] === METHOD) return [METHOD];
		const there = wanted.filter((name) => names.includes(name as string));
		return there.slice(0, 1).map((name) => find(name as string, names));
	}

	/** In JSON all columns of a role are looked for, since a row may lack any. In CSV without a header they are numbers. */
	#unnamed({ role, names, isNamed }: Wish): (number | ColumnName)[] {
		if (this.#isJson) return [...names];
		if (!isNamed) return [];
		const [column] = names;
		if (typeof column === "number") return [column - 1];
		throw new OptionError("invalid-option", `Without a header, the column of ${role} must be a number from 1.`);
	}
}

/** The error for a table without URLs or without digests. */
function missing({ role, names }: Wish, all: readonly string[] | undefined): TableError {
	const what = role === "url" ? "no column of URLs" : "no column of digests";
	if (all === undefined) return new TableError("missing-column", `Without a header, --url and --digest must be numbers from 1.`);
	const wanted = names.map((name) => `"${String(name)}"`).join(" or ");
	const message = `The table has ${what}, ${wanted}; it has ${shownNames(all)}. Name one with --${role}`;
	return new TableError("missing-column", message, { columns: all });
}
