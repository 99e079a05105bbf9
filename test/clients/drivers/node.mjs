/** Drives the clients of Node.js, fetch of Deno and Bun, and programs. `node.mjs CLIENT URLS`; packages are found from REC_NPM. */
import { execFile } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "node:url";
import { promisify } from "node:util";

const TIME = 2000;
const [client, urls] = process.argv.slice(2);
const note = (line) => appendFileSync(process.env.REC_LOG, `${line}\n`);
const load = (name) => createRequire(process.env.REC_NPM)(name);
const startsProgram = promisify(execFile);

/** A program, which is given the URL as its last argument. */
const program =
	(name, ...args) =>
	async () =>
	(url) =>
		startsProgram(name, [...args, url], { timeout: 3 * TIME });

/** `http.get` of what a string is read as. */
const plain = (read) => async () => (url) =>
	new Promise((resolve, reject) => {
		const options = read(url);
		const scheme = typeof options === "string" ? /^\s*https:/i.test(options) && "https:" : options.protocol;
		const request = (scheme === "https:" ? https : http).get(options, (response) => response.resume().on("end", resolve));
		request.on("error", reject).setTimeout(TIME, () => request.destroy(new Error("timeout")));
	});

/** For each client, makes the function that gets a URL. */
const CLIENTS = {
	fetch: async () => (url) =>
		fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIME), headers: { connection: "close" } }).then((response) =>
			response.text(),
		),
	undici: async () => {
		const { Agent, request } = load("undici");
		return async (url) => {
			const dispatcher = new Agent({ pipelining: 0, connect: { timeout: TIME } });
			const response = request(url, { dispatcher, headersTimeout: TIME });
			await response.then(({ body }) => body.dump()).finally(() => dispatcher.destroy());
		};
	},
	"http-url": plain((url) => new URL(url)),
	"http-string": plain((url) => url),
	"http-parse": plain((url) => parse(url)),
	axios: async () => {
		const axios = load("axios");
		return (url) => axios.get(url, { timeout: TIME, maxRedirects: 0, proxy: false });
	},
	got: async () => {
		const { got } = await import(createRequire(process.env.REC_NPM).resolve("got"));
		return (url) => got(url, { timeout: { request: TIME }, retry: { limit: 0 }, followRedirect: false });
	},
	"node-fetch": async () => {
		const get = load("node-fetch");
		return (url) => get(url, { timeout: TIME, redirect: "manual" });
	},
	superagent: async () => {
		const superagent = load("superagent");
		return (url) => superagent.get(url).timeout(TIME).redirects(0).retry(0);
	},
	needle: async () => {
		const needle = load("needle");
		return (url) => needle("get", url, { open_timeout: TIME, read_timeout: TIME, follow_max: 0 });
	},
	chromium: async () => (await import("./chromium.mjs")).startChromium(TIME),
	curl: program("curl", ..."-q -sS -k -m 2 -o /dev/null --url".split(" ")),
	wget: program("wget", ..."--no-config -q -O /dev/null -t 1 -T 2 --no-hsts --max-redirect=0 -e robots=off --".split(" ")),
	// Without TCP Fast Open, which connects by sendto.
	wget2: program(
		"wget2",
		..."--no-config -q -O /dev/null -t 1 -T 2 --no-tcp-fastopen --no-hsts --no-hpkp --no-ocsp --no-robots --max-redirect=0".split(
			" ",
		),
		"--",
	),
};

const reason = (error) => `${(error.cause ?? error).code ?? error.name} ${error.message}`.replace(/\s+/g, " ").slice(0, 100);
// Errors that a client throws beside its promise.
process.on("uncaughtException", () => {}).on("unhandledRejection", () => {});
process.removeAllListeners("warning");

const get = await CLIENTS[client]();
const lines = readFileSync(urls, "utf8").trimEnd().split("\n");
for (const [index, hex] of lines.entries()) {
	note(`U ${index}`);
	try {
		const hang = sleep(4 * TIME, undefined, { ref: false }).then(() => Promise.reject(new Error("hang")));
		await Promise.race([get(Buffer.from(hex, "hex").toString()), hang]);
		note("E -");
	} catch (error) {
		note(`E ${reason(error)}`);
	}
}
process.exit(0);
