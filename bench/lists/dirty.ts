/**
 * Generates lines that need normalization from references in normal form. The generator knows which rule applies and what the
 * result must be.
 */
import { random } from "./random.mjs";

/** The one thing to normalize in a line. */
type Dirt =
	| "case of the scheme"
	| "case of the host"
	| "default port"
	| "dot-segments"
	| "case of a triplet"
	| "unreserved triplet"
	| "empty path"
	| "triplet in the fragment";

export interface DirtyLine {
	readonly line: string;
	readonly normal: string;
	readonly dirt: Dirt;
}

/** The parts of an http or https reference. `path` starts with "/", `rest` is query and fragment. */
interface Parts {
	readonly scheme: string;
	readonly authority: string;
	readonly path: string;
	readonly rest: string;
}

/** Returns the dirty line and its normal form, or undefined if the reference does not allow this kind of dirt. */
type Soil = (parts: Parts) => readonly [line: Parts, normal: Parts] | undefined;

const SOILS: readonly (readonly [Dirt, Soil])[] = [
	["case of the scheme", (parts) => [{ ...parts, scheme: parts.scheme.toUpperCase() }, parts]],
	[
		"case of the host",
		(parts) =>
			/[a-z]/.test(parts.authority) && !/[@%]/.test(parts.authority)
				? [{ ...parts, authority: parts.authority.toUpperCase() }, parts]
				: undefined,
	],
	[
		"default port",
		(parts) =>
			parts.authority.includes(":")
				? undefined
				: [{ ...parts, authority: `${parts.authority}:${parts.scheme === "http" ? 80 : 443}` }, parts],
	],
	["dot-segments", (parts) => [{ ...parts, path: `/./here/..${parts.path}` }, parts]],
	[
		"case of a triplet",
		(parts) => [
			{ ...parts, path: `${parts.path}%c3%a9` },
			{ ...parts, path: `${parts.path}%C3%A9` },
		],
	],
	[
		"unreserved triplet",
		(parts) => {
			const letter = /\/[a-z]/.exec(parts.path);
			if (letter === null) return undefined;
			const [before, after] = [parts.path.slice(0, letter.index + 1), parts.path.slice(letter.index + 2)];
			const triplet = `%${(parts.path.charCodeAt(letter.index + 1)).toString(16)}`;
			return [{ ...parts, path: before + triplet + after }, parts];
		},
	],
	[
		"empty path",
		(parts) => [
			{ ...parts, path: "" },
			{ ...parts, path: "/" },
		],
	],
	[
		"triplet in the fragment",
		(parts) =>
			parts.rest.includes("#")
				? undefined
				: [
						{ ...parts, rest: `${parts.rest}#%c3%a9` },
						{ ...parts, rest: `${parts.rest}#%C3%A9` },
					],
	],
];

/**
 * Returns a dirty line for each http or https reference and drops the others. Deterministic for a given `seed`.
 *
 * Requires: `normals` are references in normal form.
 */
export function dirtyList(normals: readonly string[], seed: number): DirtyLine[] {
	const next = random(seed);
	return normals.flatMap((normal) => {
		const parts = split(normal);
		return parts === undefined ? [] : [soiled(parts, next(SOILS.length))];
	});
}

/** The line with dirt of the given kind, or of the first kind if the reference does not allow that one. */
function soiled(parts: Parts, kind: number): DirtyLine {
	for (const [dirt, soil] of [SOILS[kind], SOILS[0]] as typeof SOILS) {
		const soiledParts = soil(parts);
		if (soiledParts !== undefined) return { line: join(soiledParts[0]), normal: join(soiledParts[1]), dirt };
	}
	throw new Error(`No kind of dirt applies to ${join(parts)}.`);
}

function split(reference: string): Parts | undefined {
	const [, scheme, authority, path, rest] = /^(https?):\/\/([^/?#]*)(\/[^?#]*)(.*)$/.exec(reference) ?? [];
	if (scheme === undefined || authority === undefined || path === undefined || rest === undefined) return undefined;
	return { scheme, authority, path, rest };
}

function join({ scheme, authority, path, rest }: Parts): string {
	return `${scheme}://${authority}${path}${rest}`;
}
