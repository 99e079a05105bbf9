/** `to` of a rewrite: a path, or a URL, in which groups of `from` stand by their names. */
import { type From, namesIn, RewriteFault } from "./parse-from";
import { flat, joined, type Mark, marksOf, type Token } from "./tokens";

export interface To {
	/** Scheme, "://", host and port; absent if they stay. */
	readonly origin?: readonly Token[];
	readonly path: readonly Token[];
	/** Pieces that begin the query; absent if it has none of its own. */
	readonly query?: readonly Token[];
}

/** Parses what a pattern becomes. Throws RewriteFault. */
export function parseTo(text: string, from: From): To {
	const isPath = text.startsWith("/");
	const [, scheme = "", rest = ""] = /^(https?):\/\/(.*)$/is.exec(text) ?? [];
	if (!isPath && scheme === "")
		throw new RewriteFault(`must begin with "/", "https://" or "http://", not ${JSON.stringify(text)}`);
	const marks = marksOf(isPath ? text : rest);
	const refused = marks.find(({ kind }) => "#{}".includes(kind));
	if (refused?.kind === "#") throw new RewriteFault("has a fragment; leave it out: that of the reference stays");
	if (refused !== undefined)
		throw new RewriteFault(`has "${refused.kind}", which only patterns have; write "\\\\${refused.kind}" for the character`);
	const queryAt = indexOr(
		marks,
		marks.findIndex(({ kind }) => kind === "?"),
	);
	const pathAt = isPath
		? 0
		: Math.min(
				queryAt,
				indexOr(
					marks,
					marks.findIndex(({ kind }) => kind === "/"),
				),
			);
	const authority = marks.slice(0, pathAt);
	if (!isPath) checkAuthority(authority);
	const path = tokensIn(marks.slice(pathAt, queryAt), from);
	const query = tokensIn(marks.slice(queryAt + 1), from);
	const origin = [
		{ kind: "text", text: `${scheme.toLowerCase()}://` } as const,
		...tokensIn(authority, from, hasStar(from.host)),
	];
	return {
		...(!isPath && { origin: joined(origin) }),
		path: path.length === 0 ? [{ kind: "text", text: "/" }] : path,
		...(query.length > 0 && { query }),
	};
}

function indexOr(marks: readonly Mark[], index: number): number {
	return index < 0 ? marks.length : index;
}

function checkAuthority(marks: readonly Mark[]): void {
	if (marks.length === 0) throw new RewriteFault("has no host; leave out the scheme too, if the host stays");
	if (marks.some(({ text }) => text === "@"))
		throw new RewriteFault("has userinfo, which no page is told apart by; leave it out");
}

function hasStar(tokens: readonly Token[] = []): boolean {
	return flat(tokens).some(({ kind }) => kind === "star");
}

/** Tokens in which a star stands for that of the path or, with `ofHost`, for that of the host. */
function tokensIn(marks: readonly Mark[], from: From, ofHost = false): Token[] {
	if (marks.length === 0) return [];
	const names = namesIn(from);
	const tokens = marks.map(({ kind, text }): Token => {
		if (kind === "*" && !ofHost && !hasStar(from.path))
			throw new RewriteFault(`has "*", but from has none there; write "\\\\*" for the character`);
		if (kind === "name" && !names.includes(text)) {
			const known = names.map((name) => `:${name}`).join(", ");
			throw new RewriteFault(
				`names the group :${text}, which from does not have${known === "" ? "" : ` (it has ${known})`}; write "\\\\:${text}" for the text`,
			);
		}
		return kind === "*"
			? { kind: "star", ...(ofHost && { ofHost }) }
			: kind === "name"
				? { kind, name: text }
				: { kind: "text", text };
	});
	return joined(tokens);
}
