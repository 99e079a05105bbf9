/** `fetch` with a dispatcher: of the package undici, or of the one in Node.js, whose Agent is the class of its global dispatcher. */
import { invalid, type Undici } from "./guard-options";

/** Throws OptionError `invalid-option` if this runtime has no Agent. */
export function runtimeFetch(): Undici {
	// Node.js loads undici when a class of it is read. `void` would be dropped by bundlers.
	const symbol = globalThis.Response === undefined ? undefined : dispatcherSymbol();
	const dispatcher = symbol && (globalThis as unknown as { [name: symbol]: object | undefined })[symbol];
	if (dispatcher?.constructor.name === "Agent")
		return { Agent: dispatcher.constructor as unknown as Undici["Agent"], fetch: globalThis.fetch };
	throw invalid("This runtime shows no Agent for its fetch: install undici, and pass it as the option undici.");
}

/** Where the undici in Node.js keeps its dispatcher. The other place may have one of the package undici, which its fetch cannot use. */
function dispatcherSymbol(): symbol {
	const major = Number.parseInt(process.versions.undici ?? "", 10);
	return Symbol.for(`undici.globalDispatcher.${major >= 8 ? 2 : 1}`);
}

/**
 * Rejects with OptionError `invalid-option` unless a fetch connects by the dispatcher that it is given: one that wraps another may drop
 * it, and would connect to any address. A fetch that does sends nothing. Any other looks up a name that cannot exist: RFC 6761 §6.4.
 */
export async function checkFetch(fetch: Undici["fetch"]): Promise<void> {
	let isAsked = false;
	const dispatch = () => {
		isAsked = true;
		throw new Error("asked");
	};
	const init = { dispatcher: { dispatch }, signal: AbortSignal.timeout(1000) };
	try {
		await fetch("http://guard.invalid/" as never, init as never);
	} catch {}
	if (!isAsked)
		throw invalid("The fetch of undici, or of this runtime, ignores its dispatcher, and would connect past the guard.");
}
