/** Options of sockets, by the names of Node.js: it ignores any other, and some lead a socket past a guard. */
import { isPlain } from "../edge/checked-options";
import { invalid } from "./guard-options";

/** Those of net.connect and tls.connect that mean something to a client. `blockList` is of Node.js 22. */
const SOCKET = [
	"allowHalfOpen autoSelectFamily autoSelectFamilyAttemptTimeout blockList family hints keepAlive keepAliveInitialDelay localAddress localPort",
	"noDelay signal timeout",
	"ALPNProtocols allowPartialTrustChain ca cert checkServerIdentity ciphers clientCertEngine crl ecdhCurve enableTrace key maxVersion minDHSize",
	"minVersion passphrase pfx privateKeyEngine privateKeyIdentifier pskCallback rejectUnauthorized requestOCSP secureContext secureOptions",
	"secureProtocol servername session sigalgs",
];
/** More options of a connector. */
export const CONNECTOR_OPTIONS = "allowH2";
/** More options of an agent. `agentKeepAliveTimeoutBuffer` and `defaultPort` are of Node.js 24. */
export const AGENT_OPTIONS =
	"agentKeepAliveTimeoutBuffer defaultPort keepAliveMsecs maxCachedSessions maxFreeSockets maxSockets maxTotalSockets scheduling";

/** Options by which a socket connects to something else than the host that was checked. */
const PAST = ["fd", "handle", "lookup", "proxyEnv", "socket", "socketPath", "path"];

/** Throws OptionError `invalid-option` unless options are an object, and none of them leads past the guard. */
export function refusePast(options: unknown): void {
	if (typeof options !== "object" || options === null) throw invalid("The options of sockets must be an object.");
	// node:http says null for no path.
	const found = PAST.find((name) => ((options as { [name: string]: unknown })[name] ?? undefined) !== undefined);
	if (found !== undefined) throw invalid(`The option "${found}" would connect past the guard: leave it out.`);
}

/** Throws OptionError `invalid-option` for an option that leads past the guard, or that neither sockets have nor these names. */
export function refuseOptions(options: object, more: string): void {
	if (!isPlain(options)) throw invalid("The options of sockets must be a plain object.");
	refusePast(options);
	const known = [...SOCKET, more].join(" ").split(" ");
	const unknown = Object.keys(options).find((name) => !known.includes(name));
	if (unknown !== undefined) throw invalid(`Unknown option ${JSON.stringify(unknown)} of sockets.`);
}
