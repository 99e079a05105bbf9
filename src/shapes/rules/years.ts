/**
 * Years that stay literal: sections such as /2023/speakers, not archives such as /2023/05.
 *
 * ```
 *   /2021/speakers   /2022/speakers   /2022/venue        at "": two years, one next word under both
 *   /blog/2021/05                                        at "/blog": a variable below
 * ```
 */
import type { ShapedKeys } from "../keys/shaped-keys";
import { YEAR } from "./tokens";

/** More years than these are an archive. */
const MAX_YEARS = 12;

/** The years at one path, as it stands in keys. */
interface Years {
	readonly years: Set<string>;
	/** By next token: the years above it. */
	readonly next: Map<string, Set<string>>;
	hasVariable: boolean;
}

/** A year of a row: the place of its token, the path above it as it stands in the key, and the year. */
interface YearPlace {
	readonly depth: number;
	readonly above: string;
	readonly year: string;
}

/** Writes years that stay in place of their tokens. Returns the paths above them, sorted. */
export function keepYears(keys: ShapedKeys, rows: readonly number[]): string[] {
	const octets = Buffer.from(YEAR);
	const token = keys.texts.add(octets, 0, octets.length);
	const rowsWithYear = rows.filter((row) => hasToken(keys, row, token));
	if (rowsWithYear.length === 0) return [];
	const byPath = new Map<string, Years>();
	for (const row of rowsWithYear) for (const place of placesIn(keys, row, token)) addYear(byPath, keys, row, place);
	const kept = new Set(Array.from(byPath).flatMap(([path, years]) => (areSections(years) ? [path] : [])));
	for (const row of rowsWithYear)
		for (const place of placesIn(keys, row, token)) if (kept.has(place.above)) putYear(keys, row, place);
	return [...kept].sort();
}

function areSections({ years, next, hasVariable }: Years): boolean {
	if (hasVariable || years.size > MAX_YEARS) return false;
	return Array.from(next.values()).some(({ size }) => size > 1 && 2 * size > years.size);
}

function addYear(byPath: Map<string, Years>, keys: ShapedKeys, row: number, { depth, above, year }: YearPlace): void {
	const years = byPath.get(above) ?? { years: new Set(), next: new Map(), hasVariable: false };
	byPath.set(above, years);
	years.years.add(year);
	const next = depth + 1 < keys.lengthOf(row) ? keys.tokenOf(row, depth + 1) : "";
	if (next.includes("{")) years.hasVariable = true;
	else if (next !== "") years.next.set(next, (years.next.get(next) ?? new Set()).add(year));
}

function putYear(keys: ShapedKeys, row: number, { depth, year }: YearPlace): void {
	const octets = Buffer.from(year);
	keys.tokens[(keys.tokenStarts[row] as number) + depth] = keys.texts.add(octets, 0, octets.length);
}

function hasToken({ tokens, tokenStarts }: ShapedKeys, row: number, token: number): boolean {
	for (let at = tokenStarts[row] as number; at < (tokenStarts[row + 1] as number); ++at) if (tokens[at] === token) return true;
	return false;
}

function placesIn(keys: ShapedKeys, row: number, token: number): YearPlace[] {
	const segments = keys.pathOf(row).split("/");
	return segments.slice(1).flatMap((year, depth) => {
		if (keys.tokens[(keys.tokenStarts[row] as number) + depth] !== token) return [];
		return [{ depth, above: segments.slice(0, depth + 1).join("/"), year }];
	});
}
