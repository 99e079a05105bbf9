/**
 * The libraries whose keys the profiles of docs/profiles.md copy: those in Python in a virtual environment, those of npm in a folder,
 * both in the user's cache.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./prepare.mjs";
import { cacheFolder, run, virtualEnvironment } from "./python.mjs";

const CACHE = "urlsieve-emulations";
const PINS = join(root, "test", "emulations");

/** Returns a Python interpreter that can import surt and w3lib. Installs what is missing; throws if that fails. */
export function pythonOriginals() {
	return virtualEnvironment(CACHE, join(PINS, "requirements.txt"));
}

/** Loads a package of test/emulations/package.json. Installs what is missing; throws if that fails. */
export function npmOriginals() {
	const folder = join(cacheFolder(CACHE), "npm");
	const manifest = join(folder, "package.json");
	const wanted = readFileSync(join(PINS, "package.json"), "utf8");
	if (!existsSync(manifest) || readFileSync(manifest, "utf8") !== wanted) {
		console.error("urlsieve: installing npm packages …");
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		writeFileSync(manifest, wanted);
		try {
			run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
		} catch (error) {
			rmSync(manifest);
			throw error;
		}
	}
	return createRequire(manifest);
}
