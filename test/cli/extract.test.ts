import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run as runCommand, useFolder } from "./command";

const { folder, path, write, shell } = useFolder();

/** Runs `urlsieve extract` to its end. */
const run = (args: string[], input: string | Uint8Array = "") => runCommand(["extract", ...args], input);

const MAIL = 'Under "http://www.w3.org/Addressing/", or <ftp://foo.example.com/rfc/>.\n';

describe("writes", () => {
	it("one JSON object per line, as docs/reference/text.md shows", () => {
		expect(run([], MAIL)).toEqual({
			status: 0,
			stdout:
				'{"text":"http://www.w3.org/Addressing/","start":7,"end":36,"delimiter":"quotes","doubtful":false}\n' +
				'{"text":"ftp://foo.example.com/rfc/","start":43,"end":69,"delimiter":"angle","doubtful":false}\n',
			stderr: "",
		});
	});

	it("--text: only the references, as input for dedupe", () => {
		write("mail.txt", `${MAIL}HTTP://www.w3.org/Addressing/.`);
		const { stdout } = shell("$URLSIEVE extract --text mail.txt | $URLSIEVE dedupe --quiet");
		expect(stdout).toBe("http://www.w3.org/Addressing/\nftp://foo.example.com/rfc/\n");
	});

	it("--text: in colour on a terminal, unless NO_COLOR is set", () => {
		write("one.txt", "http://u:secret@h/");
		expect(shell('script -qec "$URLSIEVE extract --text one.txt" /dev/null').stdout).toContain("\u001b[8msecret\u001b[0m");
		expect(shell('NO_COLOR=1 script -qec "$URLSIEVE extract --text one.txt" /dev/null').stdout).toBe("http://u:secret@h/\r\n");
	});

	it("-o: to a file, which is replaced", () => {
		const file = write("old.txt", "old");
		expect(run(["--text", "-o", file], MAIL)).toEqual({ status: 0, stdout: "", stderr: "" });
		expect(readFileSync(file, "utf8")).toBe("http://www.w3.org/Addressing/\nftp://foo.example.com/rfc/\n");
	});

	it("nothing, with status 0, if there is no reference", () => {
		expect(run([], "Note: 12:30\n")).toEqual({ status: 0, stdout: "", stderr: "" });
		expect(run([])).toEqual({ status: 0, stdout: "", stderr: "" });
	});
});

describe("markup", () => {
	const SITEMAP =
		'<?xml version="1.0"?>\n<urlset xmlns="http://s.example/0.9"><url><loc>http://h/?a&amp;b</loc><x>http://h/x</x></url></urlset>';
	const PAGE = '\ufeff<!-- saved -->\n<!DOCTYPE html><html lang=en><a href="http://h/?a&amp;b">mailto:a@b.example</a>';

	it.each<[string, string[], string, string[]]>([
		["a sitemap, by its first bytes", [], SITEMAP, ["http://h/?a&b", "http://h/x"]],
		["of a sitemap, only its pages", ["--format", "sitemap"], SITEMAP, ["http://h/?a&b"]],
		["a page, by its first bytes", [], PAGE, ["http://h/?a&b", "mailto:a@b.example"]],
		["of a page, only some schemes", ["--schemes", "http"], PAGE, ["http://h/?a&b"]],
		["a bookmark file", [], '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DT><A HREF="http://h/?a&amp;b">b</A>', ["http://h/?a&b"]],
		["XHTML", [], '<?xml version="1.0"?><!DOCTYPE html><a href="http://h/?a&eacute;">', ["http://h/?a\u00e9"]],
		["text, which decodes nothing", [], "<http://h/?a&amp;b>", ["http://h/?a&amp;b"]],
		["markup as text", ["--format", "text"], SITEMAP, ["http://s.example/0.9", "http://h/?a&amp;b", "http://h/x"]],
	])("is read: %s", (_, args, input, expected) => {
		for (const octets of [input, gzipSync(input)])
			expect(run(["--text", ...args], octets).stdout).toBe(expected.map((text) => `${text}\n`).join(""));
	});

	it.each([
		["a saved error page", "<!DOCTYPE html><html><title>404</title></html>", "pass --format html to read what it is"],
		["a feed", '<?xml version="1.0"?><rss/>', "pass --format xml to read what it is"],
		["a list of URLs", "http://h/a\nhttp://h/b\n", "pass --format text to read what it is"],
		["an empty file", "", "it is empty"],
	])("is refused as a sitemap if it is none: %s", (_, input, remedy) => {
		expect(run(["--format", "sitemap"], input)).toEqual({
			status: 3,
			stdout: "",
			stderr: `urlsieve: standard input is not a sitemap, which begins with <urlset> or <sitemapindex>; ${remedy}\n`,
		});
	});

	it.each([
		[
			"that XML declares",
			'<?xml version="1.0" encoding="ISO-8859-15"?><urlset><loc>http://h/b\xfccher</loc></urlset>',
			"iconv -f ISO-8859-15 -t UTF-8",
		],
		["of an octet at its end", "<?xml version='1.0'?><a>\xc3", "iconv -f ISO-8859-1 -t UTF-8, if it is in ISO-8859-1"],
	])("is refused in an encoding %s", (_, input, remedy) => {
		const stderr = `urlsieve: standard input is not UTF-8; convert it with ${remedy}\n`;
		expect(run(["--text"], Buffer.from(input, "latin1"))).toEqual({ status: 3, stdout: "", stderr });
	});

	it.each([
		["that it declares", "windows-1252", "windows-1252 -t UTF-8"],
		["that it does not declare", "utf-8", "ISO-8859-1 -t UTF-8, if it is in ISO-8859-1"],
	])("as HTML in an encoding %s, gives references without such octets, and counts the others", (_, charset, remedy) => {
		const page = `<html><meta charset=${charset}><p>\xfcber</p><a href='http://h/b\xfccher'><a href='http://h/a'>`;
		const stderr = `urlsieve: standard input is not UTF-8; convert it with iconv -f ${remedy}; left out: 1 reference\n`;
		expect(run(["--text"], Buffer.from(page, "latin1"))).toEqual({ status: 0, stdout: "http://h/a\n", stderr });
	});

	it("as HTML, counts only references that are wanted", () => {
		const page = Buffer.from("<a href='http://h/\xfc'><a href='mailto:\xfc@h'><a href='ftp://h/\xfc'>", "latin1");
		expect(run(["--text", "--format", "html", "--schemes", "http"], page).stderr).toMatch(/; left out: 1 reference\n$/);
	});

	it("may have U+FFFD, and characters across chunks", () => {
		const page = `<html>${"\u00e4\ud83d\ude00".repeat(200_000)}\ufffd http://h/`;
		for (const input of [page, `${page.slice(0, 6)} ${page.slice(6)}`]) expect(run(["--text"], input).stdout).toBe("http://h/\n");
	});

	it("is a sitemap without pages, too", () => {
		expect(run(["--format", "sitemap"], "<urlset/>")).toEqual({ status: 0, stdout: "", stderr: "" });
	});

	it("has formats, and an edition only as text", () => {
		expect(run(["--format", "sitmap"]).stderr).toContain(
			'--format must be text, html, xml or sitemap, not "sitmap" (did you mean sitemap?)',
		);
		expect(run(["--format", "xml", "--edition", "1994"]).stderr).toContain("--edition is for --format text");
	});
});

describe("reads", () => {
	it("files in order, compressed or not, each a text of its own", () => {
		const files = [write("a.txt", "\ufeffsee http://a/"), write("b.txt.gz", gzipSync("see http://b/")), "-"];
		const found = run(files, "see http://c/")
			.stdout.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as { text: string; start: number });
		expect(found.map(({ text, start }) => [text, start])).toEqual([
			["http://a/", 4],
			["http://b/", 4],
			["http://c/", 4],
		]);
	});

	it("UTF-8 across chunks, with indices in UTF-16 units", () => {
		const text = `${"ä😀".repeat(200_000)} http://h/ä`;
		expect(JSON.parse(run([], text).stdout)).toMatchObject({ text: "http://h/ä", start: 600_001, end: 600_011 });
		expect(JSON.parse(run([write("long.txt", `x${text}`)]).stdout)).toMatchObject({ start: 600_002 });
	});

	it("invalid UTF-8, which ends a reference", () => {
		expect(run(["--text"], Buffer.from("http://h/\xe9 http://g/", "latin1")).stdout).toBe("http://h/\nhttp://g/\n");
	});

	it("--edition 1994 like RFC 1738", () => {
		expect(run(["--text", "--edition", "1994"], "URL:x-local:thing").stdout).toBe("x-local:thing\n");
		expect(run(["--text", "--edition", "2005"], "URL:x-local:thing").stdout).toBe("");
	});
});

describe("usage", () => {
	it.each([
		[
			["--edition", "1999"],
			expect.stringMatching(/^urlsieve: --edition .*"1994", .*"2005", not "1999"; try: urlsieve extract --help\n$/),
		],
		[["--fast"], "urlsieve: Unknown option '--fast'; try: urlsieve extract --help\n"],
	])("%j fails with status 2 and the next step", (args, sentence) => {
		expect(run(args)).toEqual({ status: 2, stdout: "", stderr: sentence });
	});
});

describe("failures", () => {
	it("of input: status 3, and the output file is unchanged", () => {
		const output = write("kept.txt", "as it was");
		const { status, stderr } = run(["-o", output, write("good.txt", MAIL), path("nowhere")]);
		expect([status, stderr]).toEqual([3, `urlsieve: cannot read ${path("nowhere")}: no such file\n`]);
		const cut = write("cut.gz", gzipSync(MAIL.repeat(10000)).subarray(0, 100));
		expect(run(["-o", output, cut])).toEqual({
			status: 3,
			stdout: "",
			stderr: `urlsieve: cannot read ${cut}: the compressed data is truncated\n`,
		});
		expect(readFileSync(output, "utf8")).toBe("as it was");
		expect(readdirSync(folder).filter((entry) => entry.endsWith(".tmp"))).toEqual([]);
	});
});
