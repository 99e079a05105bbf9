/** compare: the steps of two references, side by side, and their forms as JSON. */
import { explain } from "urlsieve";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { shell } = useFolder();
const A = "HTTP://Example.com/%7Efoo";
const B = "http://example.com:80/~foo";

describe("compare --explain", () => {
	it("prints the level, then each rule that changes one of the references, with its results", () => {
		expect(run(["compare", "--explain", A, B])).toEqual({
			status: 0,
			stderr: "",
			stdout: `scheme
  HTTP://Example.com/%7Efoo  http://example.com:80/~foo
scheme-case, RFC 3986 §6.2.2.1
  http://Example.com/%7Efoo
host-case, RFC 3986 §6.2.2.1
  http://example.com/%7Efoo
percent-unreserved, RFC 3986 §6.2.2.2
  http://example.com/~foo
default-port, RFC 3986 §6.2.3
                             http://example.com/~foo
normal form
  http://example.com/~foo    http://example.com/~foo
`,
		});
	});

	it("prints the same as JSON", () => {
		const { status, stdout } = run(["compare", "--explain", "--json", A, B]);
		const normal = "http://example.com/~foo";
		expect([status, JSON.parse(stdout)]).toEqual([
			0,
			{ level: "scheme", normal: [normal, normal], explanations: [explain(A), explain(B)] },
		]);
	});

	it("shows the steps of one reference and the error of the other, on either side", () => {
		const why = 'The text before the first ":" is not a scheme (at 0).';
		expect(run(["compare", "--explain", "X:a", "1:"])).toEqual({
			status: 1,
			stdout: `no normal form\n  X:a  1:\nscheme-case, RFC 3986 §6.2.2.1\n  x:a\nnormal form\n  x:a  ${why}\n`,
			stderr: "",
		});
		const { status, stdout } = run(["compare", "--explain", "--json", "1:", "X:a"]);
		const error = { code: "invalid-scheme", component: "scheme", offset: 0, sentence: why };
		expect([status, JSON.parse(stdout)]).toEqual([
			1,
			{ level: null, normal: [null, "x:a"], explanations: [{ input: "1:", error }, explain("X:a")] },
		]);
	});

	it("pads wide characters by the columns that they take", () => {
		const [, first] = run(["compare", "--explain", "http://a/\u65e5\u672c", "http://a/b"]).stdout.split("\n");
		expect(first).toBe("  http://a/\u65e5\u672c                http://a/b");
	});

	it("treats equal strings as equal, with or without a normal form", () => {
		expect(run(["compare", "--explain", "1:", "1:"])).toMatchObject({
			status: 0,
			stdout: expect.stringMatching(/^string\n {2}1: +1:\n/),
		});
		expect(run(["compare", "--explain", "", ""])).toMatchObject({ status: 0, stdout: "string\n\nnormal form\n\n" });
	});
});

it("compare prints normal forms as JSON", () => {
	const compare = (...args: string[]) => JSON.parse(run(["compare", "--json", ...args]).stdout);
	expect(compare("http://a", "HTTP://a:80/")).toEqual({ level: "scheme", normal: ["http://a/", "http://a/"] });
	expect(compare("http://a", "HTTP://b")).toEqual({ level: "different", normal: ["http://a/", "http://b/"] });
});

describe("compare --explain on a terminal", () => {
	/** The lines on a terminal that is `columns` wide. */
	const linesAt = (columns: number, a: string, b: string, environment = "NO_COLOR=1") => {
		const command = `stty cols ${columns}; $URLSIEVE compare --explain "$A" "$B"`;
		const { stdout } = shell(`A='${a}' B='${b}' ${environment} script -qec '${command}' /dev/null`);
		return stdout.split("\r\n").slice(0, -1);
	};

	it("stacks cells on a narrow terminal", () => {
		expect(linesAt(20, "HTTP://a.example/b/c", "http://[")).toEqual([
			"no normal form",
			"A HTTP://a.example/b",
			"  /c",
			"B http://[",
			"scheme-case, RFC 3986 §6.2.2.1",
			"A http://a.example/b",
			"  /c",
			"normal form",
			"A http://a.example/b",
			"  /c",
			"B The bracketed host",
			"  is neither IPv6",
			"  address nor",
			"  IPvFuture (at 7).",
		]);
		for (const columns of [1, 2, 3])
			expect(linesAt(columns, A, B).filter((line) => line.includes("~")).length).toBeGreaterThan(1);
	});

	it("shows components in colour and conceals passwords, even in broken cells", () => {
		const lines = linesAt(36, "http://u:verysecret@h/", "http://example.com/", "");
		expect(lines[1]).toContain("\u001b[8mverysec\u001b[0m");
		expect(lines[2]).toContain("\u001b[8mret\u001b[0m");
	});
});
