/** `inspect`: findings by RFC 3986 §7, 2396bis-01 §7 and RFC 1738 §6, and their rows in docs/reference/inspect.md. */
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { tryParse, UriError } from "urlsieve";
import { type Finding, type FindingCode, inspect } from "urlsieve/text";
import { describe, expect, it } from "vitest";
import { everyNth, runs } from "../support/extent";

const codes = (reference: string) => inspect(reference).map(({ code }) => code);

function find(reference: string, code: FindingCode): Finding | undefined {
	return inspect(reference).find((finding) => finding.code === code);
}

/** Each reference has the finding exactly once: in the component, where the text `at` starts. */
function flags(code: FindingCode, component: string, rows: readonly (readonly [reference: string, at: string])[]): void {
	it("is found once, where it stands", () => {
		for (const [reference, at] of rows) {
			const found = inspect(reference).filter((finding) => finding.code === code);
			const places = found.map((finding) => [finding.component, reference.slice(finding.offset, finding.offset + at.length)]);
			expect([reference, places]).toEqual([reference, [[component, at]]]);
			expect(found[0]?.sentence).toMatch(/^[A-Z%.].*\.$/s);
		}
	});
}

function passes(code: FindingCode, references: readonly string[]): void {
	it("is not found in what only looks like it", () => {
		for (const reference of references)
			expect([reference, codes(reference)]).not.toEqual([reference, expect.arrayContaining([code])]);
	});
}

it.each([
	"",
	"#f",
	"//h",
	"mailto:a@b.c",
	"ssh://h:22/",
	"http://example.com:80/",
	"http://[2001:db8::1]:8080/",
	"http://93.184.216.34/",
	"http://b\u00fccher.example/",
	"http://\u05d0\u05d1.example/",
])("finds nothing in %j", (reference) => expect(inspect(reference)).toEqual([]));

describe("userinfo that looks like a host (§7.6)", () => {
	flags("userinfo-like-host", "userinfo", [
		["http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm", "www.example.com&story"],
		["ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", "cnn"],
		["//good.example@evil.example", "good"],
		["http://good.example.@evil.example/", "good"],
		["http://good.example:80@evil.example/", "good"],
		["http://user@good.example@evil.example/", "good"],
		["http://192.0.2.1@evil.example/", "192"],
		["http://www%2Egood%2Eexample%2F@evil.example/", "www%2E"],
		["http://пример.рф@evil.example/", "пример"],
		["http://a.xn--p1ai@evil.example/", "a.xn"],
	]);
	passes("userinfo-like-host", [
		"http://user@example.com/",
		"ftp://anonymous:john%40example.com@ftp.example.com/",
		"http://v1.0@example.com/",
		"http://.com@example.com/",
		"http://a..com@example.com/",
		"http://1.2.3@example.com/",
		"http://example.com/www.example.org@x",
		"mailto:john.doe@example.com",
	]);
});

describe("a password in the userinfo (§7.5, §3.2.1)", () => {
	flags("userinfo-password", "userinfo", [
		["ftp://me:word@example.com/", "word@"],
		["http://a:b:c@example.com/", "b:c@"],
		["//:word@example.com/", "word@"],
	]);
	passes("userinfo-password", ["ftp://me@example.com/", "ftp://me:@example.com/", "ftp://example.com/a:b@c"]);
});

describe("a port below 1024 that is not the scheme's default (§7.2)", () => {
	flags("port-below-1024", "port", [
		["http://example.com:25/", "25/"],
		["HTTPS://u@example.com:80", "80"],
		["http://[::1]:443/", "443/"],
		["ldap://example.com:000636/", "000636/"],
		["http://example.com:1023/", "1023/"],
	]);
	passes("port-below-1024", [
		"http://example.com:80/",
		"HTTP://example.com:0080/",
		"https://example.com:443/",
		"http://example.com:1024/",
		"http://example.com/:25",
		// These have no known default port.
		"ssh://example.com:22/",
	]);
});

describe("percent-encoded delimiters of a protocol (§7.2)", () => {
	flags("encoded-delimiter", "path", [
		["gopher://example.com/1%0D%0AMAIL%20FROM", "%0D"],
		["http://example.com/a%0a", "%0a"],
		["/a%00.jpg", "%00"],
	]);
	flags("encoded-delimiter", "query", [["http://example.com/?a=b%0D%0ASet-Cookie:%20c", "%0D"]]);
	flags("encoded-delimiter", "host", [["http://example.com%00.evil.example/", "%00"]]);
	flags("encoded-delimiter", "userinfo", [["ftp://me%0Aquit@example.com/", "%0A"]]);
	passes("encoded-delimiter", ["http://example.com/a%20b", "/%0B%0C%1F%7F", "/%250D%250A", "/0D0A", "/#%0D%0A", "/%0"]);

	it("reports the first in a component and counts the rest", () => {
		const found = inspect("/a%0D%0A%00?%09").map(({ component, offset, count }) => [component, offset, count]);
		expect(found).toEqual([
			["path", 2, 3],
			["query", 12, 1],
		]);
	});
});

describe("rare IPv4 forms (§7.4)", () => {
	it.each([
		["127.0.0.1", "0x7f.0.0.1", "0x7f000001", "0X7F.0.0.1", "017700000001", "2130706433", "127.1", "127.0.1", "%31%32%37.1"],
		["10.1.1.2", "10.1.258"],
		["1.2.255.255", "1.2.65535"],
		["1.255.255.255", "1.16777215"],
		["192.168.0.1", "0300.0250.0.01"],
		["1.2.3.4", "1.2.3.04"],
		["0.0.0.0", "0"],
		["255.255.255.255", "4294967295"],
	])("are taken for %s: %s", (address, ...hosts) => {
		for (const host of hosts)
			expect([host, find(`foo://u@${host}:1/`, "rare-ipv4")]).toMatchObject([host, { component: "host", offset: 8, address }]);
	});
	const others = [
		..."1.2.3.4 255.255.255.255 0.0.0.0 256.1.1.1 1.2.3.256 1.2.65536 1.16777216 4294967296 1.2.3.4.5 08.1.1.1 0x 0xg.1".split(
			" ",
		),
		..."1..2 127.1. 1e3 -1 1.2.3.4a a.b [::1]".split(" "),
	];
	passes(
		"rare-ipv4",
		["", ...others].map((host) => `foo://${host}/`),
	);
});

describe("loopback, private, link-local and metadata hosts (§7.4)", () => {
	const KINDS = ["loopback-host", "private-host", "link-local-host", "metadata-host"];
	const kind = (host: string) =>
		inspect(`http://u@${host}/`)
			.filter(({ code }) => KINDS.includes(code))
			.map(({ code, component, offset, address }) => [code, component, offset, address]);

	it.each<[FindingCode, string | undefined, ...string[]]>([
		["loopback-host", "127.0.0.1", "127.0.0.1", "0x7f.1", "[::ffff:127.0.0.1]", "[::FFFF:7f00:1]", "[::127.0.0.1]"],
		["loopback-host", "127.255.255.255", "127.255.255.255"],
		["loopback-host", "0.0.0.0", "0.0.0.0"],
		["loopback-host", "::1", "[::1]", "[0:0:0:0:0:0:0:1]"],
		["loopback-host", "::", "[::]"],
		["loopback-host", undefined, "localhost", "LocalHost.", "a.b.localhost", "local%68ost", "ｌｏｃａｌｈｏｓｔ"],
		["private-host", "10.0.0.1", "[64:ff9b::10.0.0.1]", "[2002:a00:1::]"],
		["private-host", "10.255.255.255", "10.255.255.255"],
		["private-host", "172.16.0.0", "172.16.0.0"],
		["private-host", "172.31.255.255", "172.31.255.255"],
		["private-host", "192.168.0.1", "192.168.0.1", "[::ffff:192.168.0.1]"],
		["private-host", "100.64.0.1", "100.64.0.1"],
		["private-host", "fc00::1", "[fc00::1]"],
		["private-host", "fdff::1", "[fdff::1]"],
		["private-host", "fec0::1", "[fec0::1]"],
		["link-local-host", "169.254.0.1", "169.254.0.1"],
		["link-local-host", "fe80::1", "[fe80::1]", "[fe80::1%25eth0]"],
		["link-local-host", "febf::1", "[FEBF::1]"],
		["metadata-host", "169.254.169.254", "169.254.169.254", "0xa9fea9fe", "[::ffff:169.254.169.254]"],
		["metadata-host", "fd00:ec2::254", "[fd00:ec2::254]", "[FD00:0EC2:0:0:0:0:0:254]"],
		["metadata-host", "100.100.100.200", "100.100.100.200"],
		["metadata-host", undefined, "metadata.google.internal", "Metadata.Google.Internal."],
	])("%s of address %s: %s", (code, address, ...hosts) => {
		for (const host of hosts) expect([host, kind(host)]).toEqual([host, [[code, "host", 9, address]]]);
	});
});

describe("encoded slashes and dots in the path (§7.3, §2.2)", () => {
	flags("encoded-slash", "path", [
		["http://example.com/a%2Fb", "%2F"],
		["http://example.com/a/%5c..", "%5c"],
		["..%2fetc%2fpasswd", "%2f"],
	]);
	passes("encoded-slash", ["http://example.com/a/b?c=%2F", "/a#%2F", "mailto:a%2Fb@example.com", "urn:a:b%2Fc", "/%252F"]);

	flags("encoded-dot-segment", "path", [
		["http://example.com/a/%2e%2e/b", "%2e%2e/"],
		["/.%2E/b", ".%2E"],
		["/a/%2e", "%2e"],
		["%2e%2E/", "%2e"],
		["/a%2F%2e./b", "%2e./"],
		["/a/../..\\%2e.%5Cb", "%2e.%5C"],
	]);
	passes("encoded-dot-segment", ["/a/../b", "/%2e%2e%2e/", "/a/%2e%2eb", "/a?/%2e%2e/", "tel:%2e%2e"]);

	it("counts them", () => expect(find("/%2e/%2e/../%2e%2e", "encoded-dot-segment")?.count).toBe(3));
});

describe("doubly encoded triplets (§2.4)", () => {
	flags("double-encoding", "path", [
		["/a%2525", "%2525"],
		["/a%252Fb", "%252F"],
		["mailto:a%2540b", "%2540"],
	]);
	flags("double-encoding", "query", [["/?url=http%253A%252F%252Fa", "%253A"]]);
	flags("double-encoding", "fragment", [["#%252f", "%252f"]]);
	flags("double-encoding", "userinfo", [["//a%2540b@example.com/", "%2540"]]);
	flags("double-encoding", "host", [["//a%252eb/", "%252e"]]);
	passes("double-encoding", ["/100%25", "/%25", "/%25zz", "/%25%32%35", "/2525", "/%2F25"]);
});

describe("labels that mix scripts (UTS #39 §5.2)", () => {
	flags("mixed-script-label", "host", [
		["http://www.аpple.example/", "аpple"], // CYRILLIC SMALL LETTER A
		["http://www.%D0%B0pple.example/", "%D0%B0pple"],
		["http://www.xn--pple-43d.example/", "xn--pple"],
		["http://XN--pple-43d.example/", "XN--"],
		["http://ㄅひ.example/", "ㄅひ"],
		["http://한ひ.example/", "한ひ"],
		["http://b.example。αb/", "αb"],
	]);
	passes("mixed-script-label", [
		"http://пример.рф/",
		"http://bücher.example/",
		"http://ελλάδα2-0.example/",
		"http://日本語ひらカタabc.example/",
		"http://漢ㄅa.example/",
		"http://اردو۱.example/",
		"http://xn--0.example/",
		"http://%FFа.example/",
		"http://example.com/αа",
	]);
});

describe("bidirectional labels (RFC 5893 §2)", () => {
	flags("bidirectional-label", "host", [
		["http://www.אabc.example/", "אabc"],
		["http://abcא.example/", "abcא"],
		["http://1א.example/", "1א"],
		["http://א1٢.example/", "א1٢"],
		["http://a\u202eb.example/", "a\u202e"],
		["http://a%E2%80%AEb.example/", "a%E2"],
		["http://xn--abc-spe.example/", "xn--"], // abcא
	]);
	passes("bidirectional-label", [
		"http://אבג.example/",
		"http://אב1.example/",
		"http://مثال.إختبار/",
		"http://xn--4dbcagdahymbxekheh6e0a7fei0b.example/",
		"http://example.com/אabc",
	]);
});

describe("hosts that a browser reads differently (WHATWG URL)", () => {
	it.each([
		["http://good.example\\@evil.example/", "host", 21, "good.example"],
		["http://evil.example\\.good.example/", "host", 7, "evil.example"],
		["http:\\\\evil.example/", "path", 5, "evil.example"],
		["http:evil.example", "path", 5, "evil.example"],
		["http:///evil.example/", "host", 7, "evil.example"],
		["file:\\\\evil.example\\share", "path", 5, "evil.example"],
		["/\\evil.example", "path", 0, "evil.example"],
		["/\t/evil.example", "path", 0, "evil.example"],
		["///evil.example", "host", 2, "evil.example"],
		["//good.example\\@evil.example", "host", 16, "good.example"],
		["http://good.exa\tmple/", "host", 7, "good.example"],
		["http://exa%0Ample/", undefined, 0, undefined],
		["http://0x7f.1/", "host", 7, "127.0.0.1"],
		["http://u@1.2.3.08/", undefined, 0, undefined],
		["ws://127.0.0.1./", "host", 5, "127.0.0.1"],
		["http://%EF%BC%91.1/", "host", 7, "1.0.0.1"],
		["http://①②⑦.0.0.1/", "host", 7, "127.0.0.1"],
	])("%j: %s %i %s", (reference, component, offset, host) => {
		const found = find(reference, "browser-host");
		expect(found && [found.component, found.offset, found.host]).toEqual(host && [component, offset, host]);
	});
	passes("browser-host", [
		"http://ex%61mple.com/",
		"http://u:p@example.com:8080/",
		"http://bücher.example/",
		"http://xn--bcher-kva.example/",
		"http://b%C3%BCcher.example/",
		"http://[2001:DB8:0::1]/",
		"http://[::ffff:7f00:1]/",
		"http://example.com./",
		"http:///",
		"file://localhost/etc",
		"file:///C:/a",
		"foo://0x7f.1\\@b/",
		"mailto:a\\@b",
		"/a\\b",
		"?\\\\a",
		"",
	]);
});

it.each(["1:", "http://[a]/", "http://a:b/", "\ud800"])("throws the error of parse for %j", (reference) => {
	const error = tryParse(reference) as UriError;
	expect(() => inspect(reference)).toThrowError(expect.objectContaining({ code: error.code, offset: error.offset }));
});

describe("white space of Unicode at an end (App. C)", () => {
	flags("unicode-space", "path", [
		["http://example.com/\u00a0", "\u00a0"],
		["http://example.com/a\u3000", "\u3000"],
		["http://example.com/\u200b", "\u200b"],
		["\u00a0a", "\u00a0"],
	]);
	flags("unicode-space", "query", [["http://example.com/?a\ufeff", "\ufeff"]]);
	flags("unicode-space", "fragment", [["http://example.com/#a\u2028", "\u2028"]]);
	passes("unicode-space", [
		"http://example.com/ ",
		"http://example.com/\t",
		"http://example.com/a\u00a0b",
		"http://example.com/%C2%A0",
	]);
});

describe("leading white space (App. C)", () => {
	flags("leading-white-space", "scheme", [
		[" http://example.com/", " "],
		["\r\n\thttp://example.com/", "\r"],
		["\0http://example.com/", "\0"],
	]);
	flags("leading-white-space", "authority", [[" //example.com/", " "]]);
	flags("leading-white-space", "path", [
		[" a/b", " "],
		[" ", " "],
		[" //[a]/", " "],
	]);
	passes("leading-white-space", ["http://example.com/", "http://example.com/ ", "", "%20http", "\u00a0a"]);

	it("is not part of the reference that is inspected, but counts in its offsets", () => {
		const reference = "  http://me:word@10.0.0.1:25/a%2Fb";
		const found = inspect(reference).map(({ code, component, offset }) => [code, component, offset]);
		const trimmed = inspect(reference.trim()).map(({ code, component, offset }) => [code, component, offset + 2]);
		expect(trimmed).toHaveLength(4);
		expect(found).toEqual([["leading-white-space", "scheme", 0], ...trimmed]);
	});
});

it("sorts findings by offset", () => {
	expect(codes("http://a.example:b@0x7f.1:25/%2F?%2525")).toEqual([
		"userinfo-like-host",
		"userinfo-password",
		"rare-ipv4",
		"loopback-host",
		"browser-host",
		"port-below-1024",
		"encoded-slash",
		"double-encoding",
	]);
});

const PIECES = [
	..."%@:/\\?#[].-0aλаאひ한\t\n\u202e",
	..."http file // :// www.a.com %2e %2F %0D %00 %25 %D0%B0 %FF xn-- 127.1 0x7f [::1] [fe80::1%25a] localhost :25 😀 \ud83d".split(
		" ",
	),
];
const references = fc.oneof(
	fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join("")),
	fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }).map((pieces) => `http://${pieces.join("")}`),
	fc.string({ unit: "binary" }),
);

/** RFC 3986, App. B. */
const APPENDIX_B =
	/^(?:(?<scheme>[^:/?#]+):)?(?:\/\/(?<authority>[^/?#]*))?(?<path>[^?#]*)(?:\?(?<query>[^#]*))?(?:#(?<fragment>.*))?$/ds;
const IN_AUTHORITY = ["userinfo", "host", "port"];

it("accepts every reference that parses, with offsets inside the component (App. B)", () => {
	fc.assert(
		fc.property(references, (reference) => {
			fc.pre(!(tryParse(reference) instanceof UriError));
			const trimmed = reference.replace(/^[\0- ]+/, "");
			const inspected = tryParse(trimmed) instanceof UriError ? reference : trimmed;
			const before = reference.length - inspected.length;
			const places = APPENDIX_B.exec(inspected)?.indices?.groups;
			for (const { code, component, offset } of inspect(reference)) {
				const [start, end] = places?.[IN_AUTHORITY.includes(component) ? "authority" : component] ?? [Number.NaN, 0];
				const isInside = offset - before >= start && offset - before <= end;
				expect([code, isInside || (code === "leading-white-space" && offset === 0)]).toEqual([code, true]);
			}
		}),
		{ numRuns: runs(20_000) },
	);
});

/** Lists of real references, from a folder beside the repository. */
const DATA = new URL("../../../shared/data/", import.meta.url);
const isThere = existsSync(DATA);
if (!isThere) console.log(`No lists at ${DATA.pathname}: their tests are left out.`);

it.runIf(isThere).each(["urls_100k_open.txt", "homepages.txt"])("flags few usual references: %s", (name) => {
	const rare: readonly string[] = ["userinfo-like-host", "userinfo-password", "rare-ipv4", "encoded-delimiter"];
	const lines = readFileSync(new URL(name, DATA), "utf8").split("\n");
	const examined = everyNth(lines, 24);
	const flagged = examined.filter(
		(line) => !(tryParse(line) instanceof UriError) && codes(line).some((code) => rare.includes(code)),
	);
	expect(lines.length).toBeGreaterThan(50_000);
	expect(flagged.length).toBeLessThanOrEqual(examined.length / 1000);
});

describe("docs/reference/inspect.md", () => {
	const text = readFileSync(new URL("../../docs/reference/inspect.md", import.meta.url), "utf8");
	const rows = [...text.matchAll(/^\| `([a-z0-9-]+)` \| (.+) \| (.+) \| `(.+)` \|$/gm)].map(([, ...cells]) => cells);

	it.each(rows.map(([code, , licence, example]) => [code, licence, example]))(
		"%s: cites %s; the example is flagged: %s",
		(code, licence, example) => {
			expect(licence).toMatch(/§|UTS|WHATWG/);
			const found = inspect(example as string, { readers: ["nginx", "tomcat"] });
			expect(found.map((finding) => finding.code)).toContain(code);
		},
	);
});
