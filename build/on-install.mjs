/**
 * What npm runs as `prepare`: after `npm install` and `npm ci` in a checkout, before `npm pack`, and when the package is installed
 * from git. Packages are there by then, so it only builds, and only what is stale.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildIfStale, root } from "./prepare.mjs";

if (existsSync(join(root, "node_modules", "assemblyscript"))) await buildIfStale();
else console.error("urlsieve: not built, for the packages that build it are not installed; try: npm install --include=dev");
