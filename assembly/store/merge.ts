/** Merges sorted sources of keys. */
import { load32, move, store32 } from "../octets/memory";
import { copyKey, isBefore, isSameKey } from "./keys";
import { Key, Source } from "./layout";

/**
 * Writes the keys of `count` sources to `to`, in order, each once, up to `limit`. Returns the end of the output. It stops where a
 * source that goes on is used up: the host refills it and calls again. Requires: no source has a key twice.
 */
export function mergeKeys(sources: i32, count: i32, to: i32, limit: i32): i32 {
	const sourcesEnd = sources + count * Source.SIZE;
	let end = to;
	while (end + Key.SIZE <= limit) {
		let best = 0;
		let open = 0;
		for (let source = sources; source < sourcesEnd; source += Source.SIZE) {
			const at = load32(source);
			if (at == load32(source + Source.END)) {
				if (load32(source + Source.IS_LAST) == 0) return end;
				continue;
			}
			++open;
			if (best == 0 || isBeforeKey(at, load32(best))) best = source;
		}
		if (open == 0) return end;
		// Fast path only: the last source is otherwise copied key by key.
		if (open == 1) return copyRest(best, end, limit);
		end = copyKey(load32(best), end);
		skipKey(sources, sourcesEnd, end - Key.SIZE);
	}
	return end;
}

function isBeforeKey(at: i32, other: i32): bool {
	return isBefore(at, load32(other), load32(other + Key.MIDDLE), load32(other + Key.LOW));
}

/** Moves all sources past a key. */
function skipKey(sources: i32, sourcesEnd: i32, key: i32): void {
	for (let source = sources; source < sourcesEnd; source += Source.SIZE) {
		const at = load32(source);
		if (at != load32(source + Source.END) && isSameKey(at, key)) store32(source, at + Key.SIZE);
	}
}

/** Copies the keys of one source, up to `limit`. */
function copyRest(source: i32, to: i32, limit: i32): i32 {
	const at = load32(source);
	let size = load32(source + Source.END) - at;
	while (to + size > limit) size -= Key.SIZE;
	store32(source, at + size);
	return move(at, at + size, to);
}
