/**
 * npm's `prepare` script: runs after `npm install` and `npm ci` in a checkout, before `npm pack`, and when the package is
 * installed from git. Dependencies are installed by then, so it only builds, and only if the build is stale.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildIfStale } from "./prepare.mjs";
import { root } from "./root.mjs";

if (existsSync(join(root, "node_modules", "assemblyscript"))) await buildIfStale();
else console.error("urlsieve: not built, because its development dependencies are not installed; try: npm install --include=dev");
