/** Hosts of private networks, which lists of providers pass over: ClearURLs does by default. */

import { Policy } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { load8 } from "../octets/memory";
import { matches } from "../octets/text";
import { policy } from "./program";

/** Whether the host is `localhost`, 127.0.0.1, or in 10/8, 100.64/10, 169.254/16, 172.16/12 or 192.168/16. */
export function isPrivateHost(): bool {
	const start = policy(Policy.WRITTEN_HOST);
	const end = policy(Policy.WRITTEN_HOST_END);
	// Fast path only: all of them begin with one of these.
	if (load8(start) > Octet.DIGIT_1 && load8(start) != Octet.LOWER_L) return false;
	if (matches(start, end, "localhost") || matches(start, end, "127.0.0.1")) return true;
	const first = numberAt(start, end);
	const secondAt = afterDot(start, end);
	const thirdAt = afterDot(secondAt, end);
	const fourthAt = afterDot(thirdAt, end);
	if (first < 0 || numberAt(thirdAt, end) < 0 || numberAt(fourthAt, end) < 0 || afterDot(fourthAt, end) < end) return false;
	return isPrivate(first, numberAt(secondAt, end));
}

function isPrivate(first: i32, second: i32): bool {
	if (first == 10) return second >= 0;
	if (first == 100) return second >= 64 && second <= 127;
	if (first == 172) return second >= 16 && second <= 31;
	return (first == 169 && second == 254) || (first == 192 && second == 168);
}

/** The number up to a dot or the end; -1 if there is none of 0 to 255. */
function numberAt(start: i32, end: i32): i32 {
	let number = start < end && load8(start) != Octet.DOT ? 0 : -1;
	for (let at = start; at < end && load8(at) != Octet.DOT && number >= 0; ++at) {
		number = is(load8(at), Class.DIGIT) ? number * 10 + load8(at) - Octet.DIGIT_0 : -1;
		if (number > 255) number = -1;
	}
	return number;
}

/** The octet after the next dot, or the end. */
function afterDot(start: i32, end: i32): i32 {
	let at = start;
	while (at < end && load8(at) != Octet.DOT) ++at;
	return at < end ? at + 1 : end;
}
