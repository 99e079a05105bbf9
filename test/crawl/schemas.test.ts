/** The JSON Schemas of policies and lists: what editors show from them, and what they refuse. */

import { createNormalizer, listSchema, policySchema, readList, type Schema } from "urlsieve/crawl";
import { expect, it } from "vitest";

/** A schema and all schemas in it, each with its place. */
function* parts(schema: Schema, place = ""): Generator<readonly [place: string, schema: Schema]> {
	yield [place, schema];
	for (const [name, member] of Object.entries(schema.properties ?? {})) yield* parts(member, `${place}/${name}`);
	for (const [index, option] of (schema.anyOf ?? []).entries()) yield* parts(option, `${place}/${index}`);
	if (schema.items !== undefined) yield* parts(schema.items, `${place}/*`);
}

const SCHEMAS = { policy: policySchema, list: listSchema };

it.each(Object.entries(SCHEMAS))("the schema of a %s explains each choice in one or two sentences", (name, schema) => {
	expect([schema.$schema, schema.title]).toEqual(["https://json-schema.org/draft/2020-12/schema", `urlsieve ${name}`]);
	for (const [place, { description, enum: choices }] of parts(schema)) {
		if (choices !== undefined) expect(new Set([...choices, ""]).size, place).toBe(choices.length + 1);
		if (choices !== undefined || description !== undefined)
			expect([place, description]).toEqual([place, expect.stringMatching(/^\S.+\.$/)]);
	}
});

it.each([
	[{ params: [1] }, "/params/0"],
	[{ params: [{ nam: "x" }] }, "/params/0/nam"],
	[{ params: [{ match: "exact" }] }, "/params/0/name"],
	[{ params: [{ name: "x", match: "glob" }] }, "/params/0/match"],
	[{ params: [{ name: "x", ignoreCase: 1 }] }, "/params/0/ignoreCase"],
	[{ params: [{ name: "x", hosts: "h/" }] }, "/params/0/hosts"],
	[{ params: [{ name: "x", exceptHosts: [1] }] }, "/params/0/exceptHosts/0"],
	[{ params: [{ name: "x", exceptPath: {} }] }, "/params/0/exceptPath"],
	[{ exempt: "h/" }, "/exempt"],
	[{ version: 1 }, "/version"],
	[{ name: "a b" }, "/name"],
	[{ format: undefined }, "/format"],
	[{ more: 1 }, "/more"],
])("a list with %j is refused at %j", (members, path) => {
	const text = JSON.stringify({ format: "urlsieve-list@1", name: "mine", ...members });
	const message = expect.stringMatching(`^Invalid list: ${path} `);
	expect(() => readList("urlsieve-list", new TextEncoder().encode(text))).toThrow(
		expect.objectContaining({ code: "list-syntax", path, message }),
	);
});

/** Members of the key rules that are choices, with all that they may be. */
const CHOICES = Object.entries(policySchema.properties?.key?.properties ?? {}).flatMap(([name, { enum: values }]) =>
	(values ?? []).map((value) => [name, value] as const),
);

it("a policy may have each choice of the schema", () => {
	expect(CHOICES.length).toBeGreaterThan(15);
	for (const [name, value] of CHOICES) {
		expect(() => createNormalizer({ policy: { key: { [name]: value } } })).not.toThrow();
		expect(() => createNormalizer({ policy: { key: { [name]: `${value}x` } } as never })).toThrow(
			expect.objectContaining({ code: "invalid-policy", path: `/key/${name}` }),
		);
	}
});

it.each([
	[{ sites: [{}] }, "/sites/0/hosts"],
	[{ sites: [{ hosts: 1, key: {} }] }, "/sites/0/hosts"],
	[{ fetch: { www: "drop" } }, "/fetch/www"],
	[{ key: { query: { only: "a=" } } }, "/key/query/only"],
	[{ key: { query: { sort: "value" } } }, "/key/query/sort"],
])("a policy with %j is refused at %j", (policy, path) => {
	expect(() => createNormalizer({ policy: policy as never })).toThrow(expect.objectContaining({ code: "invalid-policy", path }));
});
