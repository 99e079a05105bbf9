/** Finds a member that an object of a JSON text has twice: `JSON.parse` takes the last one, and the author may mean the first. */

/** The second member of that name: a JSON Pointer (RFC 6901) and its line, from 1. */
export interface DuplicateMember {
	readonly path: string;
	readonly line: number;
}

/** An object or array that is open. An object expects a name at first and after each comma. */
interface Open {
	/** Undefined for an array. */
	readonly names: Set<string> | undefined;
	/** The current member or element. */
	at: string | number;
	expectsName: boolean;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/** Returns the first duplicate member, if there is one. Requires: `text` is JSON. */
export function duplicateMember(text: string): DuplicateMember | undefined {
	const open: Open[] = [];
	for (const { 0: token, index } of text.matchAll(TOKEN)) {
		const inner = open.at(-1);
		if (token === "{") open.push({ names: new Set(), at: "", expectsName: true });
		else if (token === "[") open.push({ names: undefined, at: 0, expectsName: false });
		else if (token === "}" || token === "]") open.pop();
		else if (token === ",") advance(inner as Open);
		else if (inner?.expectsName && !addName(inner, JSON.parse(token)))
			return { path: pointer(open), line: text.slice(0, index).split("\n").length };
	}
	return undefined;
}

function advance(inner: Open): void {
	if (inner.names === undefined) inner.at = (inner.at as number) + 1;
	else inner.expectsName = true;
}

/** Returns whether the object does not have the member yet. */
function addName(inner: Open, name: string): boolean {
	const isNew = inner.names?.has(name) === false;
	inner.names?.add(name);
	inner.at = name;
	inner.expectsName = false;
	return isNew;
}

function pointer(open: readonly Open[]): string {
	return open.map(({ at }) => `/${String(at).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
