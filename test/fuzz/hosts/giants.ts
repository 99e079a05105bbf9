/** Lines that are longer than a reference may be, among others: they pass in pieces. */
import { Limit } from "../../../assembly/layout/addresses";
import { type Lines, normalizeTightly, text } from "./lines";
import { keepOctets } from "./passes";
import type { Scene } from "./references";
import type { Twin } from "./twin";

const ROOM = { factor: 0, more: 300_000 };
const WHOLE_STREAM = 3145728;

/** Lines, a giant that is a few octets too long, with or without CR, and lines again. */
function around(twin: Twin, lines: Lines, start: string): Uint8Array {
	const giant = Buffer.alloc(Limit.REFERENCE + 1 + twin.next(3), "a");
	giant.write(start);
	const end = Buffer.from(twin.of(["\n", "\r\n", "\r\r\n"]));
	return Buffer.concat([text(twin, lines, 3), Buffer.from("\n"), giant, end, text(twin, lines, 3)]);
}

function linesBy(isCrawl: boolean, options: readonly number[], invalid: number): Scene {
	return (twin, lines) => {
		const octets = around(twin, lines, "http://h/");
		const call = { options: twin.of(options) | invalid | WHOLE_STREAM, room: ROOM, isCrawl, count: 40 };
		normalizeTightly(twin, lines, call, octets, ROOM.more);
	};
}

const INVALID = [0, 262144, 524288];

export const GIANTS: Readonly<Record<"core" | "crawl", readonly Scene[]>> = {
	core: [
		...INVALID.map((invalid) => linesBy(false, [255, 16383], invalid)),
		(twin, lines) => keepOctets(twin, around(twin, lines, "http://h/"), 300_000),
	],
	crawl: INVALID.map((invalid) => linesBy(true, [0, 2, 12, 64], invalid)),
};
