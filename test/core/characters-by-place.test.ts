/** Which characters of US-ASCII each place of a reference may have unencoded, by edition: docs/reference/editions.md. */

import { type Edition, validate } from "urlsieve";
import { expect, it } from "vitest";

const EDITIONS: readonly Edition[] = ["1994", "1997", "2003", "2005"];

/** The text before and after a character. Delimiters of what follows are valid there, too. */
const PLACES = {
	user: ["ftp://", "@h.dom/"],
	password: ["ftp://u:", "@h.dom/"],
	host: ["x://a", "b.dom/"],
	server: ["http://a", "b.dom/"],
	port: ["x://h.dom:", "/"],
	path: ["x:/", ""],
	opaque: ["x:a", ""],
	query: ["x:/?", ""],
	"opaque query": ["x:a?", ""],
	fragment: ["x:/#", ""],
	"scheme start": ["", "x:a"],
	scheme: ["x", ":a"],
} as const;
type Place = keyof typeof PLACES;

const SETS: { readonly [edition in Edition]: { readonly [place in Place]: string } } = {
	"1994": {
		user: "!$&'()*+,-.:;=?_",
		password: "!$&'()*+,-.;=?_",
		host: "-./@",
		server: "-./@",
		port: "",
		path: "!$&'()*+,-.:;=?@_",
		opaque: "!$&'()*+,-./:;=?@_",
		query: "!$&'()*+,-./:;=?@_",
		"opaque query": "!$&'()*+,-./:;=?@_",
		fragment: "",
		"scheme start": "+-.",
		scheme: "+-.:",
	},
	"1997": {
		user: "!#$&'()*+,-./:;=?_~",
		password: "!#$&'()*+,-./;=?_~",
		host: "#-./?@",
		server: "#-./?@",
		port: "#/?",
		path: "!#$&'()*+,-./:;=?@_~",
		opaque: "!#$&'()*+,-./:;=?@_~",
		query: "!#$&'()*+,-./:;=?@_~",
		"opaque query": "!#$&'()*+,-./:;=?@_~",
		fragment: "!$&'()*+,-./:;=?@_~",
		"scheme start": "#+-./?",
		scheme: "#+-./:?",
	},
	"2003": {
		user: "!#$&'()*+,-./:;=?_~",
		password: "!#$&'()*+,-./:;=?_~",
		host: "!#$&'()*+,-./:;=?@_~",
		server: "#-./?@",
		port: "!#$&'()*+,-./:;=?@_~",
		path: "!#$&'()*+,-./:;=?@_~",
		opaque: "!#$&'()*+,-./:;=?@[]_~",
		query: "!#$&'()*+,-./:;=?@_~",
		"opaque query": "!#$&'()*+,-./:;=?@[]_~",
		fragment: "!$&'()*+,-./:;=?@_~",
		"scheme start": "#/?",
		scheme: "#+-./:?",
	},
	"2005": {
		user: "!#$&'()*+,-./:;=?_~",
		password: "!#$&'()*+,-./:;=?_~",
		host: "!#$&'()*+,-./;=?@_~",
		server: "!#$&'()*+,-./;=?@_~",
		port: "#/?@",
		path: "!#$&'()*+,-./:;=?@_~",
		opaque: "!#$&'()*+,-./:;=?@_~",
		query: "!#$&'()*+,-./:;=?@_~",
		"opaque query": "!#$&'()*+,-./:;=?@_~",
		fragment: "!$&'()*+,-./:;=?@_~",
		"scheme start": "#/?",
		scheme: "#+-./:?",
	},
};

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const DIGITS = "0123456789";
const LETTERS = ASCII.filter((character) => /[A-Za-z]/.test(character)).join("");

/** Whether letters, and digits, may stand at a place, and the other characters that may. */
function allowedAt(edition: Edition, place: Place) {
	const [before, after] = PLACES[place];
	const all = ASCII.filter((character) => validate(before + character + after, { edition }).length === 0);
	const others = all.filter((character) => !/[A-Za-z0-9]/.test(character));
	const has = (characters: string) => [...characters].every((character) => all.includes(character));
	return { others: others.join(""), letters: has(LETTERS), digits: has(DIGITS), count: all.length };
}

it.each(EDITIONS.flatMap((edition) => (Object.keys(PLACES) as Place[]).map((place) => [edition, place] as const)))(
	"in %s: %s",
	(edition, place) => {
		const others = SETS[edition][place];
		const letters = place !== "port" || edition === "2003";
		const digits = place !== "scheme start" || edition < "2003";
		const isNone = edition === "1994" && place === "fragment";
		const count = isNone ? 0 : others.length + (letters ? 52 : 0) + (digits ? 10 : 0);
		expect(allowedAt(edition, place)).toEqual({ others, letters: letters && !isNone, digits: digits && !isNone, count });
	},
);

it.each<[Edition, string[]]>([
	["1994", ["scheme scheme", "userinfo user", "userinfo password", "host domainlabel", "path xchar", "query xchar"]],
	["1997", ["scheme scheme", "userinfo user", "userinfo password", "host domainlabel", "path segment", "query query"]],
	["2003", ["scheme scheme", "userinfo userinfo", "userinfo userinfo", "host domainlabel", "path pchar", "query query"]],
	["2005", ["scheme scheme", "userinfo userinfo", "userinfo userinfo", "host reg-name", "path pchar", "query query"]],
])("%s names the rule of each place", (edition, expected) => {
	const rules = (reference: string) => validate(reference, { edition }).map(({ component, rule }) => `${component} ${rule}`);
	const whole = ["x|:a", "http://a|:b|@c|.dom/d|?e|"].flatMap(rules);
	expect(whole).toEqual(expected);
	const more = { "1994": ["path xchar"], "1997": ["path urlc"], "2003": ["path uric"], "2005": ["path pchar"] }[edition];
	expect(rules("x:a|")).toEqual(more);
	const fragment = edition === "1994" ? ["fragment xchar", "fragment genericurl"] : ["fragment fragment"];
	expect(rules("x:/#|")).toEqual(fragment);
	const triplet = { "1994": "escape", "1997": "escaped", "2003": "escaped", "2005": "pct-encoded" }[edition];
	expect(rules("x:/%4")).toEqual([`path ${triplet}`]);
});

it("2003: an authority that is no server is a reg-name", () => {
	const faults = validate("x://a$b|c", { edition: "2003" }).map(({ component, offset, rule }) => [component, offset, rule]);
	expect(faults).toEqual([["authority", 7, "reg-name"]]);
});
