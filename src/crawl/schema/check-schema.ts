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
	const found: Found[] = [];
	find(value, schema, "", found);
	return found.slice(0, MAX_FAULTS).map((each) => ("known" in each ? unknownMember(each, schema) : each));
}

/** A member of an object whose members are `known`. */
interface Unknown {
	readonly path: string;
	readonly name: string;
	readonly known: readonly string[];
}

type Found = Fault | Unknown;

/** Adds the faults of a value to those that were found, until these are MAX_FAULTS. */
function find(value: unknown, schema: Schema, path: string, found: Found[]): void {
	if (found.length >= MAX_FAULTS) return;
	if (schema.type === undefined && schema.anyOf !== undefined) findByType(value, schema.anyOf, path, found);
	else findInOne(value, schema, path, found);
}

function findInOne(value: unknown, schema: Schema, path: string, found: Found[]): void {
	const rule = brokenRule(value, schema);
	if (rule !== undefined) found.push(fault(path, rule, value, remedyFor(schema, value)));
	else if (schema.minProperties !== undefined && !hasOneOf(value as object, schema)) {
		found.push(fault(path, `must have ${Object.keys(schema.properties ?? {}).join(" or ")}`, value));
	} else if (schema.type === "array") findInItems(value as unknown[], schema, path, found);
	else if (schema.type === "object") findInObject(value as object, schema, path, found);
}

function findInObject(value: object, schema: Schema, path: string, found: Found[]): void {
	const refused = schema.not?.anyOf.flatMap(({ required }) => required).find((name) => Object.hasOwn(value, name));
	if (refused === undefined) findInMembers(value, schema, path, found);
	else found.push({ path, message: `${path} must not have "${refused}": it runs before the path is final` });
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
	if (pattern !== undefined && !expressionOf(pattern).test(value as string)) return `must match ${pattern}`;
	if (minItems !== undefined && (value as unknown[]).length < minItems)
		return minItems === 1 ? "must have at least one item" : `must have at least ${minItems} items`;
	return undefined;
}

const expressions = new Map<string, RegExp>();

/** The expression of a pattern, which a policy of many sites needs many times. */
function expressionOf(pattern: string): RegExp {
	const known = expressions.get(pattern) ?? new RegExp(pattern, "u");
	expressions.set(pattern, known);
	return known;
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

/** Adds the faults by the alternative whose type fits. */
function findByType(value: unknown, schemas: readonly Schema[], path: string, found: Found[]): void {
	const fitting = schemas.find(({ type }) => type === typeOf(value));
	if (fitting !== undefined) find(value, fitting, path, found);
	else found.push(fault(path, `must be ${schemas.map(({ type }) => NOUNS[type as keyof typeof NOUNS]).join(" or ")}`, value));
}

function findInItems(values: readonly unknown[], { items }: Schema, path: string, found: Found[]): void {
	if (items === undefined) return;
	for (let index = 0; index < values.length && found.length < MAX_FAULTS; ++index)
		find(values[index], items, `${path}/${index}`, found);
}

function findInMembers(value: object, schema: Schema, path: string, found: Found[]): void {
	const { properties = {}, required = [] } = schema;
	let hasUnknown = false;
	for (const name of Object.keys(value)) {
		const member = (value as { readonly [name: string]: unknown })[name];
		const place = `${path}/${pointerStep(name)}`;
		const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
		if (known !== undefined) find(member, known, place, found);
		else if (schema.additionalProperties) findInOther(name, member, schema, place, found);
		else {
			hasUnknown = true;
			found.push({ path: place, name, known: Object.keys(properties) });
		}
	}
	// A member that is missing beside an unknown one is mistyped.
	if (hasUnknown) return;
	for (const name of required) if (!Object.hasOwn(value, name)) found.push(missing(path, [name]));
	if (required.length === 0 || schema.anyOf === undefined) return;
	const choices = schema.anyOf.flatMap((choice) => choice.required ?? []);
	if (!choices.some((name) => Object.hasOwn(value, name))) found.push(missing(path, choices));
}

/** Adds the first fault of a member that can have any name, or of its name. */
function findInOther(name: string, member: unknown, schema: Schema, path: string, found: Found[]): void {
	const own: Found[] = [];
	find(name, schema.propertyNames ?? {}, path, own);
	find(member, schema.additionalProperties || {}, path, own);
	found.push(...own.slice(0, 1));
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
