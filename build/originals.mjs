/**
 * The libraries whose keys the profiles of docs/reference/profiles.md copy: those in Python in a virtual environment, those of
 * npm in a folder, both in the user's cache.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { npmPackages } from "./npm.mjs";
import { virtualEnvironment } from "./python.mjs";
import { root } from "./root.mjs";

const CACHE = "urlsieve-emulations";
const PINS = join(root, "test", "emulations");

/** Returns a Python interpreter that can import surt and w3lib. Installs what is missing; throws if that fails. */
export function pythonOriginals() {
	return virtualEnvironment(CACHE, join(PINS, "requirements.txt"));
}

/** Loads a package of test/emulations/package.json. Installs what is missing; throws if that fails. */
export function npmOriginals() {
	return createRequire(npmPackages(CACHE, join(PINS, "package.json")));
}
