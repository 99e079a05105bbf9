/**
 * `node serve.mjs ORIGIN [PORT]`, or `deno run -A serve.mjs ORIGIN [PORT]`: a server with the cache. Deno stores responses in its
 * `caches`, on disk; Node.js, which has none, in memory.
 */
import { createServer } from "node:http";
import { pipeline, Readable } from "node:stream";
import { createRules } from "urlsieve/edge";
import { createFreshCache } from "./fresh-cache.mjs";
import { createHandler } from "./handler.mjs";
import { createMapCache } from "./map-cache.mjs";

const [origin, port = "8080"] = process.argv.slice(2);
const handler = createHandler({
	rules: createRules({ given: JSON.parse(process.env.GIVEN ?? "{}") }),
	cache: createFreshCache((await globalThis.caches?.open("nvs")) ?? createMapCache()),
	origin: (request) => fetch(request),
});
/** A response that cannot be stored is a miss the next time. */
const later = (storing) => void storing.catch((error) => console.error(`not stored: ${error.message}`));

/** The request as the origin gets it. Throws TypeError unless the target is a path: no other host is asked. */
function forwarded(incoming) {
	const { method, url, headers } = incoming;
	if (url[0] !== "/") throw new TypeError("The target must be a path.");
	const { accept = "*/*", "content-type": type } = headers;
	return new Request(new URL(origin).origin + url, {
		method,
		// What arrives is stored and sent on as it is.
		headers: { accept, "accept-encoding": "identity", ...(type && { "content-type": type }) },
		redirect: "manual",
		...(!["GET", "HEAD"].includes(method) && { body: Readable.toWeb(incoming), duplex: "half" }),
	});
}

const server = createServer(async (incoming, outgoing) => {
	try {
		const response = await handler(forwarded(incoming), later);
		outgoing.statusCode = response.status;
		for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
		if (response.body === null) outgoing.end();
		else pipeline(Readable.fromWeb(response.body), outgoing, () => {});
	} catch (error) {
		outgoing.writeHead(502, { "content-type": "text/plain" }).end(`${error.message}\n`);
	}
});
server.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
