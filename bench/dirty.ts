/**
 * Spellings that are not the normal form, made from references that are: each line is in need of work, and the generator knows
 * of which, and what has to come out.
 */
import { random } from "./random.mjs";

/** What is wrong with a line. */
export type Dirt =
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

/** A reference of the scheme http or https, taken apart: the path begins with "/", `rest` is query and fragment. */
interface Parts {
	readonly scheme: string;
	readonly authority: string;
	readonly path: string;
	readonly rest: string;
}

/** The line, and what its normal form is: undefined when this cannot be done to the reference. */
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
 * A dirty line for each reference of the scheme http or https; others are left out. The same `normals`, which are references
 * in normal form, and the same `seed` make the same list.
 */
export function dirtyList(normals: readonly string[], seed: number): DirtyLine[] {
	const next = random(seed);
	return normals.flatMap((normal) => {
		const parts = split(normal);
		return parts === undefined ? [] : [soiled(parts, next(SOILS.length))];
	});
}

/** The line soiled by the kind of this number, or by the first when that cannot be. */
function soiled(parts: Parts, kind: number): DirtyLine {
	for (const [dirt, soil] of [SOILS[kind], SOILS[0]] as typeof SOILS) {
		const made = soil(parts);
		if (made !== undefined) return { line: join(made[0]), normal: join(made[1]), dirt };
	}
	throw new Error(`Nothing can be done to ${join(parts)}.`);
}

function split(reference: string): Parts | undefined {
	const [, scheme, authority, path, rest] = /^(https?):\/\/([^/?#]*)(\/[^?#]*)(.*)$/.exec(reference) ?? [];
	if (scheme === undefined || authority === undefined || path === undefined || rest === undefined) return undefined;
	return { scheme, authority, path, rest };
}

function join({ scheme, authority, path, rest }: Parts): string {
	return `${scheme}://${authority}${path}${rest}`;
}
