/** A guard: the ways in which programs of Node.js make connections, each of which connects only to allowed addresses. */
import type { AgentOptions, Agent as HttpAgent } from "node:http";
import type { Agent as HttpsAgent, AgentOptions as HttpsAgentOptions } from "node:https";
import type { AcceptedUrl } from "../edge/hosts/read-host";
import { admitUrl } from "./admission";
import { httpAgentOf, httpsAgentOf } from "./agents";
import { type Connector, connectorOf } from "./connector";
import { checkEnvironment } from "./environment";
import { type ConnectOptions, type GuardOptions, resolveRules } from "./guard-options";
import { fetchOf, type GuardedInit } from "./guarded-fetch";
import { type Lookup, lookupOf } from "./lookup";
import { runtimeFetch } from "./runtime-fetch";

/**
 * Ways to connect to allowed addresses only, made by `createGuard`. Each resolves a name once per connection, checks all of its addresses,
 * and connects to one of these. A connection that is kept alive was checked when it was made.
 */
export interface Guard {
	/**
	 * The option `lookup` of node:http, node:https, node:net and node:tls. Sockets call it for names only: it sees neither the port nor an
	 * address in the URL. Pass the URL to `check` first, or use the agents, which check all three.
	 */
	readonly lookup: Lookup;

	/**
	 * Where a URL leads, if the rules allow it. Says nothing about the addresses of a name. Throws ConnectError `rejected-url`,
	 * `forbidden-port`, `forbidden-host` or, for an address or `localhost`, `forbidden-address`.
	 */
	check(url: string): AcceptedUrl;

	/**
	 * An agent for `http.request`. Takes the options of `http.Agent`. Checks host and port of each connection. Like any agent, it does not
	 * follow redirects.
	 */
	httpAgent(options?: AgentOptions): HttpAgent;

	/** The same for `https.request`. */
	httpsAgent(options?: HttpsAgentOptions): HttpsAgent;

	/**
	 * A connector for undici: `new Agent({ connect: guard.connector() })`. Options are those of `tls.connect`, `allowH2` and `timeout`. It
	 * checks host and port of each connection, also where undici and `fetch` follow a redirect.
	 */
	connector(options?: ConnectOptions): Connector;

	/**
	 * `fetch` for URLs that others have chosen. Checks the URL, and that of each redirect, before it is requested. Fields for one origin,
	 * such as `Authorization`, are not sent to another one. Takes a string or a URL, and options as `fetch`.
	 *
	 * Rejects with ConnectError, or with what `fetch` rejects with, whose `cause` is a ConnectError if an address is not allowed.
	 */
	fetch(url: string | URL, init?: GuardedInit): Promise<Response>;
}

/**
 * Makes a guard against server-side request forgery: requests for URLs that others have chosen reach only public addresses, or those of
 * the classes in `allow`. Node.js only.
 *
 * Throws OptionError `invalid-option`, also if Node.js is told to use a proxy of the environment: that one would resolve names itself.
 *
 * @example
 * ```ts
 * const guard = createGuard({ ports: [80, 443] });
 * guard.check("https://example.com/a").host; // "example.com"
 * const code = await guard.fetch("http://169.254.169.254/latest/meta-data").catch(({ code }) => code);
 * code; // "forbidden-address"
 * ```
 */
export function createGuard(options: GuardOptions = {}): Guard {
	const rules = resolveRules(options);
	checkEnvironment();
	const connect = connectorOf(rules, rules.socket);
	let guarded: ReturnType<typeof fetchOf> | undefined;
	return {
		lookup: lookupOf(rules),
		check: (url) => admitUrl(url, rules),
		httpAgent: (agent = {}) => httpAgentOf(rules, agent),
		httpsAgent: (agent = {}) => httpsAgentOf(rules, agent),
		connector: (socket = {}) => connectorOf(rules, socket),
		async fetch(url, init) {
			guarded ??= fetchOf(rules, rules.undici ?? runtimeFetch(), connect);
			return (await guarded)(url, init);
		},
	};
}
