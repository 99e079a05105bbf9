/**
 * Times of fetches in one form, so that two indexes that list the same fetch agree: the 14 digits of CDX, in UTC.
 *
 * ```
 *   20261122063005                   20261122063005
 *   2026-11-22T06:30:05Z             20261122063005
 *   2026-11-22 08:30:05.250+02:00    20261122063005.25
 *   1795329005                       1795329005            another number stays
 * ```
 */

import { type Column, columnOf, valueAt } from "../../tables/column-batch";

/** Octets of a time in CDX. */
const CDX_TIME = 14;

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d+))?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i;

/** The times of a column. A value that is no time in one of these forms stays as it is. */
export function fetchTimes(column: Column): Column {
	if (isUniform(column)) return column;
	const { ends } = column;
	return columnOf(Array.from(ends, (_, row) => fetchTime(valueAt(column, row))));
}

/** Whether all values have the length of a time in CDX, and no letters. */
function isUniform({ bytes, ends }: Column): boolean {
	for (let row = 0; row < ends.length; ++row) if (ends[row] !== CDX_TIME * (row + 1)) return false;
	for (let at = 0; at < bytes.length; ++at) if ((bytes[at] as number) < 0x30 || (bytes[at] as number) > 0x39) return false;
	return true;
}

function fetchTime(octets: Uint8Array): Uint8Array {
	const [, date, time, fraction = "", zone = "Z"] = ISO.exec(Buffer.from(octets).toString("latin1")) ?? [];
	if (date === undefined) return octets;
	const digits = `${date} ${time}`.replace(/\D/g, "");
	const inUtc = /^(?:Z|UTC|[+-]00(?::?00)?)$/i.test(zone) ? digits : shifted(`${date}T${time}`, zone);
	const part = fraction.replace(/0+$/, "");
	return Buffer.from(part === "" ? inUtc : `${inUtc}.${part}`, "latin1");
}

function shifted(local: string, zone: string): string {
	const [, hours = "", minutes = "00"] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
	const time = new Date(`${local}${hours}:${minutes}`);
	return Number.isNaN(time.getTime()) ? local : time.toISOString().slice(0, 19).replace(/\D/g, "");
}
