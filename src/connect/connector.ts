/** Sockets to allowed addresses, as undici's option `connect` makes them. */
import { connect as connectTcp, isIP, type Socket, type TcpNetConnectOpts } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { admitPlace, admittedAddresses } from "./admission";
import { type ConnectOptions, invalid, type Rules } from "./guard-options";
import { type Lookup, lookupOf } from "./lookup";

/** What undici asks a connector for. */
export interface ConnectRequest {
	readonly hostname: string;
	readonly host?: string | undefined;
	readonly protocol: string;
	readonly port: string | number;
	readonly servername?: string | null | undefined;
	readonly localAddress?: string | null | undefined;
	readonly httpSocket?: Socket | undefined;
}

/** A connector of undici: `new Agent({ connect })`. */
export type Connector = (request: ConnectRequest, connected: Connected) => void;

/** Is called once: with a socket, or with an error. */
export type Connected = (...result: [error: null, socket: Socket] | [error: Error, socket: null]) => void;

/** Options that would lead a socket elsewhere. */
const ELSEWHERE = ["host", "hostname", "port", "path", "socketPath", "lookup", "socket", "proxyEnv"];

/** Throws OptionError `invalid-option` if options are no object, or lead elsewhere. */
export function checkSocketOptions(options: object): void {
	if (typeof options !== "object" || options === null) throw invalid("The options of sockets must be an object.");
	const found = ELSEWHERE.find((name) => (options as { [name: string]: unknown })[name] !== undefined);
	if (found !== undefined) throw invalid(`The option "${found}" would connect past the guard: leave it out.`);
}

export function connectorOf(rules: Rules, options: ConnectOptions): Connector {
	checkSocketOptions(options);
	const { allowH2 = false, timeout = 10_000, ...own } = options;
	if (typeof allowH2 !== "boolean") throw invalid('The option "allowH2" must be true or false.');
	if (!(timeout > 0 && timeout < 2 ** 31)) throw invalid('The option "timeout" must be a number of milliseconds above 0.');
	const [lookup, sessions] = [lookupOf(rules), new Map<string, Buffer>()];
	return (request, connected) => {
		const host = request.hostname.replace(/^\[(.*)\]$/, "$1");
		if (request.httpSocket) return connected(invalid("A guard connects by itself, not through a proxy."), null);
		// A socket asks no lookup for an address.
		const admitted = async () => {
			admitPlace(request.protocol === "https:" ? "https" : "http", host, request.port, rules);
			if (isIP(host)) await admittedAddresses(host, rules);
		};
		const protocols = allowH2 ? ["http/1.1", "h2"] : ["http/1.1"];
		admitted()
			.then(() => open({ ...request, hostname: host }, { ALPNProtocols: protocols, ...own }, lookup, sessions))
			.then(
				(socket) => settle(socket, request.protocol === "https:" ? "secureConnect" : "connect", timeout, connected),
				(error) => connected(error, null),
			);
	};
}

function open(request: ConnectRequest, options: ConnectionOptions, lookup: Lookup, sessions: Map<string, Buffer>): Socket {
	const { hostname: host, protocol, servername, localAddress } = request;
	const address = { host, lookup, ...(localAddress && { localAddress }) };
	if (protocol !== "https:") return connectTcp({ ...options, ...address, port: Number(request.port || 80) } as TcpNetConnectOpts);
	const port = Number(request.port || 443);
	const key = `${servername || host}:${port}`;
	// RFC 6066 §3: an address is no server name.
	const name = servername || (isIP(host) ? "" : host);
	const session = sessions.get(key);
	const socket = connectTls({ servername: name, ...options, ...address, port, ...(session && { session }) } as ConnectionOptions);
	return socket.on("session", (fresh) => keepSession(sessions, key, fresh));
}

/** Sessions of the hosts that were connected to last. */
function keepSession(sessions: Map<string, Buffer>, key: string, session: Buffer): void {
	sessions.delete(key);
	sessions.set(key, session);
	if (sessions.size > 100) sessions.delete(sessions.keys().next().value as string);
}

/** Calls back once: with the socket when it is connected, or with an error. */
function settle(socket: Socket, event: string, timeout: number, connected: Connected): void {
	const late = () => socket.destroy(Object.assign(new Error(`No connection within ${timeout} ms.`), { code: "ETIMEDOUT" }));
	const timer = setTimeout(late, timeout);
	let isOpen = true;
	const end = (error: Error | null) => {
		clearTimeout(timer);
		if (isOpen && error === null) connected(null, socket);
		else if (isOpen && error !== null) connected(error, null);
		isOpen = false;
	};
	socket.setNoDelay(true).setKeepAlive(true, 60_000);
	socket.once(event, () => end(null)).on("error", end);
}
