/** The options of a guard, checked. */
import { lookup as lookUp } from "node:dns/promises";
import type { TcpSocketConnectOpts } from "node:net";
import type { ConnectionOptions } from "node:tls";
import { isPlain } from "../edge/checked-options";
import type { AddressClass } from "../edge/hosts/address-class";
import { type Address, checkAllowed } from "../edge/hosts/check-addresses";
import type { AcceptedUrl } from "../edge/hosts/read-host";
import { OptionError } from "../errors";

/** The package undici, of any version: its own types are wider. */
export interface Undici {
	readonly Agent: new (options: never) => object;
	readonly fetch: (url: never, init?: never) => Promise<unknown>;
}

/** Options of `createGuard`. */
export interface GuardOptions {
	/** The classes of addresses to connect to. The default is `["public"]`. */
	readonly allow?: readonly AddressClass[] | undefined;
	/** The ports to connect to. The default is all. */
	readonly ports?: readonly number[] | undefined;
	/**
	 * Whether to send a request to this place, which `destination` has accepted: for an allow-list of hosts. It is asked for each redirect as
	 * well. Anything but true refuses, a promise too.
	 */
	readonly accepts?: ((place: AcceptedUrl) => boolean) | undefined;
	/** Redirects that `fetch` follows. The default is 10. */
	readonly maxRedirects?: number | undefined;
	/**
	 * Resolves a name, once for each connection: to strings, or to objects as `dns.lookup` returns them. The default is `dns.lookup`, that is
	 * `getaddrinfo` with its hosts file.
	 */
	readonly resolve?: ((name: string) => Promise<readonly Address[]>) | undefined;
	/** The package undici, for `fetch`. The default is what Node.js has built in. */
	readonly undici?: Undici | undefined;
	/** Options of the sockets of `fetch`: those of `tls.connect`, such as `ca`, and `allowH2` and `timeout`. */
	readonly socket?: ConnectOptions | undefined;
}

type SocketOptions = Omit<ConnectionOptions & TcpSocketConnectOpts, "host" | "lookup" | "path" | "port" | "socket">;

/** The same, without gaps. */
export interface Rules {
	readonly allow: readonly AddressClass[];
	readonly ports: readonly number[] | undefined;
	readonly accepts: (place: AcceptedUrl) => boolean;
	readonly maxRedirects: number;
	readonly resolve: (name: string) => Promise<readonly Address[]>;
	readonly undici: Undici | undefined;
	readonly socket: ConnectOptions;
}

/** Options of sockets: those of `net.connect` and `tls.connect` that lead nowhere else, besides. */
export interface ConnectOptions extends SocketOptions {
	/** Whether to offer HTTP/2. */
	readonly allowH2?: boolean | undefined;
	/** Milliseconds until a connection is there. The default is 10,000. */
	readonly timeout?: number | undefined;
}

const TYPES: { readonly [name in keyof GuardOptions]-?: readonly [is: (value: unknown) => boolean, what: string] } = {
	allow: [Array.isArray, "an array of classes of addresses"],
	ports: [isPorts, "an array of ports from 1 to 65535"],
	accepts: [isFunction, "a function that returns whether to connect"],
	maxRedirects: [(value) => Number.isInteger(value) && (value as number) >= 0, "a whole number from 0"],
	resolve: [isFunction, "a function that returns a promise of addresses"],
	undici: [(value) => isFunction((value as Undici)?.Agent) && isFunction((value as Undici).fetch), "the package undici"],
	socket: [isPlain, "a plain object with options of sockets"],
};

function isFunction(value: unknown): boolean {
	return typeof value === "function";
}

function isPorts(value: unknown): boolean {
	return (
		Array.isArray(value) && value.length > 0 && [...value].every((port) => Number.isInteger(port) && port > 0 && port < 65_536)
	);
}

/** Throws OptionError `invalid-option`. */
export function resolveRules(options: GuardOptions): Rules {
	if (!isPlain(options)) throw invalid("The options must be a plain object.");
	for (const [name, value] of Object.entries(options)) {
		const type = Object.hasOwn(TYPES, name) ? TYPES[name as keyof GuardOptions] : undefined;
		if (type === undefined)
			throw invalid(`Unknown option ${JSON.stringify(name)}; the options are ${Object.keys(TYPES).join(", ")}.`);
		if (value !== undefined && !type[0](value)) throw invalid(`The option "${name}" must be ${type[1]}.`);
	}
	// Own members, and copies of lists: nobody widens them afterwards, nor by the prototype of all objects.
	const own: GuardOptions = Object.assign(Object.create(null), options);
	const { ports, undici, socket = {}, accepts = () => true, maxRedirects = 10, resolve = resolveByLookup } = own;
	return {
		allow: [...allowed(own.allow)],
		ports: ports && [...ports],
		undici,
		socket: { ...socket },
		accepts,
		maxRedirects,
		resolve,
	};
}

export function invalid(message: string): OptionError {
	return new OptionError("invalid-option", message);
}

function allowed(classes: readonly AddressClass[] | undefined): readonly AddressClass[] {
	try {
		return checkAllowed(classes);
	} catch (error) {
		throw invalid((error as TypeError).message);
	}
}

async function resolveByLookup(name: string): Promise<string[]> {
	return (await lookUp(name, { all: true })).map(({ address }) => address);
}
