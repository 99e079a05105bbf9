/** Checks a JSON value by a schema. Each fault is one sentence with its place, a JSON Pointer (RFC 6901). */
import { kindOf } from "../../input";
import { likelyPlaces } from "./likely-places";
import { pointerStep } from "./pointer";
import type { Schema } from "./policy-schema";
import { remedyFor } from "./remedies";

/** A fault and its place. */
export interface Fault {
	readonly path: string;
	/** A sentence that begins with the place, without its period. */
	readonly message: string;
}

/** Faults that are looked for: who has more of them has one mistake, many times. */
const MAX_FAULTS = 100;

/** Returns the faults of a value, in its order, the first MAX_FAULTS. Only own properties are read. */
export function schemaFaults(value: unknown, schema: Schema): Fault[] {
	const faults: Fault[] = [];
	for (const found of faultsOf(value, schema, "")) {
		if (faults.push("known" in found ? unknownMember(found, schema) : found) === MAX_FAULTS) break;
	}
	return faults;
}

/** A member of an object whose members are `known`. */
interface Unknown {
	readonly path: string;
	readonly name: string;
	readonly known: readonly string[];
}

function* faultsOf(value: unknown, schema: Schema, path: string): Generator<Fault | Unknown, void> {
	if (schema.type === undefined && schema.anyOf !== undefined) return yield* anyFaults(value, schema.anyOf, path);
	const rule = brokenRule(value, schema);
	if (rule !== undefined) return yield fault(path, rule, value, remedyFor(schema, value));
	if (schema.minProperties !== undefined && !hasOneOf(value as object, schema)) {
		return yield fault(path, `must have ${Object.keys(schema.properties ?? {}).join(" or ")}`, value);
	}
	const refused = schema.not?.anyOf.flatMap(({ required }) => required).find((name) => Object.hasOwn(value as object, name));
	if (refused !== undefined)
		return yield { path, message: `${path} must not have "${refused}": it runs before the path is final` };
	if (schema.items !== undefined) yield* itemsFaults(value as unknown[], schema.items, path);
	if (schema.type === "object") yield* membersFaults(value as object, schema, path);
}

function hasOneOf(value: object, { properties = {} }: Schema): boolean {
	return Object.keys(properties).some((name) => Object.hasOwn(value, name));
}

const NOUNS = { object: "an object", array: "an array", string: "a string", boolean: "true or false" } as const;

/** The rule of the schema itself, not of its members, that a value breaks. */
function brokenRule(value: unknown, { const: only, enum: known, type, pattern, minItems }: Schema): string | undefined {
	if (only !== undefined && value !== only) return `must be "${only}"`;
	if (type !== undefined && typeOf(value) !== type) return `must be ${NOUNS[type]}`;
	if (known !== undefined && !known.includes(value as string))
		return `must be one of ${known.map((one) => `"${one}"`).join(", ")}`;
	if (pattern !== undefined && !new RegExp(pattern, "u").test(value as string)) return `must match ${pattern}`;
	if (minItems !== undefined && (value as unknown[]).length < minItems)
		return minItems === 1 ? "must have at least one item" : `must have at least ${minItems} items`;
	return undefined;
}

function typeOf(value: unknown): string {
	if (Array.isArray(value) || value === null) return value === null ? "null" : "array";
	// Objects that are no JSON, such as a Map, are refused: their members are not properties.
	return kindOf(value) === "[object Object]" ? "object" : kindOf(value);
}

/** `remedy`: the noun for a valid value, and advice, if more is known than the rule. */
function fault(path: string, rule: string, value: unknown, remedy?: readonly [noun: string, advice: string]): Fault {
	const [noun, advice] = remedy ?? ["", ""];
	const shown = shownValue(value);
	const what = remedy === undefined ? rule : `must be ${noun}`;
	const given = shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
	return { path, message: `${path === "" ? "The value" : path} ${what}, not ${given}${advice === "" ? "" : `: ${advice}`}` };
}

function shownValue(value: unknown): string {
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		// Nested too deep for the stack.
		return `a deep ${typeOf(value)}`;
	}
}

/** The faults by the alternative whose type fits. */
function* anyFaults(value: unknown, schemas: readonly Schema[], path: string): Generator<Fault | Unknown, void> {
	const fitting = schemas.find(({ type }) => type === typeOf(value));
	if (fitting !== undefined) return yield* faultsOf(value, fitting, path);
	yield fault(path, `must be ${schemas.map(({ type }) => NOUNS[type as keyof typeof NOUNS]).join(" or ")}`, value);
}

function* itemsFaults(values: readonly unknown[], schema: Schema, path: string): Generator<Fault | Unknown, void> {
	for (const [index, value] of values.entries()) yield* faultsOf(value, schema, `${path}/${index}`);
}

function* membersFaults(value: object, schema: Schema, path: string): Generator<Fault | Unknown, void> {
	const { properties = {}, additionalProperties: others, propertyNames: names } = schema;
	// A member that is missing beside an unknown one is mistyped.
	let required = schema.required ?? [];
	for (const [name, member] of Object.entries(value)) {
		const place = `${path}/${pointerStep(name)}`;
		const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
		if (known !== undefined) yield* faultsOf(member, known, place);
		else if (others) yield* [...faultsOf(name, names ?? {}, place), ...faultsOf(member, others, place)].slice(0, 1);
		else {
			required = [];
			yield { path: place, name, known: Object.keys(properties) };
		}
	}
	for (const name of required) if (!Object.hasOwn(value, name)) yield missing(path, [name]);
	const choices = schema.anyOf?.flatMap((choice) => choice.required ?? []) ?? [];
	if (required.length > 0 && choices.length > 0 && !choices.some((name) => Object.hasOwn(value, name)))
		yield missing(path, choices);
}

/** The fault of an object that has none of these members. */
function missing(path: string, names: readonly string[]): Fault {
	const places = names.map((name) => `${path}/${name}`);
	return { path: places[0] as string, message: `${places.join(" or ")} is missing` };
}

function unknownMember({ path, name, known }: Unknown, root: Schema): Fault {
	const meant = likelyPlaces(path, name, known, root).map((place) => JSON.stringify(place));
	const hint = meant.length === 0 ? "" : ` (did you mean ${meant.join(" or ")}?)`;
	return { path, message: `${path} is not a known member${hint}; known: ${known.join(", ")}` };
}
