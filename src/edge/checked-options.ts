/** Options by name: an unknown one would be ignored. */

/** Throws TypeError unless all members have one of these names. */
export function checkOptions(options: unknown, names: readonly string[]): void {
	if (!isPlain(options)) throw new TypeError("The options must be a plain object.");
	const unknown = Object.keys(options).find((name) => !names.includes(name));
	if (unknown !== undefined)
		throw new TypeError(`Unknown option ${JSON.stringify(unknown)}; the options are ${names.join(", ")}.`);
}

/** Whether this is an object of any realm with members of its own: no Map, no array, and no instance of a class, which has others. */
export function isPlain(value: unknown): value is object {
	if (Object.prototype.toString.call(value) !== "[object Object]") return false;
	const prototype = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}
