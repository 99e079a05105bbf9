/** `validate` agrees with the grammars of 1994, 1997 and 2003, transcribed rule by rule as regular expressions. */
import fc from "fast-check";
import { type Edition, type ValidateAs, validate } from "urlsieve";
import { describe, expect, it } from "vitest";
import { size } from "../support/extent";
import { hostileReference, opaqueReference } from "../support/hostile";

const KINDS = ["uri", "uri-reference", "absolute-uri", "relative-ref"] as const;
const NUM_RUNS = size(6000, 1000);

type Kinds = { readonly [as in ValidateAs]: RegExp };

const hex = "[0-9A-Fa-f]";
const escaped = `%${hex}${hex}`;
const alphanum = "[A-Za-z0-9]";
const any = (characters: string) => `(?:[${characters}]|${escaped})*`;
const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`);

/** "//" always starts an authority: docs/reference/editions.md, 1. */
const noAuthority = "(?!//)";
/** Text before the first ":" is always a scheme: docs/reference/editions.md, 2. */
const noScheme = "(?![^/?#]*:)";

/** hostname | hostnumber, in 1994 and 1997. */
const domainlabel = `(?:${alphanum}|${alphanum}[A-Za-z0-9-]*${alphanum})`;
const toplabel = `(?:[A-Za-z]|[A-Za-z][A-Za-z0-9-]*${alphanum})`;
const host = `(?:(?:${domainlabel}\\.)*${toplabel}|[0-9]+\\.[0-9]+\\.[0-9]+\\.[0-9]+)`;

/** RFC 1738 §5. */
function grammar1994(): Kinds {
	const unreserved = "A-Za-z0-9$\\-_.+!*'(),";
	const xchars = any(`${unreserved};/?:@&=`);
	const user = any(`${unreserved};?&=`);
	const login = `(?:${user}(?::${user})?@)?${host}(?::[0-9]+)?`;
	const schemepart = `(?://${login}(?:/${xchars})?|${noAuthority}${xchars})`;
	const fileurl = `[Ff][Ii][Ll][Ee]:///${xchars}`;
	// The prefix is never a scheme: docs/reference/editions.md, 6.
	const prefix = "(?:[Uu][Rr][Ll]:|(?![Uu][Rr][Ll]:))";
	const uri = whole(`${prefix}(?:[A-Za-z0-9+\\-.]+:${schemepart}|${fileurl})`);
	return { uri, "uri-reference": uri, "absolute-uri": uri, "relative-ref": /(?!)/ };
}

/** draft-fielding-url-syntax-05 App. A. */
function grammar1997(): Kinds {
	const unreserved = "A-Za-z0-9$\\-_.!~*'(),";
	const urlcs = any(`${unreserved};/?:@&=+`);
	const user = any(`${unreserved};&=+`);
	const site = `(?:(?:${user}(?::${user})?@)?${host}(?::[0-9]*)?)?`;
	const pchars = any(`${unreserved}:@&=+`);
	const segment = `${pchars}(?:;${pchars})*`;
	const segments = `${segment}(?:/${segment})*`;
	const relPath = `(?:${segments})?(?:\\?${urlcs})?`;
	const relative = `(?://${site}(?:/${relPath}|\\?${urlcs})?|${noAuthority}/${relPath}|(?!/)${relPath})`;
	const absolute = `[A-Za-z0-9+\\-.]+:(?:${relative}|${noAuthority}${urlcs})`;
	return kinds(absolute, `${noScheme}${relative}`, urlcs);
}

/** draft-fielding-uri-rfc2396bis-01 §3, §5. */
function grammar2003(): Kinds {
	const unreserved = "A-Za-z0-9\\-_.!~*'()";
	const octet = "(?:[0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])";
	const ipv4 = `${octet}\\.${octet}\\.${octet}\\.${octet}`;
	const h4 = `${hex}{1,4}`;
	const ls32 = `(?:${h4}:${h4}|${ipv4})`;
	const upTo = (count: number) => `(?:(?:${h4}:){0,${count}}${h4})?`;
	const ipv6 = [
		`(?:${h4}:){6}${ls32}`,
		`::(?:${h4}:){5}${ls32}`,
		`(?:${h4})?::(?:${h4}:){4}${ls32}`,
		`${upTo(1)}::(?:${h4}:){3}${ls32}`,
		`${upTo(2)}::(?:${h4}:){2}${ls32}`,
		`${upTo(3)}::${h4}:${ls32}`,
		`${upTo(4)}::${ls32}`,
		`${upTo(5)}::${h4}`,
		`${upTo(6)}::`,
	].join("|");
	const label = `${alphanum}(?:[A-Za-z0-9-]{0,61}${alphanum})?`;
	const toplabel = `[A-Za-z](?:[A-Za-z0-9-]{0,61}${alphanum})?`;
	const host = `(?:\\[(?:${ipv6})\\]|${ipv4}|${label}(?:\\.${label})*(?:\\.${toplabel}\\.)?)`;
	const server = `(?:(?:${any(`${unreserved};:&=+$,`)}@)?${host}(?::[0-9]*)?)?`;
	const regName = `(?:[${unreserved};:@&=+$,]|${escaped})+`;
	const absPath = `/${any(`${unreserved};:@&=+$,/`)}`;
	const query = any(`${unreserved};:@&=+$,/?`);
	const path = (authority: string) => `(?://${authority}(?:${absPath})?|${noAuthority}${absPath})`;
	const hierPart = (authority: string) => `(?:${path(authority)})?(?:\\?${query})?`;
	const opaque = `(?!/)(?:[[\\]${unreserved};?:@&=+$,/]|${escaped})+`;
	const relPath = `(?:[${unreserved};@&=+$,]|${escaped})+(?:${absPath})?`;
	const either = `(?:${server}|${regName})`;
	// docs/reference/editions.md, 3.
	const servers = "(?:[Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp]|[Gg][Oo][Pp][Hh][Ee][Rr])";
	const absolute = `(?:${servers}:(?:${hierPart(server)}|${opaque})|(?!${servers}:)[A-Za-z][A-Za-z0-9+\\-.]*:(?:${hierPart(either)}|${opaque}))`;
	const relative = `${noScheme}(?:${path(either)}|${relPath})?(?:\\?${query})?`;
	return kinds(absolute, relative, query);
}

function kinds(absolute: string, relative: string, fragment: string): Kinds {
	return {
		uri: whole(`${absolute}(?:#${fragment})?`),
		"uri-reference": whole(`(?:${absolute}|${relative})(?:#${fragment})?`),
		"absolute-uri": whole(absolute),
		"relative-ref": whole(`${relative}(?:#${fragment})?`),
	};
}

/** Pieces of the grammars, so that many references are valid. */
const piece = fc.constantFrom(
	..."aZ19.-_~:/?#[]@$&+,;=!%",
	"http:", "x:", "file:", "URL:", "1x:", "//", "//a.b", "//a.1b", "//1.2.3.4", "//a-b.c.", "[::1]", "[1::2:3]", "[1:2:3:4:5:6:7::]", "[::1.2.3.4]",
	"[::300.1.1.1]", "[v1.a]", ":80", "u@", "u:p@", "%41", "%4", "/a", ";p", "é",
); // biome-ignore format: a list of pieces
const woven = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
const text = fc.oneof({ weight: 6, arbitrary: woven }, hostileReference, opaqueReference);

describe.each([
	["1994", grammar1994()],
	["1997", grammar1997()],
	["2003", grammar2003()],
] as const)("%s", (edition: Edition, grammar) => {
	it("accepts exactly the language of the grammar, for each kind", () => {
		const counts = new Map(KINDS.map((as) => [as, [0, 0] as [number, number]]));
		fc.assert(
			fc.property(text, (reference) => {
				for (const as of KINDS) {
					const isValid = grammar[as].test(reference);
					expect([as, reference, validate(reference, { edition, as }).length === 0]).toEqual([as, reference, isValid]);
					++counts.get(as)![isValid ? 1 : 0];
				}
			}),
			{ numRuns: NUM_RUNS },
		);
		for (const [as, [refused, accepted]] of counts) {
			expect(refused).toBeGreaterThan(NUM_RUNS / 12);
			expect(accepted).toBeGreaterThan(edition === "1994" && as === "relative-ref" ? -1 : NUM_RUNS / 20);
		}
	});
});
