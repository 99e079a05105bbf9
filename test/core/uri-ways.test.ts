/** References from a base to a target: each way to go, the shortest of all. */

import { parse, relativize, resolve, tryParse } from "urlsieve";
import { expect, it } from "vitest";
import { Limit } from "../../assembly/layout/addresses";

const FOLDER = "http://a.example/a-long-folder";

it.each([
	[`${FOLDER}/b`, `${FOLDER}/x/y`, "../b"],
	[`${FOLDER}/b/`, `${FOLDER}/x/y/z`, "../../b/"],
	[`${FOLDER}/`, `${FOLDER}/x/y`, ".."],
	[`${FOLDER}/`, `${FOLDER}/x`, "."],
	[`${FOLDER}/`, `${FOLDER}/x/y/z`, "../.."],
	[`${FOLDER}/x`, `${FOLDER}/y`, "x"],
	[`${FOLDER}/x/y`, `${FOLDER}/z`, "x/y"],
	[`${FOLDER}/x:y`, `${FOLDER}/z`, "./x:y"],
	[`${FOLDER}/x//y`, `${FOLDER}/x/`, ".//y"],
	[`${FOLDER}/x?q`, `${FOLDER}/x?r`, "?q"],
	[`${FOLDER}/x`, `${FOLDER}/x?r`, "x"],
	[`${FOLDER}/x#f`, `${FOLDER}/x`, "#f"],
	[`${FOLDER}/x`, `${FOLDER}/x`, ""],
	["http://a.example/b", `${FOLDER}/x/y`, "/b"],
	["http://b.example/b", `${FOLDER}/x`, "//b.example/b"],
	["https://a.example/b", `${FOLDER}/x`, "https://a.example/b"],
	["http://a.example", `${FOLDER}/x`, "//a.example"],
	["x:b", `${FOLDER}/x`, "x:b"],
])("the shortest reference to %s from %s is %j", (target, base, expected) => {
	expect(relativize(target, base)).toBe(expected);
	expect(resolve(expected, base)).toBe(target);
});

it.each<[Parameters<ReturnType<typeof parse>["with"]>[0], string]>([
	[{ authority: ":1" }, "x://:1/a"],
	[{ authority: ":" }, "x://:/a"],
	[{ authority: "@" }, "x://@/a"],
	[{ authority: "h" }, "x://h/a"],
])("replaces the authority by %j, in its parts", (changes, expected) => {
	const uri = parse("x://u@h:2/a").with(changes);
	expect(uri.toString()).toBe(expected);
	expect(parse(expected)).toEqual(uri);
});

it("reads references of up to 16,777,216 octets, whatever their characters", () => {
	const half = "é".repeat(Limit.REFERENCE / 2);
	expect(tryParse(half)).toMatchObject({ path: half });
	expect(tryParse(`${half}a`)).toMatchObject({ code: "too-long", offset: half.length });
});
