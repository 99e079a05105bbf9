/** Files of shapes that somebody else has made: `readShapes`, and `--shapes` of commands. */
import { gzipSync } from "node:zlib";
import { FileError, readShapes } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { run } from "../cli/command";
import { urlsOf, useShapes, words } from "../support/shape-sites";

const { learn, write, path } = useShapes();

const LEARNED = learn(urlsOf(words(70).map((word) => `/${word}`)));
const { data } = LEARNED;
const [site] = data.sites;
const [position] = site.positions;

/** The file with other members, a site with others, or a position with others. */
const fileWith = (members: object) => ({ ...data, ...members });
const siteWith = (members: object) => fileWith({ sites: [{ ...site, ...members }] });
const positionWith = (members: object) => siteWith({ positions: [{ ...position, ...members }] });

/** Files that are refused, and the sentence about each. */
const REFUSED: readonly (readonly [what: string, file: unknown, sentence: RegExp])[] = [
	["no object", [], /^The file must be an object, not \[\]\.$/],
	[
		"another format",
		fileWith({ format: "urlsieve-shapes@2" }),
		/^The format must be "urlsieve-shapes@1", not "urlsieve-shapes@2"\.$/,
	],
	[
		"shapes of another version",
		fileWith({ shape: "shape@2" }),
		/^These shapes are made of "shape@2", and this release knows "shape@1"\.$/,
	],
	["keys without an identity", fileWith({ keys: 1 }), /^"keys" must be the identity of a profile, not 1\.$/],
	["no sites", fileWith({ sites: {} }), /^The file must have a list "sites", not \{\}\.$/],
	["a site without a name", siteWith({ site: null }), /^A site must have a text "site"/],
	[
		"a site of two lines",
		siteWith({ site: "http://h\nb" }),
		/^A site must have a text "site" of at most .* characters and one line/,
	],
	["positions that are no list", siteWith({ positions: 1 }), /^http:\/\/h\.example must have a list "positions", not 1\.$/],
	["a path above years that is no text", siteWith({ years: [1] }), /^http:\/\/h\.example has 1 in "years"/],
	[
		"a position without a slash",
		positionWith({ at: "{word}" }),
		/^The position "\{word\}" of http:\/\/h\.example must begin with "\/"\.$/,
	],
	[
		"a class that does not exist",
		positionWith({ at: "/{script}/{word}" }),
		/has the class "\{script\}", which does not exist\.$/,
	],
	["half a class", positionWith({ at: "/}/{word}" }), /has the class "\}", which does not exist\.$/],
	[
		"a position without a kind",
		positionWith({ at: "/a/{int}" }),
		/^The position "\/a\/\{int\}" of http:\/\/h\.example must end with \{word\}\.$/,
	],
	[
		"a word that is too long",
		positionWith({ kept: ["x".repeat(20_000)] }),
		/has "x+…? in "kept", where a text of at most 16384 characters must be\.$/,
	],
	["rules that are no texts", positionWith({ rules: [{}] }), /has \{\} in "rules"/],
	["a trap of no kind", siteWith({ traps: [{ trap: "bear" }] }), /^The trap "bear" of http:\/\/h\.example does not exist\.$/],
	[
		"a trap without a proposal",
		siteWith({ traps: [{ trap: "cycle" }] }),
		/^The proposal of a cycle trap of http:\/\/h\.example must be an object, not nothing\.$/,
	],
	[
		"a proposal that is no text",
		siteWith({ traps: [{ trap: "cycle", proposal: { policy: {}, options: 1 } }] }),
		/^The proposal of a cycle trap of http:\/\/h\.example must have a text "options" of .*, not 1\.$/,
	],
	[
		"ten thousand traps and one",
		siteWith({ traps: Array.from({ length: 10_001 }, () => ({ trap: "cycle", proposal: { options: "--trap drop" } })) }),
		/^http:\/\/h\.example has more than 10000 traps\.$/,
	],
	[
		"a shape without a number of keys",
		siteWith({ shapes: [{ shape: "/", keys: "1" }] }),
		/must have a number of keys, not "1"\.$/,
	],
	[
		"a shape with a class that does not exist",
		siteWith({ shapes: [{ shape: "/{script}/a", keys: 2 }] }),
		/^The shape "\/\{script\}\/a" of http:\/\/h\.example has the class "\{script\}", which does not exist\.$/,
	],
	[
		"a million positions",
		siteWith({ positions: [], years: Array.from({ length: 1_000_001 }, () => "") }),
		/^The file has more than 1000000 positions, words and paths\.$/,
	],
];

it.each(REFUSED)("refuses %s by a sentence", (_, file, sentence) => {
	const text = JSON.stringify(file);
	const error = (() => {
		try {
			return readShapes(text);
		} catch (thrown) {
			return thrown;
		}
	})();
	expect(error).toBeInstanceOf(FileError);
	expect(error).toMatchObject({ code: "invalid-shapes", message: expect.stringMatching(sentence) });
	const { status, stdout, stderr } = run(["count", "--by", "shape", "--shapes", write("bad.shapes", text), LEARNED.list]);
	expect([status, stdout, stderr]).toEqual([2, "", expect.stringMatching(/^urlsieve: .*bad\.shapes: .* \(invalid-shapes\)\n$/)]);
});

it("refuses values that are nested deeply", () => {
	const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
	const nested = (members: object) => JSON.stringify(siteWith(members)).replace('"deep"', deep);
	const texts = [
		deep,
		nested({ years: "deep" }),
		nested({ traps: [{ trap: "cycle", proposal: { policy: { hosts: "deep" } } }] }),
	];
	for (const text of texts) expect(() => readShapes(text)).toThrow(/nested too deeply/);
});

it("refuses what is not JSON, and what is no text", () => {
	expect(() => readShapes("urls\n")).toThrow(/^The file is not JSON: /);
	expect(() => readShapes(1 as unknown as string)).toThrow(/"text" must be a string/);
});

it.each([
	["empty", "", / is empty$/m],
	["compressed", gzipSync(JSON.stringify(data)), / is gzip-compressed; decompress it with gzip -d first$/m],
	["a list", "http://h.example/\n", / is not a file of shapes, as "urlsieve shapes -o FILE" writes them$/m],
	[
		"of samples",
		'{"format":"urlsieve-samples@1","keys":"rfc3986@1"}\nhttp://h.example/\n',
		/ was made by --samples; make shapes of it with "urlsieve shapes --merge"$/m,
	],
])("says what a file is that is %s", (_, content, sentence) => {
	const file = write("other.shapes", content);
	for (const args of [
		["count", "--by", "shape", "--shapes"],
		["shapes", "--against"],
	]) {
		const { status, stdout, stderr } = run([...args, file, LEARNED.list]);
		expect([status, stdout, stderr]).toEqual([2, "", expect.stringMatching(sentence)]);
		expect(stderr).toContain("other.shapes");
	}
});

it("names a file that is not there, and refuses standard input", () => {
	expect(run(["count", "--by", "shape", "--shapes", path("none"), LEARNED.list])).toMatchObject({ status: 3, stdout: "" });
	expect(run(["count", "--by", "shape", "--shapes", "-", LEARNED.list])).toMatchObject({
		status: 2,
		stderr: expect.stringMatching(/--shapes and --against take a file, not standard input/),
	});
});

it("takes time in proportion to a key, whatever the file", () => {
	const deep = Array.from({ length: 32 }, () => "{word}").join("/");
	const hostile = readShapes(
		JSON.stringify(positionWith({ at: `/${deep}`, kept: Array.from({ length: 100_000 }, (_, n) => `w${n}`) })),
	);
	const key = `http://h.example/${"a/".repeat(1_000_000)}`;
	expect(hostile.shape(key)).toBe(key);
	expect(hostile.shape("http://h.example/w7/x")).toBe("http://h.example/w7/x");
});

/** Options that take learned shapes, and what is printed of a key. */
const WAYS: readonly (readonly [way: string, args: readonly string[], printed: (key: string) => string])[] = [
	["count", ["count", "--by", "shape", "--quiet"], () => "2\thttp://h.example/{word}\n"],
	["dedupe", ["dedupe", "--per", "shape=1", "--quiet"], (key) => `${key}\n`],
	[
		"normalize",
		["normalize", "--column", "1", "--no-header", "--format", "tsv", "--into", "shape=s", "--quiet"],
		(key) => `${key}\thttp://h.example/{word}\nhttp://h.example/y\thttp://h.example/{word}\n`,
	],
];

it.each(WAYS.flatMap((way) => ["rfc3986@1", "crawl@1"].map((profile) => [profile, ...way] as const)))(
	"under %s, %s goes by learned shapes",
	(profile, _, args, printed) => {
		const { path: shapes } = learn(urlsOf(words(70).map((word) => `/${word}`)), "--profile", profile);
		const { status, stdout, stderr } = run(
			[...args, "--profile", profile, "--shapes", shapes],
			"http://h.example/x\nhttp://h.example/y\n",
		);
		expect([status, stdout, stderr]).toEqual([0, printed("http://h.example/x"), ""]);
	},
);

it.each([
	[
		"keys of another profile",
		["count", "--by", "shape", "--profile", "surt@1"],
		/has shapes of keys by rfc3986@1, and these keys are by surt@1; learn with/,
	],
	["a part that is no shape", ["count", "--by", "host"], /--shapes requires --by shape/],
	["a limit of hosts", ["dedupe", "--per", "host=1"], /--shapes requires --into shape=NAME, --per shape=N or --trap ACTION/],
	["a list without new columns", ["normalize"], /--shapes requires --into shape=NAME/],
	[
		"a table without a column for shapes",
		["normalize", "--column", "url", "--format", "csv"],
		/--shapes requires --into shape=NAME/,
	],
])("refuses --shapes for %s", (_, args, sentence) => {
	const { status, stdout, stderr } = run([...args, "--shapes", LEARNED.path, LEARNED.list]);
	expect([status, stdout, stderr]).toEqual([2, "", expect.stringMatching(sentence)]);
});
