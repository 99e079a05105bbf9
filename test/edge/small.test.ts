/** `urlsieve/edge/small` and its destination as they are built. `npm run test:runtimes` runs the same rows in njs itself: test/runtimes/njs.mjs. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import * as edge from "urlsieve/edge";
import { describe, expect, it } from "vitest";
import { destinationCases, resultOf, smallCases } from "../runtimes/small-cases.mjs";

const textOf = (name: string) => readFileSync(fileURLToPath(new URL(`../../build/out/dist/${name}.js`, import.meta.url)), "utf8");
const code = textOf("edge.small");
const destinationCode = textOf("edge.small.destination");
/** Members of ES5, and those that docs/guide/edge.md adds, by object. RegExp is not here: its methods call members of ES6. */
const MEMBERS = {
	globalThis:
		"Array Boolean Date Error EvalError Function Infinity JSON Math NaN Number Object RangeError ReferenceError RegExp String " +
		"SyntaxError TypeError URIError decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN " +
		"parseFloat parseInt undefined unescape",
	Object:
		"create defineProperties defineProperty freeze getOwnPropertyDescriptor getOwnPropertyNames getPrototypeOf isExtensible isFrozen " +
		"isSealed keys preventExtensions seal",
	"Object.prototype": "hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf",
	"Function.prototype": "apply bind call toString",
	Array: "isArray",
	"Array.prototype":
		"concat every filter forEach indexOf join lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice " +
		"toLocaleString toString unshift",
	String: "fromCharCode",
	"String.prototype":
		"charAt charCodeAt concat indexOf lastIndexOf localeCompare match replace search slice split substr substring toLocaleLowerCase " +
		"toLocaleUpperCase toLowerCase toString toUpperCase trim valueOf includes padStart startsWith",
	Number: "MAX_VALUE MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY",
	"Number.prototype": "toExponential toFixed toLocaleString toPrecision toString valueOf",
	Math: "E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos asin atan atan2 ceil cos exp floor log max min pow random round sin sqrt tan imul",
};
/** Deletes the others. */
const MISSING = Object.entries(MEMBERS)
	.reverse()
	.map(
		([object, members]) =>
			`Object.getOwnPropertyNames(${object}).forEach(function (name) {
				if (${JSON.stringify(`constructor length name prototype ${members}`.split(" "))}.indexOf(name) < 0) delete ${object}[name];
			});`,
	)
	.join("");

/** The default export of a file, in an engine that has those members alone. */
function inSmallEngine(text: string): typeof edge {
	const context = createContext({});
	runInContext(MISSING, context);
	runInContext(text.replace("export default ", "small="), context);
	return (context as unknown as { small: typeof edge }).small;
}

const small = inSmallEngine(code);

it("has the rules and keys of urlsieve/edge, in what docs/guide/edge.md asks of an engine", () => {
	for (const row of smallCases(2000)) expect([row, resultOf(small, row)]).toEqual([row, resultOf(edge, row)]);
});

it("has no options of noVarySearch, as urlsieve/edge has none", () => {
	expect(() => (small.noVarySearch as (...all: unknown[]) => unknown)("params", { strict: true })).toThrow(
		"call ruleOfField(field)",
	);
});

it("takes a string as it is, but for octets that no URL has", () => {
	const rule = small.noVarySearch('params=("%C3%A9")');
	expect(small.cacheKey("https://e.com/é?é=1&b=é", rule)).toBe(edge.cacheKey("https://e.com/é?b=é", rule));
	expect(() => small.cacheKey("/p?a", rule)).toThrow("Only absolute URLs of http and https have keys");
});

it.each([code, destinationCode])("takes at most 10,240 bytes of ASCII", (text) => {
	expect(text.length).toBeLessThanOrEqual(10_240);
	expect(text).toMatch(/^[\n -~]+$/);
});

describe("edge/small/destination", () => {
	const own = inSmallEngine(destinationCode);

	it("has the destinations of urlsieve/edge, without views", () => {
		for (const url of destinationCases())
			expect([url, plain(own.destination(url))]).toEqual([url, plain(edge.destination(url, { clients: [] }))]);
	});

	it("has the classes of addresses", () => {
		for (const address of [
			"10.0.0.1",
			"::1",
			"::ffff:8.8.8.8",
			"2002:7f00:1::",
			"fe80::1%lo",
			"2001:1::1",
			"5f00::",
			"01.2.3.4",
			"a",
		])
			expect([address, own.addressClass(address)]).toEqual([address, edge.addressClass(address)]);
	});

	it("has no options, as it knows no clients", () => {
		expect(() => own.destination("http://a.test/", { clients: ["curl"] })).toThrow("urlsieve/edge knows the clients");
		expect(() => own.destination(1 as never)).toThrow("A URL must be a string.");
	});
});

/** A result without the prototype of the other realm, and without views. */
function plain(result: object): object {
	const { clients: _, ...own } = JSON.parse(JSON.stringify(result));
	return own;
}
