/** A reader's result for a target. */

/** A reader's view of a target that it accepts. */
interface Accepted {
	/** The authority, if the target has one that the reader heeds. */
	readonly host?: string | undefined;
	/** The path that it routes on. */
	readonly path: string;
	/** Without `?`. Undefined if there is none. */
	readonly query?: string | undefined;
	/** The target that it sends on. */
	readonly sends: string;
}

/** The same, or the status of its response to a target that it does not route: an error, or a redirect. */
export type Reading = Accepted | number;

/** Reads a target. */
export type Read = (target: string) => Reading;

/** The parts of a target. */
export interface Parts {
	readonly scheme?: string;
	readonly authority?: string;
	readonly path: string;
	readonly query?: string | undefined;
	/** From the first character of the path on. */
	readonly rest: string;
}

const ABSOLUTE = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)/;

/** Splits a target at the first `?`, or, with `#` in `ends`, at `#`, which then ends the query as well. Undefined unless it is in origin or absolute form. */
export function split(target: string, endsAtHash: boolean): Parts | undefined {
	const [head, scheme, authority] = target[0] === "/" ? [""] : (ABSOLUTE.exec(target) ?? []);
	if (head === undefined) return undefined;
	const rest = target.slice(head.length);
	return { ...(scheme !== undefined && { scheme, authority }), ...pathAndQuery(rest, endsAtHash), rest } as Parts;
}

export function pathAndQuery(rest: string, endsAtHash: boolean): { path: string; query?: string } {
	const hash = endsAtHash ? rest.indexOf("#") : -1;
	const text = hash < 0 ? rest : rest.slice(0, hash);
	const at = text.indexOf("?");
	return at < 0 ? { path: text } : { path: text.slice(0, at), query: text.slice(at + 1) };
}

/** Whether an authority, if there is one, is a host of letters, digits, `.`, `-` and `_`, or an IP literal, with or without port. */
export function isPlainHost(authority: string | undefined): boolean {
	return (
		authority === undefined ||
		(/^(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)?$/.test(authority) && !authority.includes(".."))
	);
}
