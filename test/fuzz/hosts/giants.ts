/** Lines that are longer than a reference may be, among others: they pass in pieces. */
import { Limit } from "../../../assembly/layout/addresses";
import type { KernelPair } from "./kernel-pair";
import { type Lines, normalizeTightly, text } from "./lines";
import { keepOctets } from "./passes";
import type { Scene } from "./references";

const ROOM = { factor: 0, more: 300_000 };
const WHOLE_STREAM = 3145728;

/** Lines, a giant that is a few octets too long, with or without CR, and lines again. */
function around(pair: KernelPair, lines: Lines, start: string): Uint8Array {
	const giant = Buffer.alloc(Limit.REFERENCE + 1 + pair.next(3), "a");
	giant.write(start);
	const end = Buffer.from(pair.of(["\n", "\r\n", "\r\r\n"]));
	return Buffer.concat([text(pair, lines, 3), Buffer.from("\n"), giant, end, text(pair, lines, 3)]);
}

function linesBy(isCrawl: boolean, options: readonly number[], invalid: number): Scene {
	return (pair, lines) => {
		const octets = around(pair, lines, "http://h/");
		const call = { options: pair.of(options) | invalid | WHOLE_STREAM, room: ROOM, isCrawl, count: 40 };
		normalizeTightly(pair, lines, call, octets, ROOM.more);
	};
}

const INVALID = [0, 262144, 524288];

export const GIANTS: Readonly<Record<"core" | "crawl", readonly Scene[]>> = {
	core: [
		...INVALID.map((invalid) => linesBy(false, [255, 16383], invalid)),
		(pair, lines) => keepOctets(pair, around(pair, lines, "http://h/"), 300_000),
	],
	crawl: INVALID.map((invalid) => linesBy(true, [0, 2, 12, 64], invalid)),
};
