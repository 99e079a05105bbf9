/** What decides which way `urlsieve dedupe` takes. */
import type { RouteFacts } from "../../src/dedupe/route";

const MIB = 2 ** 20;

/** A short list from file to file. */
export const SHORT: RouteFacts = {
	isBounded: false,
	limit: 1024 * MIB,
	size: MIB,
	text: MIB,
	isPlain: true,
	isFileToFile: true,
	isCompleted: false,
	mayFail: false,
	isSeen: false,
	isLogged: false,
	isByClass: false,
	isTable: false,
	hasRoom: true,
};
