/** Helpers of the scheme tests: records without absent parts, faults as one line. */

import { equivalent, UriError } from "urlsieve";
import { formatScheme, parseScheme, type SchemeRecord } from "urlsieve/schemes";
import { expect } from "vitest";

/** The present parts of a parsed URI, without the URI itself. */
export function parts(uri: string): object {
	const { uri: _, ...record } = parseScheme(uri);
	return JSON.parse(JSON.stringify(record));
}

/** The record of a URI, typed by its scheme. */
export function recordOf<Scheme extends SchemeRecord["scheme"]>(scheme: Scheme, uri: string): SchemeRecord & { scheme: Scheme } {
	const record = parseScheme(uri);
	expect(record.scheme).toBe(scheme);
	return record as SchemeRecord & { scheme: Scheme };
}

/** The error of a call as "code rule component offset". */
export function faultOf(call: () => unknown): string {
	try {
		call();
	} catch (error) {
		if (!(error instanceof UriError)) throw error;
		return `${error.code} ${error.rule} ${error.component} ${error.offset}`;
	}
	return "none";
}

export function readFault(uri: string): string {
	return faultOf(() => parseScheme(uri));
}

/** The rule that a record violates. */
export function writeFault(record: SchemeRecord): string {
	return faultOf(() => formatScheme(record));
}

/** Writes a record and checks that it is read back unchanged. */
export function roundTrip(record: SchemeRecord): string {
	const text = formatScheme(record);
	expect(parts(text)).toEqual(JSON.parse(JSON.stringify(record)));
	return text;
}

/** Checks that the written URI is equivalent, and that the parts are enough to write it. */
export function expectSame(uri: string): void {
	const record = parseScheme(uri);
	const text = formatScheme(record);
	expect([uri, text === uri || equivalent(text, uri)]).toEqual([uri, true]);
	expect(parts(formatScheme({ ...record, uri: undefined }))).toEqual(parts(uri));
}
