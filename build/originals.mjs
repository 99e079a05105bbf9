/**
 * The libraries whose keys the profiles of docs/reference/profiles.md copy: those in Python in a virtual environment, those of
 * npm and Maven in folders, all in the user's cache.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { npmPackages } from "./npm.mjs";
import { downloads } from "./prepare.mjs";
import { cacheFolder, virtualEnvironment } from "./python.mjs";
import { root } from "./root.mjs";

const CACHE = "urlsieve-emulations";
const PINS = join(root, "test", "emulations");

/** Returns a Python interpreter that can import surt and w3lib. Installs what is missing; throws if that fails. */
export function pythonOriginals() {
	return virtualEnvironment(CACHE, join(PINS, "requirements.txt"));
}

/** The class path of the library in Java. Copies what is missing by Maven; throws if that fails. */
export function javaOriginals() {
	const folder = join(cacheFolder(CACHE), "java");
	const copied = ["-q", "-f", join(PINS, "java", "pom.xml"), "dependency:copy-dependencies", `-DoutputDirectory=${folder}`];
	if (downloads("mvn", copied)) return join(folder, "*");
	throw new Error("Maven cannot copy the packages of test/emulations/java/pom.xml; see its messages above");
}

/** Loads a package of test/emulations/package.json. Installs what is missing; throws if that fails. */
export function npmOriginals() {
	return createRequire(npmPackages(CACHE, join(PINS, "package.json")));
}

/** A folder with the packages of test/emulations/adguard/. Installs what is missing; throws if that fails. */
export function adguardOriginals() {
	return dirname(npmPackages(`${CACHE}-adguard`, join(PINS, "adguard", "package.json")));
}
