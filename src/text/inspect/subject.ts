/** The input of each group of findings. */
import type { Component } from "../../errors";
import type { Uri } from "../../uri/uri";
import { normalHost } from "./normal-host";

/** A reference to inspect. */
export interface Subject {
	readonly reference: string;
	readonly uri: Uri;
	/** UTF-16 index of the first character of each component. Meaningless for an absent component. */
	readonly offsets: Readonly<Record<Component, number>>;
	/** The normal form of the host, or undefined if it is absent, empty or invalid. */
	readonly normalHost: string | undefined;
}

/** Locates the components of `uri`, which begins at index `start` of the reference, in the order of RFC 3986 §5.3. */
export function subjectOf(reference: string, uri: Uri, start: number): Subject {
	const schemeEnd = uri.scheme === undefined ? start : start + uri.scheme.length + 1;
	const authority = schemeEnd + 2;
	const host = authority + (uri.userinfo === undefined ? 0 : uri.userinfo.length + 1);
	const port = host + (uri.host?.length ?? 0) + 1;
	const path = uri.authority === undefined ? schemeEnd : authority + uri.authority.length;
	const query = path + uri.path.length + 1;
	const fragment = uri.query === undefined ? query : query + uri.query.length + 1;
	const offsets = { scheme: start, authority, userinfo: authority, host, port, path, query, fragment };
	return { reference, uri, offsets, normalHost: uri.host ? normalHost(uri.host) : undefined };
}
