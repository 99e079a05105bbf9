/** Makes the site in build/out/site, once, before the tests of it, and sees to it that there is a browser. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { installChromium } from "../support/chromium.mjs";
import { CONFIG } from "./browser";

export default async function buildSite(): Promise<void> {
	if (!existsSync(fileURLToPath(new URL("../../build/out/dist/index.js", import.meta.url)))) {
		throw new Error("The site is made of the package as it is shipped, which is not built: run npm run build.");
	}
	installChromium();
	await build({ configFile: CONFIG, logLevel: "warn" });
}
