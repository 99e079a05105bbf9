/** `node serve.mjs ORIGIN [PORT]`: the same for Node.js, with a cache in memory. Deno runs it with `deno run -A serve.mjs`. */
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { createRules } from "urlsieve/edge";
import { createHandler } from "./handler.mjs";
import { createMapCache } from "./map-cache.mjs";

const [origin, port = "8080"] = process.argv.slice(2);
const handler = createHandler({ rules: createRules(), cache: createMapCache(), origin: (request) => fetch(request) });

const server = createServer(async ({ method, url, headers }, outgoing) => {
	try {
		const request = new Request(new URL(url, origin), { method, headers: { accept: headers.accept ?? "*/*" } });
		const response = await handler(request);
		outgoing.writeHead(response.status, Object.fromEntries(response.headers));
		if (response.body === null) outgoing.end();
		else Readable.fromWeb(response.body).pipe(outgoing);
	} catch (error) {
		outgoing.writeHead(502, { "content-type": "text/plain" }).end(`${error.message}\n`);
	}
});
server.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
