/** Options by name: an unknown one would be ignored. */

/** Throws TypeError unless all members have one of these names. */
export function checkOptions(options: unknown, names: readonly string[]): void {
	if (!isPlain(options)) throw new TypeError("The options must be a plain object.");
	checkNames(Object.keys(options), names, "option");
}

/** Throws TypeError for an entry that is none of these names, which the message lists. `what` is the word for one, `end` makes it plural. */
export function checkNames(entries: readonly unknown[], names: readonly string[], what: string, end = "s"): void {
	// Methods of arrays skip holes, and `find` returns undefined for an entry that is undefined.
	for (const entry of entries)
		if (!names.includes(entry as string))
			throw new TypeError(`Unknown ${what} ${shown(entry)}; the ${what}${end} are ${names.join(", ")}.`);
}

function shown(entry: unknown): string {
	return typeof entry === "string" ? JSON.stringify(entry) : typeof entry;
}

/** Whether this is an object of any realm with members of its own: no Map, no array, and no instance of a class, which has others. */
export function isPlain(value: unknown): value is object {
	if (Object.prototype.toString.call(value) !== "[object Object]") return false;
	const prototype = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}
