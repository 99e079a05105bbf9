/** Checks characters against the rule of their place. */

import { Status } from "../../assembly/layout/status";
import { Octet } from "../../assembly/octets/char";
import { HEXDIG } from "../../assembly/reference/editions";
import type { CharacterRule } from "../editions/edition-row";
import type { Component } from "../errors";
import type { Faults } from "./faults";
import type { Span } from "./split";

/** A place and what it may contain: characters, and triplets if there is a rule for them. */
interface Place {
	readonly component: Component;
	readonly status: Status;
	readonly allowed: CharacterRule;
	readonly triplet: string | undefined;
}

/** Notes each character of the span that is not allowed there. Lone surrogates are a fault of the whole string (structure.ts). */
export function noteCharacters(faults: Faults, { start, end }: Span, { component, status, allowed, triplet }: Place): void {
	const { subject: reference } = faults;
	const members = membersOf(allowed.allows);
	for (let at = start; at < end; ) {
		if (members[reference.charCodeAt(at)] === 1) {
			++at;
		} else if (triplet !== undefined && reference.charCodeAt(at) === Octet.PERCENT) {
			const isWhole = isTriplet(reference, at, end);
			if (!isWhole) faults.note(Status.INVALID_PERCENT_ENCODING, { component, offset: at, rule: triplet });
			at += isWhole ? 3 : 1;
		} else {
			const point = reference.codePointAt(at) as number;
			if (!isSurrogate(point)) faults.note(status, { component, offset: at, rule: allowed.rule });
			at += point > 0xffff ? 2 : 1;
		}
	}
}

/** Whether two hex digits follow the "%" at `at`, before `end`. */
function isTriplet(text: string, at: number, end: number): boolean {
	const members = membersOf(HEXDIG);
	return at + 2 < end && members[text.charCodeAt(at + 1)] === 1 && members[text.charCodeAt(at + 2)] === 1;
}

function isSurrogate(point: number): boolean {
	return point >= 0xd800 && point <= 0xdfff;
}

const tables = new Map<string, Uint8Array>();

/** A table indexed by US-ASCII code, with 1 for each of the characters. */
export function membersOf(characters: string): Uint8Array {
	const known = tables.get(characters);
	if (known !== undefined) return known;
	const members = new Uint8Array(Octet.BEYOND_ASCII);
	for (const character of characters) members[character.charCodeAt(0)] = 1;
	tables.set(characters, members);
	return members;
}
