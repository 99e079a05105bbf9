/**
 * The members of a JSON text and their places, which `JSON.parse` does not report. Of a member that an object has twice, it takes the
 * last one, and the author may mean the first.
 */

import type { Fault } from "./check-schema";
import { pointerStep } from "./pointer";
import type { PolicyFault } from "./policy-error";

/** A member of an object, or an element of an array. */
interface Member {
	/** A JSON Pointer (RFC 6901). */
	readonly path: string;
	/** Start of its name, or of the element: from 1, in UTF-16 units. */
	readonly line: number;
	readonly column: number;
}

/** An object or array that is open. An object expects a name, and an array an element, at first and after each comma. */
interface Open {
	/** Undefined for an array. */
	readonly names: Set<string> | undefined;
	/** The current member or element. */
	at: string | number;
	expectsMember: boolean;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A fault for each member that stands in an object for the second time. Requires: `text` is JSON. */
export function duplicateFaults(text: string): (Fault & Member)[] {
	const found: (Fault & Member)[] = [];
	const lines = new Lines(text);
	walk(text, (open, offset, isDuplicate) => {
		if (!isDuplicate) return;
		const member = { path: pointer(open), ...lines.placeOf(offset) };
		found.push({ ...member, message: `${member.path} is given twice, the second time in line ${member.line}` });
	});
	return found;
}

/** Adds their lines and columns to faults. Requires: `text` is JSON. */
export function placed<Placed extends PolicyFault>(faults: readonly Placed[], text: string): Placed[] {
	const places = placesOf(
		text,
		faults.flatMap(({ path }) => [path, parentOf(path)]),
	);
	return faults.map((fault) => ({ ...(places.get(fault.path) ?? places.get(parentOf(fault.path))), ...fault }));
}

/** The pointer of what a member is in: where one is missing, that is there. */
function parentOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Returns where the members with these pointers stand. */
function placesOf(text: string, paths: Iterable<string>): Map<string, Member> {
	const wanted = new Set(paths);
	const depth = Math.max(...[...wanted].map((path) => path.split("/").length - 1));
	const places = new Map<string, Member>();
	const lines = new Lines(text);
	walk(text, (open, offset) => {
		if (open.length > depth) return;
		const path = pointer(open);
		if (wanted.has(path)) places.set(path, { path, ...lines.placeOf(offset) });
	});
	return places;
}

/** Calls `take` for each member, with the objects and arrays around it. */
function walk(text: string, take: (open: readonly Open[], offset: number, isDuplicate: boolean) => void): void {
	const open: Open[] = [];
	for (const { 0: token, index } of text.matchAll(TOKEN)) {
		const inner = open.at(-1);
		if (token === "}" || token === "]") open.pop();
		else if (token === ",") advance(inner as Open);
		else {
			if (inner?.expectsMember) {
				const isDuplicate = begin(inner, token);
				take(open, index, isDuplicate);
			}
			if (token === "{") open.push({ names: new Set(), at: "", expectsMember: true });
			else if (token === "[") open.push({ names: undefined, at: 0, expectsMember: true });
		}
	}
}

function advance(inner: Open): void {
	if (inner.names === undefined) inner.at = (inner.at as number) + 1;
	inner.expectsMember = true;
}

/** Begins a member. Returns whether the object has one of that name. */
function begin(inner: Open, token: string): boolean {
	inner.expectsMember = false;
	if (inner.names === undefined) return false;
	const name = JSON.parse(token) as string;
	const isDuplicate = inner.names.has(name);
	inner.names.add(name);
	inner.at = name;
	return isDuplicate;
}

function pointer(open: readonly Open[]): string {
	return open.map(({ at }) => `/${pointerStep(String(at))}`).join("");
}

/** Lines and columns of offsets that do not decrease. */
export class Lines {
	readonly #text: string;
	#line = 1;
	#start = 0;

	constructor(text: string) {
		this.#text = text;
	}

	placeOf(offset: number): { readonly line: number; readonly column: number } {
		for (let end = this.#text.indexOf("\n", this.#start); end >= 0 && end < offset; end = this.#text.indexOf("\n", this.#start)) {
			++this.#line;
			this.#start = end + 1;
		}
		return { line: this.#line, column: offset - this.#start + 1 };
	}
}
