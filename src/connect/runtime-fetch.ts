/** `fetch` with a dispatcher: of the package undici, or of the one in Node.js, whose Agent is the class of its global dispatcher. */
import { invalid, type Undici } from "./guard-options";

const DISPATCHERS = ["undici.globalDispatcher.2", "undici.globalDispatcher.1"].map((name) => Symbol.for(name));

/** Throws OptionError `invalid-option` if this runtime has no Agent. */
export function runtimeFetch(): Undici {
	// Node.js loads undici when a class of it is read. `void` would be dropped by bundlers.
	const names = globalThis.Response === undefined ? [] : DISPATCHERS;
	for (const name of names) {
		const dispatcher = (globalThis as unknown as { [name: symbol]: object | undefined })[name];
		if (dispatcher?.constructor.name === "Agent")
			return { Agent: dispatcher.constructor as unknown as Undici["Agent"], fetch: globalThis.fetch };
	}
	throw invalid("This runtime shows no Agent for its fetch: install undici, and pass it as the option undici.");
}
