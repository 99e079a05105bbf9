/** Columns, by the rules of a normalizer. */

import { OptionError } from "../errors";
import { inputError } from "../input";
import { type NormalizedColumn, normalizeColumn } from "../lines/column";
import { OctetSink } from "../lines/octet-sink";
import { splitColumn } from "../lines/part-columns";
import { isPart, PART_NAMES, type PartName, type PublicSuffix, Sites } from "../lines/parts";
import { type ColumnArrays, checkColumn, columnArrays, hasBit, type Utf8Column, withEmptyNulls } from "../lines/utf8-column";
import { isSame } from "./is-same";
import type { Form, Rules } from "./rules";

const FORMS = ["fetch", "key"];

/** The result of `bothColumn`: two columns with the same values, in which the same ones are valid. */
export interface BothColumns {
	/** The URLs to fetch. */
	readonly fetch: NormalizedColumn;
	readonly key: NormalizedColumn;
}

/** Normalizes a column: see Normalizer.normalizeColumn. */
export function columnOf(rules: Rules, column: Utf8Column, form: Form): NormalizedColumn {
	const run = (values: Utf8Column) => normalizeColumn(values, rules.lines(form), rules.workspace());
	const { placeholder } = rules;
	if (placeholder === undefined) return run(column);
	const arrays = columnArrays(column);
	const count = checkColumn(arrays);
	const { valid } = arrays;
	if (valid === undefined) return run(column);
	const filled = run(withoutNulls(arrays, valid, count, placeholder));
	const { offsets, data } = withEmptyNulls({ ...filled, valid }, count);
	return { offsets, data, valid: filled.valid.map((bits, index) => bits & (valid[index] as number)) };
}

/** The column with a placeholder for each null. */
function withoutNulls({ offsets, data }: ColumnArrays, valid: Uint8Array, count: number, placeholder: Uint8Array): Utf8Column {
	return joined(count, data.length, (index) =>
		hasBit(valid, index) ? data.subarray(offsets[index], offsets[index + 1]) : placeholder,
	);
}

/** Both forms of a column. Some profiles reject more keys than fetch forms: such a value is rejected in both. */
export function bothColumns(rules: Rules, column: Utf8Column): BothColumns {
	const fetch = columnOf(rules, column, "fetch");
	const key = columnOf(rules, column, "key");
	const { valid } = key;
	if (isSame(fetch.valid, valid)) return { fetch, key };
	const kept = joined(key.offsets.length - 1, fetch.data.length, (index) => {
		const { data, offsets } = hasBit(valid, index) ? fetch : key;
		return data.subarray(offsets[index], offsets[index + 1]);
	});
	return { fetch: { ...kept, valid: valid.slice() }, key };
}

/** Options of `partColumns`. */
export interface PartColumnsOptions {
	/** The Public Suffix List, `fromTldts(tldts)` of `urlsieve/crawl`: required for the part `site`. */
	readonly publicSuffix?: PublicSuffix | undefined;
}

/** Columns by the names of parts and forms. */
export type ColumnsByPart<Name extends PartName | "fetch" | "key"> = { readonly [name in Name]: NormalizedColumn };

/** Splits a column into parts: see Normalizer.partColumns. */
export function partColumnsOf<Name extends PartName | "fetch" | "key">(
	rules: Rules,
	column: Utf8Column,
	names: readonly Name[],
	{ publicSuffix }: PartColumnsOptions,
): ColumnsByPart<Name> {
	const named = partsIn(names, publicSuffix);
	const parts = named.filter((name) => name !== "shape");
	const sites = new Sites(publicSuffix);
	const fetch = columnOf(rules, column, "fetch");
	const columns = splitColumn(fetch, parts, sites, rules.workspace());
	const entries: [string, NormalizedColumn][] = parts.map((name, index) => [name, columns[index] as NormalizedColumn]);
	if (includes(names, "fetch")) entries.push(["fetch", fetch]);
	const hasShape = includes(named, "shape");
	if (!hasShape && !includes(names, "key")) return Object.fromEntries(entries) as ColumnsByPart<Name>;
	const key = rules.forms === undefined && !includes(names, "key") ? fetch : columnOf(rules, column, "key");
	if (includes(names, "key")) entries.push(["key", key]);
	if (hasShape) entries.push(["shape", splitColumn(key, ["shape"], sites, rules.workspace())[0] as NormalizedColumn]);
	return Object.fromEntries(entries) as ColumnsByPart<Name>;
}

/** The names of parts among the names. Throws OptionError. */
function partsIn(names: readonly string[], suffixes: PublicSuffix | undefined): readonly PartName[] {
	const known = [...PART_NAMES, ...FORMS];
	if (!Array.isArray(names)) throw inputError(names, "names", 'an array such as ["host", "path"]');
	const unknown = names.find((name) => !includes(known, name));
	if (unknown !== undefined)
		throw new OptionError("invalid-option", `A part must be one of ${known.join(", ")}, not ${String(unknown)}.`);
	if (names.includes("site") && suffixes === undefined) {
		throw new OptionError("invalid-option", 'The part "site" requires the option "publicSuffix", such as fromTldts(tldts).');
	}
	return [...new Set(names)].filter(isPart);
}

function includes(names: readonly string[], name: string): boolean {
	return names.includes(name);
}

/** A column of `count` values, with room for `room` octets at first. */
function joined(count: number, room: number, valueAt: (index: number) => Uint8Array): { offsets: Int32Array; data: Uint8Array } {
	const offsets = new Int32Array(count + 1);
	const data = new OctetSink(room);
	for (let index = 0; index < count; ++index) {
		const value = valueAt(index);
		data.append(value);
		offsets[index + 1] = (offsets[index] as number) + value.length;
	}
	return { offsets, data: data.octets() };
}
