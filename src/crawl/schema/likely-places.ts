/** Finds the likely place of an unknown member: under another spelling, or in another object. */
import { nearest } from "../../nearest";
import type { Schema } from "./policy-schema";

/** An element of an array, in pointers. */
const ELEMENT = "*";

/**
 * Returns the nearest known member; or the places of the name, or of the nearest one, in other objects, as JSON Pointers. `known`:
 * the members of the object that the member at `path` is in.
 */
export function likelyPlaces(path: string, name: string, known: readonly string[], root: Schema): readonly string[] {
	const places = [...placesIn(root, "")].map((pointer) => pointer.split("/"));
	const own = nearest(name, known);
	const named = (wanted: string | undefined) => places.filter((steps) => steps.at(-1) === wanted && wanted !== undefined);
	const elsewhere = named(name);
	if (own !== undefined && elsewhere.length === 0) return [own];
	const meant =
		elsewhere.length > 0
			? elsewhere
			: named(
					nearest(
						name,
						places.map((steps) => steps.at(-1) as string),
					),
				);
	const from = path.split("/").slice(0, -1);
	const reached = meant.flatMap((steps) => placeFrom(from, steps));
	const best = Math.max(...reached.map(({ shared }) => shared));
	return reached.filter(({ shared }) => shared === best).map(({ pointer }) => pointer);
}

/** A place, with the elements of arrays that the member is in; none if it is in an element of another. */
function placeFrom(from: readonly string[], steps: readonly string[]): { readonly pointer: string; readonly shared: number }[] {
	const end = steps.findIndex((step, index) => step !== from[index] && !(step === ELEMENT && /^\d+$/.test(from[index] ?? "")));
	const shared = end < 0 ? steps.length : end;
	if (steps.indexOf(ELEMENT, shared) >= 0) return [];
	return [{ pointer: [...from.slice(0, shared), ...steps.slice(shared)].join("/"), shared }];
}

/** The pointers of all members that a schema knows. */
function* placesIn({ properties = {}, items, anyOf = [] }: Schema, path: string): Generator<string, void> {
	for (const [name, member] of Object.entries(properties)) {
		yield `${path}/${name}`;
		yield* placesIn(member, `${path}/${name}`);
	}
	if (items !== undefined) yield* placesIn(items, `${path}/${ELEMENT}`);
	for (const schema of anyOf) yield* placesIn(schema, path);
}
