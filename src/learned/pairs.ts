/** The parameters of keys. */

/** A parameter of a query, or one after `;` in the path. */
export interface Pair {
	/** As it stands, with `;` before a parameter of the path. */
	readonly name: string;
	readonly value: string;
	/** Path and query of the key without the parameter, and its path. */
	readonly rest: string;
	readonly path: string;
}

/** The first parameter of a path that has a value. */
const PATH_PARAMETER = /;([A-Za-z]+)=([^/;?]+)/;

/** Parameters of a query that are looked at. */
const MAX_PAIRS = 16;

/** The parameters of a query, which has these pieces, and of its path. */
export function pairsOf(path: string, pieces: readonly string[]): Pair[] {
	return [...queryPairs(path, pieces), ...pathPairs(path, pieces)];
}

/** The pieces of a query that have octets. */
export function piecesOf(query: string): string[] {
	return query.split("&").filter(Boolean);
}

/** Name and value of a piece. */
export function split(piece: string): [name: string, value: string] {
	const end = piece.indexOf("=");
	return end < 0 ? [piece, ""] : [piece.slice(0, end), piece.slice(end + 1)];
}

function queryPairs(path: string, pieces: readonly string[]): Pair[] {
	return pieces.slice(0, MAX_PAIRS).map((piece, place) => {
		const [name, value] = split(piece);
		return { name, value, path, rest: `${path}?${pieces.toSpliced(place, 1).join("&")}` };
	});
}

function pathPairs(whole: string, pieces: readonly string[]): Pair[] {
	const [found, name = "", value = ""] = PATH_PARAMETER.exec(whole) ?? [];
	if (found === undefined) return [];
	const path = whole.replace(found, "");
	return [{ name: `;${name}`, value, path, rest: `${path}?${pieces.join("&")}` }];
}
