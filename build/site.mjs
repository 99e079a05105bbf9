/**
 * `npm run site`: installs and builds what is needed, makes the site in build/out/site, serves it on this machine alone and prints
 * the address. With `--build` it is made and not served; with `--port N` it has that port.
 */
import { parseArgs } from "node:util";
import { prepare, root } from "./prepare.mjs";

const CONFIG = `${root}/site/vite.config.ts`;
const PORT = 3986;

/** Why a run cannot begin, in a sentence. */
class UsageError extends Error {}

function choices() {
	const options = { build: { type: "boolean", default: false }, port: { type: "string", default: String(PORT) } };
	try {
		const { values } = parseArgs({ options });
		const port = Number(values.port);
		if (!Number.isInteger(port) || port < 0 || port > 65535)
			throw new UsageError(`A port is a number up to 65535, not "${values.port}".`);
		return { onlyBuilds: values.build, port };
	} catch (error) {
		throw new UsageError(error.message);
	}
}

/** Makes the site; serves it unless that is all. */
async function run({ onlyBuilds, port }) {
	await prepare();
	const { build, preview } = await import("vite");
	await build({ configFile: CONFIG, logLevel: "warn" });
	if (onlyBuilds) return console.log("The site is in build/out/site: files for any host, in any folder.");
	const server = await preview({ configFile: CONFIG, logLevel: "warn", preview: { host: "127.0.0.1", port, open: false } });
	console.log(`The site: ${server.resolvedUrls.local[0]}`);
}

try {
	await run(choices());
} catch (error) {
	if (!(error instanceof UsageError)) throw error;
	console.error(`npm run site: ${error.message}`);
	process.exitCode = 2;
}
