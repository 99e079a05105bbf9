/** The option `engine` chooses what runs, which every test of both engines builds on. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { builtUrl } from "../support/dist";

/** Prints how many instances of WebAssembly each engine makes, and what it normalizes to. */
const script = (entry: string, options: string) => `
	let instances = 0;
	const { Instance } = WebAssembly;
	WebAssembly.Instance = function (...args) { ++instances; return new Instance(...args); };
	const { createNormalizer } = await import(${JSON.stringify(builtUrl(entry))});
	const run = (engine) => {
		const before = instances;
		return [createNormalizer({ ${options} engine }).normalize("HTTP://H/a"), instances - before > 0];
	};
	console.log(JSON.stringify({ js: run("js"), wasm: run("wasm") }));`;

function enginesOf(entry: string, options: string): unknown {
	return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script(entry, options)], { encoding: "utf8" }));
}

it.each([
	["index.js", ""],
	["crawl.js", 'profile: "crawl@1",'],
])("runs WebAssembly for the engine wasm, and none for js, in %s", (entry, options) => {
	expect(enginesOf(entry, options)).toEqual({ js: ["http://h/a", false], wasm: ["http://h/a", true] });
});
