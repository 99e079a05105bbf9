/** Global setup: builds the site into build/out/site and installs Chromium if it is missing. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { installChromium } from "../support/chromium.mjs";
import { CONFIG } from "./browser";

export default async function buildSite(): Promise<void> {
	if (!existsSync(fileURLToPath(new URL("../../build/out/dist/index.js", import.meta.url)))) {
		throw new Error("build/out/dist is missing, and the site is built from it: run npm run build.");
	}
	installChromium();
	await build({ configFile: CONFIG, logLevel: "warn" });
}
