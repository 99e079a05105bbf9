/** `npm start`: installs if needed and serves the worker at 127.0.0.1, on port PORT (default: 8787), until it is stopped. */
import { prepare, serve } from "./serve.mjs";

try {
	await prepare();
	const { origin, ended, stop } = await serve({
		port: Number(process.env.PORT ?? 8787),
		log: (text) => process.stderr.write(text),
	});
	console.log(`Serving the worker at ${origin}/ until Ctrl-C`);
	for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
	process.exitCode = (await ended) ?? 0;
} catch (error) {
	console.error(`edge-worker: ${error.message}`);
	process.exitCode = 1;
}
