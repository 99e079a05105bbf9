/** The components of a reference as text (RFC 3986 §3), and how to join them (§5.3). */
import { requireObject, requireString } from "../input";

/**
 * The components of a reference, as written: nothing is decoded. `undefined` means absent, `""` present but empty. `authority`
 * comprises userinfo, host and port.
 */
export interface UriComponents {
	readonly scheme?: string | undefined;
	readonly authority?: string | undefined;
	readonly userinfo?: string | undefined;
	readonly host?: string | undefined;
	readonly port?: string | undefined;
	readonly path: string;
	readonly query?: string | undefined;
	readonly fragment?: string | undefined;
}

/**
 * Joins components into a reference (RFC 3986 §5.3). If `authority` is given, userinfo, host and port are ignored.
 *
 * @example
 * ```ts
 * recompose({ scheme: "http", host: "example.com", port: "", path: "/", query: "" }); // "http://example.com:/?"
 * ```
 */
export function recompose(components: UriComponents): string {
	requireObject(components, "components");
	const { scheme, path, query, fragment } = components;
	requireString(path, "path");
	const authority = components.authority ?? recomposeAuthority(components);
	return (
		(scheme === undefined ? "" : `${scheme}:`) +
		(authority === undefined ? "" : `//${authority}`) +
		path +
		(query === undefined ? "" : `?${query}`) +
		(fragment === undefined ? "" : `#${fragment}`)
	);
}

/** authority = [ userinfo "@" ] host [ ":" port ], §3.2. */
export function recomposeAuthority({ userinfo, host, port }: Partial<UriComponents>): string | undefined {
	if (host === undefined) return undefined;
	return (userinfo === undefined ? "" : `${userinfo}@`) + host + (port === undefined ? "" : `:${port}`);
}
