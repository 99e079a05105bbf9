/**
 * The host that every HTTP client connects to.
 *
 * ```
 *   http://a.test\@b.test/ ──▶ Node.js: a.test    curl: b.test      rejected: characters
 *   http://a.test/         ──▶ everyone: a.test                     accepted
 * ```
 */
import { checkOptions } from "./checked-options";
import { type AcceptedUrl, MAX_LENGTH, type RejectedUrl, readHost } from "./hosts/read-host";
import { type ClientId, type ClientView, checkClients, viewsOf } from "./hosts/views";

/** Options of `destination`. */
export interface DestinationOptions {
	/** Whose views a rejected string has. The default is all; without any, it has no `clients`. They never change what is accepted. */
	readonly clients?: readonly ClientId[] | undefined;
}

/** What `destination` returns. Its host is there only after `accepted` has been asked. */
export type Destination =
	| AcceptedUrl
	| (RejectedUrl & {
			/** Where clients go with it. Absent if the evidence has no string of its kind; without clients whose strings of that kind differ. */
			readonly clients?: readonly ClientView[];
	  });

/**
 * The host that every HTTP client connects to for a URL, or why clients may differ. Nothing is trimmed or repaired: give the client exactly
 * this string. One grammar is accepted: for each string in it, all clients of the evidence connect to the same host and port. A URL that most
 * of them read alike is rejected if one may read it differently.
 *
 * It says nothing about the addresses that a name has: resolve once, check each address by `addressClass`, and connect to one of them.
 * Throws TypeError unless the URL is a string, and for an unknown client.
 *
 * @example
 * ```ts
 * const found = destination("https://Example.com:8443/a?b");
 * found.accepted && found.host; // "example.com"
 * destination("http://[::1]/"); // { accepted: true, scheme: "http", host: "::1", port: 80, address: "loopback" }
 * const evil = destination("http://a.test\\@b.test/", { clients: ["node-fetch", "curl"] });
 * !evil.accepted && evil.reason; // "characters"
 * !evil.accepted && evil.clients?.map(({ host }) => host); // ["a.test", "b.test"]
 * ```
 */
export function destination(url: string, options?: DestinationOptions): Destination {
	if (options !== undefined) checkOptions(options, ["clients"]);
	const asked = options?.clients === undefined ? undefined : checkClients(options.clients);
	const read = readHost(url);
	if (read.accepted || url.length > MAX_LENGTH || asked?.length === 0) return read;
	const views = viewsOf(url, asked ?? checkClients(undefined));
	return views === undefined ? read : { ...read, clients: views };
}
