/**
 * `npm run site`: installs and builds what is needed, makes the site in build/site, serves it on this machine alone and prints
 * the address. With `--build` it is made and not served; with `--port N` it has that port.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { prepare, root } from "./prepare.mjs";

const CONFIG = `${root}/site/vite.config.ts`;
const PORT = 3986;

/** Makes the site in build/site. Requires: the package is built. */
export async function buildSite() {
	const { build } = await import("vite");
	await build({ configFile: CONFIG, logLevel: "warn" });
}

/** Serves build/site on loopback. Answers the server; its `resolvedUrls` say where it is. With port 0 any free port will do. */
export async function serveSite(port) {
	const { preview } = await import("vite");
	return await preview({ configFile: CONFIG, logLevel: "warn", preview: { host: "127.0.0.1", port, open: false } });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const { values } = parseArgs({ options: { build: { type: "boolean" }, port: { type: "string", default: String(PORT) } } });
	await prepare();
	await buildSite();
	if (values.build) console.log("The site is in build/site: files for any host, in any folder.");
	else console.log(`The site: ${(await serveSite(Number(values.port))).resolvedUrls.local[0]}`);
}
