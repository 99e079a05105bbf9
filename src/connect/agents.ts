/** Agents of node:http and node:https whose sockets connect to allowed addresses. */
import { type AgentOptions, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent, type AgentOptions as HttpsAgentOptions } from "node:https";
import type { Duplex } from "node:stream";
import { admitPlace } from "./admission";
import type { Rules } from "./guard-options";
import { lookupOf } from "./lookup";
import { AGENT_OPTIONS, refuseOptions, refusePast } from "./socket-options";

/** Where an agent is asked to connect to. */
interface Place {
	readonly host?: string;
	readonly port?: string | number;
}

type Created = (error: Error | null, socket?: Duplex) => void;

/** `createConnection` of an agent, which the types of some versions leave out. */
interface Connecting {
	createConnection(options: object, created?: Created): Duplex | undefined;
}

export function httpAgentOf(rules: Rules, options: AgentOptions): HttpAgent {
	refuseOptions(options, AGENT_OPTIONS);
	return guarded(new HttpAgent(options), "http", rules);
}

export function httpsAgentOf(rules: Rules, options: HttpsAgentOptions): HttpsAgent {
	refuseOptions(options, AGENT_OPTIONS);
	return guarded(new HttpsAgent(options), "https", rules);
}

/** Sockets call `lookup` for names only, so the place is checked first. They are returned at once: `maxSockets` counts no others. */
function guarded<Agent extends HttpAgent>(agent: Agent, scheme: "http" | "https", rules: Rules): Agent {
	const [lookup, own] = [lookupOf(rules), agent as unknown as Connecting];
	const create = own.createConnection.bind(agent);
	const connect = (options: Place) => {
		refusePast(options);
		admitPlace(scheme, options.host ?? "localhost", options.port, rules);
		return create({ ...options, lookup });
	};
	own.createConnection = (options: Place, created?: Created) => {
		try {
			return connect(options);
		} catch (error) {
			if (created === undefined) throw error;
			process.nextTick(created, error);
			return undefined;
		}
	};
	return agent;
}
