/** `fetch` with a dispatcher: of the package undici, or of the one in Node.js, whose Agent is the class of its global dispatcher. */
import { invalid, type Undici } from "./guard-options";

const DISPATCHERS = ["undici.globalDispatcher.2", "undici.globalDispatcher.1"].map((name) => Symbol.for(name));

/** Throws OptionError `invalid-option` if this runtime has no Agent. */
export function runtimeFetch(): Undici {
	// Its first use loads undici.
	void globalThis.Response;
	for (const name of DISPATCHERS) {
		const dispatcher = (globalThis as unknown as { [name: symbol]: object | undefined })[name];
		if (dispatcher?.constructor.name === "Agent")
			return { Agent: dispatcher.constructor as unknown as Undici["Agent"], fetch: globalThis.fetch };
	}
	throw invalid("This runtime shows no Agent for its fetch: install undici, and pass it as the option undici.");
}
