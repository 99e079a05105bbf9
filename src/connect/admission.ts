/**
 * Whether to connect, asked three times: for a URL before anything is sent, for the addresses of a name once it has resolved, and for the
 * host of a connection, which a client may have taken from elsewhere.
 */
import { isIP } from "node:net";
import { destination } from "../edge/destination";
import { type Address, checkAddresses } from "../edge/hosts/check-addresses";
import type { AcceptedUrl, Reason } from "../edge/hosts/read-host";
import { ConnectError, type ConnectErrorCode } from "../errors";
import type { Rules } from "./guard-options";

/** Messages for URLs that are rejected although clients may agree on them. */
const SENTENCES: { readonly [name in Reason]?: string } = {
	scheme: "A guard connects by http and https only.",
	length: "The URL is longer than 16,384 UTF-16 units.",
};

/** The place of a URL. Throws ConnectError unless the rules allow it. */
export function admitUrl(url: string, rules: Rules): AcceptedUrl {
	const found = destination(url);
	if (!found.accepted) {
		const { reason, offset } = found;
		const message = SENTENCES[reason] ?? `Clients may connect to different hosts for this URL: ${reason}, at ${offset}.`;
		throw new ConnectError("rejected-url", message, { url, reason, offset });
	}
	const { host, port, address } = found;
	if (rules.ports !== undefined && !rules.ports.includes(port))
		throw new ConnectError("forbidden-port", `Port ${port} of ${host} is not allowed.`, { url, host });
	if (address !== undefined && !rules.allow.includes(address)) throw forbidden(host, isIP(host) ? host : undefined, address, url);
	if (!isAccepted(found, rules))
		throw new ConnectError("forbidden-host", `The option "accepts" refuses ${host}, port ${port}.`, { url, host });
	return found;
}

function isAccepted(place: AcceptedUrl, { accepts }: Rules): boolean {
	try {
		return accepts(place) === true;
	} catch (thrown) {
		throw objectOf(thrown, "forbidden-host", 'The option "accepts"', place.host);
	}
}

/** What a callback has thrown, as an object: Node.js takes null for no error. */
function objectOf(thrown: unknown, code: ConnectErrorCode, what: string, host: string): object {
	if (typeof thrown === "object" && thrown !== null) return thrown;
	return new ConnectError(code, `${what} failed for ${host}: ${String(thrown)}.`, { host });
}

/** The place that a client connects to, by default at the port of the scheme. Throws as `admitUrl`. */
export function admitPlace(scheme: "http" | "https", host: string, port: string | number | undefined, rules: Rules): AcceptedUrl {
	const authority = host.includes(":") && host[0] !== "[" ? `[${host}]` : host;
	return admitUrl(`${scheme}://${authority}${port === undefined || port === "" ? "" : `:${port}`}/`, rules);
}

function forbidden(host: string, address: string | undefined, name: string, url?: string): ConnectError {
	const what = address === undefined || address === host ? `${host} is` : `${host} has the address ${address}, which is`;
	return new ConnectError("forbidden-address", `${what} ${name}, which is not allowed.`, { url, host, address, class: name });
}

/** The addresses of a host: itself if it is one, else what its name resolves to. Rejects with ConnectError unless all are allowed. */
export async function admittedAddresses(host: string, rules: Rules): Promise<readonly string[]> {
	const addresses = isIP(host) ? [host] : await resolved(admitName(host), rules);
	const checked = checkAddresses(addresses, { allow: rules.allow });
	if (checked.accepted) return checked.addresses;
	const { reason, address } = checked;
	if (reason === "class") throw forbidden(host, address, checked.class as string);
	const message =
		reason === "none" ? `${host} has no address.` : `${host} resolves to ${JSON.stringify(address)}, which is no address.`;
	throw new ConnectError("no-address", message, { host, address });
}

/** What a name resolves to. */
async function resolved(name: string, rules: Rules): Promise<readonly Address[]> {
	let addresses: unknown;
	try {
		addresses = await rules.resolve(name);
	} catch (thrown) {
		throw objectOf(thrown, "no-address", 'The option "resolve"', name);
	}
	if (Array.isArray(addresses) && addresses.every((entry) => typeof (entry?.address ?? entry) === "string")) return addresses;
	throw new ConnectError("no-address", `The option "resolve" must return an array of addresses, not so for ${name}.`, {
		host: name,
	});
}

/** A name that all resolvers read alike. */
function admitName(host: string): string {
	const found = destination(`http://${host}/`);
	if (found.accepted && found.host === host.toLowerCase()) return found.host;
	const reason = found.accepted ? "host" : found.reason;
	throw new ConnectError("rejected-url", `Clients may connect to different hosts for ${JSON.stringify(host)}: ${reason}.`, {
		host,
		reason,
	});
}
