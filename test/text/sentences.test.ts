/** What findings say, with everything that they have besides. */

import { type Finding, inspect } from "urlsieve/text";
import { expect, it } from "vitest";

const TRIPLET = "which delimits parts of protocols.";
const SPECIAL = "which reaches the machine itself on many systems";

it.each<[string, Finding[]]>([
	[
		" a",
		[
			{
				code: "leading-white-space",
				component: "path",
				offset: 0,
				sentence: "White space precedes the reference. Some programs remove it, and others read another reference or none.",
				count: 1,
			},
		],
	],
	[
		"x://a.example@h",
		[
			{
				code: "userinfo-like-host",
				component: "userinfo",
				offset: 4,
				sentence: 'The userinfo looks like the host "a.example", but the host is what follows the last "@".',
			},
		],
	],
	[
		"x://u:pw@h",
		[
			{
				code: "userinfo-password",
				component: "userinfo",
				offset: 6,
				sentence: "The userinfo has a password, which everyone who sees the URI can read.",
			},
		],
	],
	[
		"http://h:22/",
		[
			{
				code: "port-below-1024",
				component: "port",
				offset: 9,
				sentence: "Port 22 is reserved for a service other than that of the scheme, whose default port is 80.",
			},
		],
	],
	[
		"x:/%0a%0D",
		[{ code: "encoded-delimiter", component: "path", offset: 2 + 1, sentence: `%0a stands for LF, ${TRIPLET}`, count: 2 }],
	],
	[
		"x:/?%0D",
		[{ code: "encoded-delimiter", component: "query", offset: 4, sentence: `%0D stands for CR, ${TRIPLET}`, count: 1 }],
	],
	[
		"x:/?%00",
		[{ code: "encoded-delimiter", component: "query", offset: 4, sentence: `%00 stands for NUL, ${TRIPLET}`, count: 1 }],
	],
	[
		"x:/?%09",
		[{ code: "encoded-delimiter", component: "query", offset: 4, sentence: `%09 stands for TAB, ${TRIPLET}`, count: 1 }],
	],
	["x:/?#%09", []],
	[
		"x:/a%5C",
		[
			{
				code: "encoded-slash",
				component: "path",
				offset: 4,
				sentence: "%5C does not delimit segments of the path, except for a server that decodes it too early.",
				count: 1,
			},
		],
	],
	["x:a%2f", []],
	[
		"x:/a/.%2e",
		[{ code: "encoded-dot-segment", component: "path", offset: 5, sentence: ".%2e is a percent-encoded dot-segment.", count: 1 }],
	],
	[
		"a#%2541%2542",
		[
			{
				code: "double-encoding",
				component: "fragment",
				offset: 2,
				sentence: "%2541 is percent-encoded twice: decoding it twice yields another character.",
				count: 2,
			},
		],
	],
	[
		"x://0x7f.1/",
		[
			{
				code: "rare-ipv4",
				component: "host",
				offset: 4,
				sentence: 'The host "0x7f.1" is not an IPv4 address by the grammar, but C libraries read it as 127.0.0.1.',
				address: "127.0.0.1",
			},
			{
				code: "loopback-host",
				component: "host",
				offset: 4,
				sentence: "The host is 127.0.0.1, a loopback address (RFC 1122 §3.2.1.3).",
				address: "127.0.0.1",
			},
		],
	],
	[
		"x://0.0.0.0",
		[
			{
				code: "loopback-host",
				component: "host",
				offset: 4,
				sentence: `The host is 0.0.0.0, the unspecified address, ${SPECIAL} (RFC 1122 §3.2.1.3).`,
				address: "0.0.0.0",
			},
		],
	],
	["x://0.0.0.1", []],
	[
		"x://localhost./",
		[
			{
				code: "loopback-host",
				component: "host",
				offset: 4,
				sentence: 'The host "localhost." is the machine itself (RFC 6761 §6.3).',
			},
		],
	],
	[
		"x://[fe80::1%25en1]",
		[
			{
				code: "link-local-host",
				component: "host",
				offset: 4,
				sentence: "The host is fe80::1, a link-local address (RFC 4291 §2.5.6).",
				address: "fe80::1",
			},
		],
	],
	["x://[v1.a]", []],
	[
		"x://[::ffff:10.0.0.1]",
		[
			{
				code: "private-host",
				component: "host",
				offset: 4,
				sentence: "The host is 10.0.0.1, a private address (RFC 1918 §3).",
				address: "10.0.0.1",
			},
		],
	],
	[
		"x://аpple.b",
		[
			{
				code: "mixed-script-label",
				component: "host",
				offset: 4,
				sentence: 'The label "аpple" of the host mixes the scripts Cyrillic, Latin.',
				label: "аpple",
				scripts: ["Cyrillic", "Latin"],
			},
		],
	],
	[
		"http://a.example\\@b.example/",
		[
			{
				code: "userinfo-like-host",
				component: "userinfo",
				offset: 7,
				sentence: 'The userinfo looks like the host "a.example", but the host is what follows the last "@".',
			},
			{
				code: "browser-host",
				component: "host",
				offset: 18,
				sentence: 'A browser goes to the host "a.example", but by RFC 3986 the host is "b.example".',
				host: "a.example",
			},
		],
	],
	[
		"http:a.example",
		[
			{
				code: "browser-host",
				component: "path",
				offset: 5,
				sentence: 'A browser goes to the host "a.example", but by RFC 3986 there is no host.',
				host: "a.example",
			},
		],
	],
])("finds in %j what it says", (reference, findings) => {
	expect(inspect(reference)).toEqual(findings);
});

const bidi = (label: string) => inspect(`x://${label}.b`).filter(({ code }) => code === "bidirectional-label");

it.each([
	["אa", "אa", "mixes right-to-left letters with others"],
	["1א", "1א", "is written right to left, but does not begin with a letter"],
	["ا1٢", "ا1٢", "mixes Arabic with European digits"],
	["ا۱٢", "ا۱٢", "mixes Arabic with European digits"],
	["a\u200eb", "a\ufffdb", "has an invisible mark that sets the writing direction"],
	["\u202ea\u2066b\u061c", "\ufffda\ufffdb\ufffd", "has an invisible mark that sets the writing direction"],
])("says of the label %j in which direction it is written", (label, shown, fault) => {
	const sentence = `The label "${shown}" of the host ${fault}.`;
	expect(bidi(label)).toEqual([{ code: "bidirectional-label", component: "host", offset: 4, sentence, label }]);
});

it.each(["א1", "ا١٢", "ا12", "אב", "a1"])("finds nothing in the direction of %s", (label) => expect(bidi(label)).toEqual([]));

const SCRIPTS: readonly (readonly [name: string, letter: string])[] = [
	["Arabic", "ا"],
	["Armenian", "ա"],
	["Bengali", "অ"],
	["Bopomofo", "ㄅ"],
	["Cyrillic", "а"],
	["Devanagari", "अ"],
	["Ethiopic", "አ"],
	["Georgian", "ა"],
	["Greek", "α"],
	["Gujarati", "અ"],
	["Gurmukhi", "ਅ"],
	["Han", "一"],
	["Hangul", "가"],
	["Hebrew", "א"],
	["Hiragana", "あ"],
	["Kannada", "ಅ"],
	["Katakana", "ア"],
	["Khmer", "ក"],
	["Lao", "ກ"],
	["Malayalam", "അ"],
	["Myanmar", "က"],
	["Oriya", "ଅ"],
	["Sinhala", "අ"],
	["Tamil", "அ"],
	["Telugu", "అ"],
	["Thaana", "ހ"],
	["Thai", "ก"],
	["Tibetan", "ཀ"],
	["other", "Ꭰ"],
];

it.each(SCRIPTS)("knows the script %s", (name, letter) => {
	const scriptsOf = (label: string) => inspect(`x://${label}.b`).find(({ code }) => code === "mixed-script-label")?.scripts;
	const [usual, other] = name === "Greek" ? ["я", "Cyrillic"] : ["ω", "Greek"];
	expect(scriptsOf(letter + usual)).toEqual(expect.arrayContaining([name, other]));
	expect(scriptsOf(letter + usual)).toHaveLength(2);
	const isMixedWithLatin = !["Bopomofo", "Han", "Hangul", "Hiragana", "Katakana"].includes(name);
	expect(scriptsOf(`${letter}a`) !== undefined).toBe(isMixedWithLatin);
});
