/** Serves files on loopback. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".json": "application/json" };

/** Serves the files of a folder. `headersOf` returns additional headers for a path. */
export async function serve(folder, headersOf) {
	const server = createServer(async ({ url }, response) => {
		const path = normalize(new URL(url, "http://loopback").pathname);
		try {
			const content = await readFile(join(folder, path));
			response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream", ...headersOf(path) });
			response.end(content);
		} catch {
			response.writeHead(404).end();
		}
	});
	return listen(server);
}

function listen(server) {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", () => resolve(server));
	});
}
