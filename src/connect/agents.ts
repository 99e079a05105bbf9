/** Agents of node:http and node:https whose sockets connect to allowed addresses. */
import { type AgentOptions, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent, type AgentOptions as HttpsAgentOptions } from "node:https";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { admitPlace, admittedAddresses } from "./admission";
import { checkSocketOptions } from "./connector";
import { invalid, type Rules } from "./guard-options";
import { lookupOf } from "./lookup";

/** What an agent is asked for. */
interface SocketOptions {
	readonly host?: string;
	readonly port?: string | number;
	readonly lookup?: unknown;
	readonly socketPath?: unknown;
	readonly path?: unknown;
}

type Created = (error: Error | null, socket?: Duplex) => void;

/** `createConnection` of an agent, which its types leave out. */
interface Connecting {
	createConnection(options: object, created?: Created): Duplex;
}

export function httpAgentOf(rules: Rules, options: AgentOptions): HttpAgent {
	checkSocketOptions(options);
	return guarded(new HttpAgent(options), "http", rules);
}

export function httpsAgentOf(rules: Rules, options: HttpsAgentOptions): HttpsAgent {
	checkSocketOptions(options);
	return guarded(new HttpsAgent(options), "https", rules);
}

/** A socket asks `lookup` for names, and nobody for addresses. */
function guarded<Agent extends HttpAgent>(agent: Agent, scheme: "http" | "https", rules: Rules): Agent {
	const [lookup, own] = [lookupOf(rules), agent as unknown as Connecting];
	const create = own.createConnection.bind(agent);
	own.createConnection = (options: SocketOptions, created?: Created) => {
		const { host = "localhost", port, socketPath } = options;
		const admitted = async () => {
			admitPlace(scheme, host, port, rules);
			if (isIP(host)) await admittedAddresses(host, rules);
		};
		const fail = (error: Error) => process.nextTick(() => created?.(error));
		if (socketPath) fail(invalid("A guard connects to hosts, not to the socket of a path."));
		else if (options.lookup) fail(invalid('The option "lookup" would connect past the guard: leave it out.'));
		else
			admitted()
				.then(() => create({ ...options, lookup }))
				.then((socket) => created?.(null, socket), fail);
		// Node.js waits for the callback.
		return undefined as unknown as Duplex;
	};
	return agent;
}
