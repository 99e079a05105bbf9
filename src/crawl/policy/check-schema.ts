/** Checks a JSON value by a schema. The first fault is one sentence with its place, a JSON Pointer (RFC 6901). */
import { kindOf } from "../../input";
import { nearest } from "../../nearest";
import type { Schema } from "./policy-schema";

/** What is wrong, and where. */
export interface SchemaFault {
	readonly path: string;
	readonly message: string;
}

/** Returns the first fault of a value, or undefined if it has none. Only own properties are read. */
export function schemaFault(value: unknown, schema: Schema, path = ""): SchemaFault | undefined {
	if (schema.anyOf !== undefined) return anyFault(value, schema.anyOf, path);
	if (schema.const !== undefined && value !== schema.const) return fault(path, `must be "${schema.const}"`, value);
	if (schema.enum !== undefined && !schema.enum.includes(value as string)) {
		return fault(path, `must be one of ${schema.enum.map((known) => `"${known}"`).join(", ")}`, value);
	}
	if (schema.type !== undefined && typeOf(value) !== schema.type) return fault(path, `must be ${NOUNS[schema.type]}`, value);
	if (schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value as string)) {
		return fault(path, `must match ${schema.pattern}`, value);
	}
	if (schema.items !== undefined) return itemsFault(value as unknown[], schema.items, path);
	return schema.properties === undefined ? undefined : membersFault(value as object, schema, path);
}

const NOUNS = { object: "an object", array: "an array", string: "a string", boolean: "true or false" } as const;

function typeOf(value: unknown): string {
	if (Array.isArray(value) || value === null) return value === null ? "null" : "array";
	// Objects that are no JSON, such as a Map, are refused: their members are not properties.
	return kindOf(value) === "[object Object]" ? "object" : kindOf(value);
}

function fault(path: string, rule: string, value: unknown): SchemaFault {
	const shown = shownValue(value);
	return {
		path,
		message: `${path === "" ? "The value" : path} ${rule}, not ${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}`,
	};
}

function shownValue(value: unknown): string {
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		// Nested too deep for the stack.
		return `a deep ${typeOf(value)}`;
	}
}

/** The fault by the alternative whose type fits, else by the last alternative. */
function anyFault(value: unknown, schemas: readonly Schema[], path: string): SchemaFault | undefined {
	const fitting = schemas.find(({ type }) => type === typeOf(value)) ?? (schemas.at(-1) as Schema);
	return schemaFault(value, fitting, path);
}

function itemsFault(values: readonly unknown[], schema: Schema, path: string): SchemaFault | undefined {
	for (const [index, value] of values.entries()) {
		const found = schemaFault(value, schema, `${path}/${index}`);
		if (found !== undefined) return found;
	}
	return undefined;
}

function membersFault(value: object, schema: Schema, path: string): SchemaFault | undefined {
	const properties = schema.properties ?? {};
	for (const [name, member] of Object.entries(value)) {
		const place = `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
		const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
		if (known === undefined) return unknownMember(place, name, Object.keys(properties));
		const found = schemaFault(member, known, place);
		if (found !== undefined) return found;
	}
	const missing = schema.required?.find((name) => !Object.hasOwn(value, name));
	if (missing === undefined) return undefined;
	return { path, message: `${path === "" ? "The value" : path} must have the member "${missing}"` };
}

function unknownMember(path: string, name: string, known: readonly string[]): SchemaFault {
	const close = nearest(name, known);
	const hint = close === undefined ? "" : ` (did you mean "${close}"?)`;
	return { path, message: `${path} is not a known member${hint}; known: ${known.join(", ")}` };
}
