/** npm packages that only tests need. They are kept in the user's cache and reinstalled when their list changes. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { downloads } from "./prepare.mjs";
import { cacheFolder } from "./python.mjs";

/** The package.json of a folder with these packages, below the folder `name` of the cache. Throws if they cannot be installed. */
export function npmPackages(name, list) {
	const folder = join(cacheFolder(name), "npm");
	const manifest = join(folder, "package.json");
	const wanted = readFileSync(list, "utf8");
	if (existsSync(manifest) && readFileSync(manifest, "utf8") === wanted) return manifest;
	console.error("urlsieve: installing npm packages …");
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(manifest, wanted);
	if (downloads("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder })) return manifest;
	rmSync(manifest);
	throw new Error(`npm cannot install the packages of ${list}; see its messages above`);
}
