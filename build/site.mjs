/**
 * `npm run site`: installs and builds if needed, builds the site in build/out/site, serves it on loopback and prints its address.
 * With `-- --build` it is only built. `-- --port N` sets the port (default: 3986).
 */
import { parseOptions } from "./parse-options.mjs";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";

const CONFIG = `${root}/site/vite.config.ts`;
const PORT = 3986;

/** Invalid arguments. The message is shown without a stack. */
class UsageError extends Error {}

function parseArguments() {
	const options = { build: { type: "boolean", default: false }, port: { type: "string", default: String(PORT) } };
	try {
		const { values } = parseOptions({ options });
		const port = Number(values.port);
		if (!Number.isInteger(port) || port < 0 || port > 65535)
			throw new UsageError(`--port must be an integer from 0 to 65535, not "${values.port}".`);
		return { onlyBuilds: values.build, port };
	} catch (error) {
		throw new UsageError(error.message);
	}
}

/** Builds the site and serves it, unless it should only be built. */
async function run({ onlyBuilds, port }) {
	await prepareTools();
	const { build, preview } = await import("vite");
	await build({ configFile: CONFIG, logLevel: "warn" });
	if (onlyBuilds) return console.log("Built build/out/site. Serve these static files from any host and folder.");
	const server = await preview({ configFile: CONFIG, logLevel: "warn", preview: { host: "127.0.0.1", port, open: false } });
	console.log(`Serving the site at ${server.resolvedUrls.local[0]} until Ctrl-C`);
}

try {
	await run(parseArguments());
} catch (error) {
	if (!(error instanceof UsageError)) throw error;
	console.error(`npm run site: ${error.message}`);
	process.exitCode = 2;
}
