/** Messages and texts for people: what a name or a reference contains must not act on the terminal. */
import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path } = useFolder();

/** Controls, except the line end of a message, and formats such as those that reverse the direction of text. */
const ACTING = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const EVIL = "a\u001b[2J\r\nurlsieve: all is well\u009b31m\u202efdp.\u007f";
const SHOWN = "a<U+001B>[2J<U+000D><U+000A>urlsieve: all is well<U+009B>31m<U+202E>fdp.<U+007F>";

describe("a file name with controls", () => {
	it.each([
		["a missing input", ["normalize", EVIL]],
		["a missing directory", ["normalize", "-o", `${EVIL}/x`]],
		["a missing set", ["dedupe", "--seen", `${EVIL}/x`]],
		["a policy", ["dedupe", "--policy", EVIL]],
		["a list", ["lists", "check", EVIL]],
		["an option", ["normalize", `--${EVIL}`]],
		["a command", [EVIL]],
		["a base", ["resolve", "--base", EVIL]],
		["a profile", ["dedupe", "--profile", EVIL]],
		["a URI beside a file", ["parse", "http://a", EVIL]],
	])("is shown by its code points: %s", (_, args) => {
		const { status, stdout, stderr } = run(args);
		expect([status === 2 || status === 3, stdout]).toEqual([true, ""]);
		expect(stderr).toContain(SHOWN);
		expect(stderr.trimEnd()).not.toContain("\n");
		expect(stderr).not.toMatch(ACTING);
	});

	it("is shown in the notes of a summary, and escaped in JSON", () => {
		mkdirSync(path("notes"));
		const name = path(`notes/${EVIL}`);
		writeFileSync(name, Buffer.concat([gzipSync("http://a/\n"), Buffer.from("garbage")]));
		for (const command of ["normalize", "parse", "extract"]) {
			const { stderr } = run([command, name]);
			expect(stderr).toContain(SHOWN);
			expect(stderr).not.toMatch(ACTING);
		}
		const { stderr } = run(["normalize", "--json", name]);
		expect(stderr.trimEnd()).not.toMatch(ACTING);
		expect(JSON.parse(stderr).notes[0].sentence).toContain(EVIL);
	});
});

describe("explain --text", () => {
	it.each([
		["a reference", "http://h/\u202efdp", "http://h/<U+202E>fdp"],
		["an invalid one", "http://[\u202efdp", "http://[<U+202E>fdp"],
		["isolates", "HTTP://h/\u2066\u200b", "HTTP://h/<U+2066><U+200B>"],
		["DEL and C1", "http://h/\u007f\u009b", "http://h/<U+007F><U+009B>"],
	])("shows unseen characters of %s by their code points", (_, reference, shown) => {
		for (const rules of [[], ["--profile", "crawl@1"]]) {
			const { stdout } = run(["explain", "--text", ...rules], `${reference}\n`);
			expect(stdout).toContain(shown);
			expect(stdout).not.toMatch(ACTING);
		}
	});

	it("leaves JSON as it is", () => {
		expect(JSON.parse(run(["explain"], "http://h/\u202efdp\n").stdout).input).toBe("http://h/\u202efdp");
	});
});

it.each([["--profile", "crawl@1"], ["--explain"], ["--explain", "--profile", "crawl@1"]])(
	"compare %s shows unseen characters by their code points",
	(...options) => {
		const { stdout } = run(["compare", ...options, "http://h/\u202efdp", "http://[\u202e"]);
		expect(stdout).not.toMatch(ACTING);
	},
);
