/**
 * The attack: every bypass against every defence, by real requests. `main.js FOLDER PACKAGES` runs in namespaces of its own, and prints JSON:
 * the defences, and for each bypass which it gets past. The clients and the library are those of PACKAGES.
 */
import { execFile } from "node:child_process";
import { lookup } from "node:dns/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { createGuard } from "urlsieve/connect";
import { BYPASSES } from "./bypasses";
import { attempt, buildWorld } from "./world";

type Get = (url: string) => Promise<unknown>;

const TIME = 3000;
const [folder, packages] = process.argv.slice(2) as [string, string];
const load = createRequire(packages);
const ipaddr = load("ipaddr.js");
const needle = load("needle");
const nodeFetch = load("node-fetch");
const { useAgent } = load("request-filtering-agent");
const runProgram = promisify(execFile);
const signal = () => AbortSignal.timeout(TIME);

const byFetch: Get = async (url) => (await fetch(url, { signal: signal() })).text();
const byCurl: Get = (url) => runProgram("curl", ["-q", "-sS", "-L", "-m", String(TIME / 1000), "-o", "/dev/null", "--url", url]);
const byNeedle = (url: string, options = {}) =>
	needle("get", url, { follow_max: 5, response_timeout: TIME, open_timeout: TIME, ...options });

const isPartner = (host: string) => host === "partner.test" || host.endsWith(".partner.test");

/** A check as many programs have it: a URL is parsed, its host is on a list, and the client is given the string. */
const listed =
	(get: Get): Get =>
	(url) => {
		if (isPartner(hostOf(url))) return get(url);
		throw new Error("not on the list");
	};

/** The same with the addresses of the host, which the client then looks up again. */
const lookedUp =
	(get: Get): Get =>
	async (url) => {
		const found = await lookup(hostOf(url).replace(/^\[|\]$/g, ""), { all: true });
		if (found.every(({ address }) => ipaddr.process(address).range() === "unicast")) return get(url);
		throw new Error("not public");
	};

function hostOf(url: string): string {
	const { protocol, hostname } = new URL(url);
	if (protocol === "http:" || protocol === "https:") return hostname;
	throw new Error("not http");
}

const guard = createGuard();
const guardOfList = createGuard({ accepts: ({ host }) => isPartner(host) });

const DEFENCES: { readonly [name: string]: Get } = {
	"`new URL` and a list, `fetch`": listed(byFetch),
	"`new URL` and a list, needle": listed(byNeedle),
	"`new URL` and a list, curl": listed(byCurl),
	"`new URL` and addresses, `fetch`": lookedUp(byFetch),
	"`new URL` and addresses, curl": lookedUp(byCurl),
	"`request-filtering-agent`, node-fetch": (url) => nodeFetch(url, { agent: useAgent(url), timeout: TIME }),
	"`request-filtering-agent`, needle": (url) => byNeedle(url, { agent: useAgent(url) }),
	"`guard.fetch`": async (url) => (await guard.fetch(url, { signal: signal() })).text(),
	"`guard.fetch` and a list": async (url) => (await guardOfList.fetch(url, { signal: signal() })).text(),
};

await buildWorld(folder);
const rows = [];
for (const { url, source } of BYPASSES) {
	const arrived = [];
	for (const defence of Object.values(DEFENCES)) arrived.push(await attempt(async () => defence(url)));
	rows.push({ url, source, arrived });
}
// A network that is broken proves nothing: without a defence a request arrives, and with ours an allowed one does.
const isOpen = await attempt(() => byFetch("http://127.0.0.1/"));
const { status } = await guardOfList.fetch("http://partner.test/");
console.log(JSON.stringify({ defences: Object.keys(DEFENCES), rows, isSound: isOpen && status === 200 }));
process.exit(0);
