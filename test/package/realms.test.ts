/** The installed package in realms of their own, as in Jest, edge runtimes and frames. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installPacked, ROOT } from "../support/packed";

let folder: string;
let results: { readonly [check: string]: unknown };

beforeAll(() => {
	folder = installPacked();
	const flags = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"];
	const program = join(ROOT, "test/runtimes/realm.mjs");
	results = JSON.parse(execFileSync(process.execPath, [...flags, program], { cwd: folder, encoding: "utf8" }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("can be imported by every entry where the host has only the language: jsdom has no TextDecoder", () => {
	expect(results.bare).toEqual([]);
});

it("runs the Wasm that a host has compiled in another realm, on octets of another realm", () => {
	expect(results.edge).toEqual(["wasm", "wasm", "http://example.com/~foo", 1, 1, "http://a/?utm_source=1\n"]);
});

it("compiles nothing at import: a browser reports each attempt that a Content-Security-Policy forbids", () => {
	expect(results.policy).toEqual([
		["wasm", 0],
		["http://a/", "js", 1],
	]);
});

it("recognizes an error of another realm", () => {
	expect(results.redis).toEqual(["EVALSHA", "EVAL"]);
});
