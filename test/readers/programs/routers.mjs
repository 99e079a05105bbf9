/** The routers of npm. Each writes the query and the path that it has routed on. Arguments: the ports of Express and of Fastify. */
import express from "express";
import Fastify from "fastify";

const [expressPort, fastifyPort] = process.argv.slice(2).map(Number);

const app = express();
app.get(/^([\s\S]*)$/, (request, response) => {
	response.type("text/plain").send(Buffer.from(`${request._parsedUrl.query ?? ""}\n${request.params[0]}`, "utf8"));
});
// Express recognizes handlers of errors by their four parameters.
app.use((error, _request, response, _next) => response.sendStatus(error.status ?? 500));
app.listen(expressPort, "127.0.0.1");

const fastify = Fastify({ routerOptions: { maxParamLength: 100_000, querystringParser: (text) => ({ text }) } });
fastify.get("/*", (request, reply) => {
	reply.type("text/plain").send(Buffer.from(`${request.query.text ?? ""}\n/${request.params["*"]}`, "utf8"));
});
await fastify.listen({ port: fastifyPort, host: "127.0.0.1" });
