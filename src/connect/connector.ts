/** Sockets to allowed addresses, as undici's option `connect` makes them. */
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import type { AcceptedUrl } from "../edge/hosts/read-host";
import { admitPlace } from "./admission";
import { type ConnectOptions, invalid, type Rules } from "./guard-options";
import { lookupOf } from "./lookup";
import { CONNECTOR_OPTIONS, refuseOptions } from "./socket-options";

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

/** Options of a socket. */
interface Target extends ConnectionOptions {
	readonly host: string;
	readonly port: number;
}

/** A connector of undici: `new Agent({ connect })`. */
export type Connector = (request: ConnectRequest, connected: Connected) => void;

/** Is called once: with a socket, or with an error. */
export type Connected = (...result: [error: null, socket: Socket] | [error: Error, socket: null]) => void;

export function connectorOf(rules: Rules, options: ConnectOptions): Connector {
	refuseOptions(options, CONNECTOR_OPTIONS);
	const { allowH2 = false, timeout = 10_000, noDelay = true, keepAlive = true, keepAliveInitialDelay = 60_000, ...own } = options;
	if (typeof allowH2 !== "boolean") throw invalid('The option "allowH2" must be true or false.');
	if (typeof timeout !== "number" || !(timeout > 0 && timeout < 2 ** 31))
		throw invalid('The option "timeout" must be a number of milliseconds above 0.');
	const tls = { ALPNProtocols: allowH2 ? ["http/1.1", "h2"] : ["http/1.1"], ...own };
	const [lookup, sessions] = [lookupOf(rules), new Map<string, Buffer>()];
	return (request, connected) => {
		try {
			const { scheme, host, port } = admitRequest(request, rules);
			const { localAddress } = request;
			// Node.js reads the result of a spread more slowly. The size is undici's.
			const to = Object.assign({ host, port, lookup, highWaterMark: 65_536 }, own, localAddress ? { localAddress } : undefined);
			const socket = scheme === "http" ? connectTcp(to) : openTls({ ...tls, ...to }, request.servername, sessions);
			socket.setNoDelay(noDelay).setKeepAlive(keepAlive, keepAliveInitialDelay);
			settle(socket, scheme === "https" ? "secureConnect" : "connect", timeout, connected);
		} catch (error) {
			connected(error as Error, null);
		}
	};
}

/** Where undici wants to connect to. A socket asks `lookup` for the addresses of a name; an address is checked here. */
function admitRequest(request: ConnectRequest, rules: Rules): AcceptedUrl {
	if (request.httpSocket) throw invalid("A guard connects by itself, not through a proxy.");
	return admitPlace(request.protocol === "https:" ? "https" : "http", request.hostname, request.port, rules);
}

function openTls(to: Target, servername: string | null | undefined, sessions: Map<string, Buffer>): Socket {
	const { host, port } = to;
	const key = `${servername || host}:${port}`;
	// RFC 6066 §3: an address is no server name.
	const name = servername || (isIP(host) ? "" : host);
	const session = sessions.get(key);
	const socket = connectTls({ servername: name, ...to, ...(session && { session }) });
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
	socket.once(event, () => end(null)).on("error", end);
}
