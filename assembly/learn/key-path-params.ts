/** Parameters of segments, `;name` and `;name=value`: a part each, by its segment and its place there. */
import { Octet } from "../octets/char";
import { copy } from "../octets/memory";
import { find } from "../octets/span";
import { isDots } from "../policy/session-path";
import { hashOf } from "./hash";
import { addPart, NO_OWNER, Seed } from "./key-part";
import { LearnLimit, NameKind, Reader } from "./layout";
import { featureOf } from "./names";

/**
 * Reads the parameters of the path from `start` to `end`, and copies the path without them to `to`. Returns its end; `to` if it has none
 * or too many, and nothing is read.
 */
export function readParameters(reader: i32, start: i32, end: i32, to: i32): i32 {
	const count = countIn(start, end);
	if (count == 0 || count > LearnLimit.PATH_PARAMS) return to;
	let out = to;
	let segment = 0;
	for (let at = start; at < end; ++segment) {
		const segmentEnd = find(at + 1, end, Octet.SLASH);
		const nameEnd = nameEndIn(at, segmentEnd);
		out = copy(at, nameEnd, out);
		let place = segment * LearnLimit.PATH_PARAMS;
		for (let next = nameEnd; next < segmentEnd; ++place) {
			const parameterEnd = find(next + 1, segmentEnd, Octet.SEMICOLON);
			readParameter(reader, next + 1, parameterEnd, place);
			next = parameterEnd;
		}
		at = segmentEnd;
	}
	return out;
}

/** The number of parameters, but for those of segments that stay whole. */
function countIn(start: i32, end: i32): i32 {
	let count = 0;
	for (let at = start; at < end; ) {
		const segmentEnd = find(at + 1, end, Octet.SLASH);
		for (let next = nameEndIn(at, segmentEnd); next < segmentEnd; ++count) next = find(next + 1, segmentEnd, Octet.SEMICOLON);
		at = segmentEnd;
	}
	return count;
}

/** The end of the segment without parameters that begins with the slash at `start`. One of which dots would be left stays whole. */
function nameEndIn(start: i32, end: i32): i32 {
	const nameEnd = find(start + 1, end, Octet.SEMICOLON);
	return isDots(start + 1, nameEnd) ? end : nameEnd;
}

function readParameter(reader: i32, start: i32, end: i32, place: i32): void {
	const feature = featureOf(reader, NameKind.PATH_PARAM, start, find(start, end, Octet.EQUALS));
	hashOf(start, end, Seed.PATH_PARAM + (place << 4), reader + Reader.HASH);
	addPart(reader, feature, NO_OWNER);
}
