/**
 * Mutants are of the sources that the JavaScript engine runs. A build in WebAssembly beside it would find each of them by itself, so none can
 * be compiled. `WebAssembly.compile` stays: Node.js parses HTTP with it.
 */
WebAssembly.Module = class {
	constructor() {
		throw new WebAssembly.CompileError("not under npm run mutants");
	}
} as unknown as typeof WebAssembly.Module;
