/**
 * The parts that the schemes of Internet protocols share: RFC 1738 §3.1, §5.
 *
 * ```
 *   login    = [ user [ ":" password ] "@" ] hostport      user = password = *[ uchar | ";" | "?" | "&" | "=" ]
 *   hostport = host [ ":" port ]                           host = hostname | hostnumber
 * ```
 *
 * Choice: a host may also be an IP literal (RFC 3986 §3.2.2). A "?" in user or password must be encoded, since it ends the authority
 * in RFC 3986.
 */
import { MAX_PORT } from "../../assembly/whatwg/port";
import { defaultPort } from "../reference/reference";
import { tryParse, Uri } from "../uri/uri";
import { LINE_ENDS, readDecoded, rule, writeDecoded } from "./rule";
import { type Part, partError, type Source } from "./source";

/** The address of a server. */
export interface HostPort {
	/** A name, an IPv4 address, or an IP literal with its brackets. Not normalized. */
	readonly host: string;
	/** The port, or the scheme's default if the URI has none. */
	readonly port: number;
}

/** The address of a server, and as whom to log in. An empty user or password differs from an absent one. */
export interface Login extends HostPort {
	readonly user?: string | undefined;
	readonly password?: string | undefined;
}

const USER = rule("user", ";&=");
const PASSWORD = rule("password", ";&=");
const HOST_NUMBER = /^\d+\.\d+\.\d+\.\d+$/;
const LABEL = /^[A-Za-z0-9-]+$/;
const HOST_FAULT = "The host is not a hostname, hostnumber or IP literal.";

/** rlogin has a default port (IANA port registry) but no row in the kernel's registry: its normal form keeps the port. */
const RLOGIN_PORT = 513;

function portOf(scheme: string): number {
	return defaultPort(scheme) ?? RLOGIN_PORT;
}

/** Reads `login`. */
export function readLogin(source: Source, urlRule: string): Login {
	const hostPort = readAnyHostPort(source, urlRule);
	if (source.userinfo === undefined) return hostPort;
	const [user, password] = source.userinfo.cut(":");
	return {
		user: readDecoded(user, USER, LINE_ENDS),
		password: password && readDecoded(password, PASSWORD, LINE_ENDS),
		...hostPort,
	};
}

/** Reads `hostport`, for schemes without a user. */
export function readHostPort(source: Source, urlRule: string): HostPort {
	if (source.userinfo !== undefined)
		throw source.userinfo.fault(urlRule, `A URI of the scheme ${source.scheme} cannot have a user.`);
	return readAnyHostPort(source, urlRule);
}

function readAnyHostPort({ host, port, rest, scheme }: Source, urlRule: string): HostPort {
	if (host === undefined) throw rest.fault(urlRule, `A URI of the scheme ${scheme} needs "//" and a host after the colon.`);
	return { host: readHost(host), port: port === undefined ? portOf(scheme) : readPort(port) };
}

/** Reads `host`. */
export function readHost(part: Part): string {
	if (isHost(part.text)) return part.text;
	const at = part.text.search(/[^A-Za-z0-9.-]/);
	throw part.fault("host", HOST_FAULT, Math.max(at, 0));
}

/** port = digits. */
function readPort(part: Part): number {
	if (part.text === "") throw part.fault("port", "A colon after the host needs a port.");
	const port = Number(part.text);
	if (port > MAX_PORT) throw part.fault("port", "A port must be at most 65535.");
	return port;
}

/** Writes "//" and `login`. */
export function writeLogin(login: Login & { readonly scheme: string }): string {
	return `//${writeUser(login)}${writeHostPort(login)}`;
}

function writeUser({ user, password }: Login): string {
	if (user === undefined) {
		if (password === undefined) return "";
		throw partError("login", "userinfo", "A password needs a user.", password);
	}
	const secret = password === undefined ? "" : `:${writeDecoded(password, PASSWORD, "userinfo", LINE_ENDS)}`;
	return `${writeDecoded(user, USER, "userinfo", LINE_ENDS)}${secret}@`;
}

/** Writes `hostport`, without a port that is the default. */
export function writeHostPort({ scheme, host, port }: HostPort & { readonly scheme: string }): string {
	if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) {
		throw partError("port", "port", "A port must be an integer from 0 to 65535.", String(port));
	}
	return port === portOf(scheme) ? writeHost(host) : `${writeHost(host)}:${port}`;
}

/** Writes `host`. */
export function writeHost(host: string): string {
	if (isHost(host)) return host;
	throw partError("host", "host", HOST_FAULT, host);
}

function isHost(text: string): boolean {
	return text.startsWith("[") ? isLiteral(text) : HOST_NUMBER.test(text) || isHostName(text);
}

function isLiteral(text: string): boolean {
	const reference = tryParse(`//${text}`);
	return reference instanceof Uri && reference.host === text;
}

/** hostname = *[ domainlabel "." ] toplabel. Labels begin and end with a letter or digit. The last one begins with a letter. */
export function isHostName(text: string): boolean {
	const labels = text.split(".");
	const isName = labels.every((label) => LABEL.test(label) && !label.startsWith("-") && !label.endsWith("-"));
	return isName && /^[A-Za-z]/.test(labels.at(-1) as string);
}
