/** The help of each command: its usage, its examples, and its options, all of them and those used most. */
import { expect, it } from "vitest";
import { run } from "./command";

/** The options of each command: those used most, if there is a first screen, and all. */
const COMMANDS: readonly (readonly [command: string, most: string, all: string])[] = [
	[
		"normalize",
		"column into profile policy print uri level invalid rejects output",
		"column format into private-suffixes key-into delimiter no-header profile policy lists shapes print no-vary-search uri level edition strict default-scheme comments schemes require-scheme threads engine invalid rejects binary output json quiet help",
	],
	[
		"dedupe",
		"column profile print seen memory count keep audit report output",
		"column format into private-suffixes key-into delimiter no-header profile policy lists no-vary-search print seen read-only memory temp no-wait exclude per trap shapes by count count-into keep prefer audit report level edition strict default-scheme comments schemes require-scheme threads engine invalid rejects binary output json quiet help",
	],
	[
		"count",
		"by top write column profile policy print invalid rejects output",
		"by private-suffixes top write column format delimiter no-header profile policy lists print shapes level edition strict default-scheme comments schemes require-scheme threads engine invalid rejects binary output json quiet help",
	],
	[
		"filter",
		"in not-in print column profile policy invalid rejects output",
		"in not-in print column format into private-suffixes key-into delimiter no-header profile policy lists level edition strict default-scheme comments schemes require-scheme threads engine invalid rejects binary output json quiet help",
	],
	[
		"partition",
		"into parts key profile policy threads invalid rejects",
		"into parts key profile policy lists level edition strict default-scheme comments schemes require-scheme threads engine invalid rejects binary json quiet help",
	],
	["compare", "", "profile policy lists no-vary-search explain json help"],
	[
		"explain",
		"profile policy lists text level edition strict uri output json",
		"profile policy lists text level edition strict uri comments binary output json quiet help",
	],
	[
		"resolve",
		"base column into profile print uri invalid rejects output json",
		"base edition lenient excess-dots column format into private-suffixes key-into delimiter no-header profile policy lists print uri comments schemes threads engine invalid rejects binary output json quiet help",
	],
	["relativize", "", "base uri comments binary output json quiet help"],
	["parse", "", "edition uri comments binary output json quiet help"],
	[
		"validate",
		"column format delimiter as edition all uri output json quiet",
		"column format delimiter no-header as edition all uri comments binary output json quiet help",
	],
	[
		"inspect",
		"column format delimiter only readers all uri output json quiet",
		"column format delimiter no-header only readers all uri comments binary output json quiet help",
	],
	[
		"agree",
		"readers reject host all uri output json quiet",
		"readers reject host all uri comments binary output json quiet help",
	],
	[
		"destination",
		"public ports clients all uri output json quiet",
		"public ports clients all uri comments binary output json quiet help",
	],
	["extract", "", "text format schemes edition binary output help"],
	["profile", "", "as-policy help"],
	["policy", "", "lists json comments quiet binary output help"],
	["lists", "", "policy sample binary help"],
	[
		"learn",
		"output digest format policy reach report",
		"output url digest status time type redirect method format delimiter no-header policy lists shapes trap support bound precision holdout reach previous probes threads binary memory temp report json quiet help",
	],
	[
		"shapes",
		"report against samples merge memory column profile output",
		"report site against samples merge memory temp column format delimiter no-header profile policy lists level edition strict default-scheme comments schemes require-scheme threads engine invalid rejects binary output json quiet help",
	],
	["seen", "", "json no-wait profile policy lists not uri default-scheme comments rejects binary output quiet help"],
];

const helpOf = (...args: string[]) => {
	const { status, stdout, stderr } = run(args);
	expect([status, stderr]).toEqual([0, ""]);
	return stdout;
};

/** The names of the options that a help lists, each with an explanation. */
const optionsIn = (help: string) =>
	Array.from(help.matchAll(/^ {2}(?:-\w, )?--([\w-]+) [^\n]*\S/gm), ([, name]) => name).join(" ");

it.each(COMMANDS)("%s has the options that it takes", (command, most, all) => {
	const [shown, whole] = [helpOf(command, "--help"), helpOf(command, "--help-all")];
	expect([optionsIn(shown), optionsIn(whole)]).toEqual([most || all, all]);
	expect(helpOf(command, "-h")).toBe(shown);
	for (const help of [shown, whole]) {
		expect(help.startsWith(`Usage: urlsieve ${command} `)).toBe(true);
		const examples = help.split("\n").filter((line) => line.includes(`urlsieve ${command} `));
		expect(examples.length).toBeGreaterThanOrEqual(4);
		expect(help).not.toMatch(/undefined|\[object/);
	}
	expect(shown === whole).toBe(most === "");
	if (most !== "") expect(shown).toContain(`urlsieve ${command} --help-all prints all ${all.split(" ").length} options.`);
});

it("lists all commands, and says how to learn more", () => {
	const help = helpOf("--help");
	expect([helpOf(), helpOf("help"), helpOf("-h"), helpOf("--help-all")]).toEqual([help, help, help, help]);
	const listed = Array.from(help.matchAll(/^ {2}([a-z]+)(?: [a-z]+| A B)? {2,}\S/gm), ([, name]) => name);
	expect([...listed].sort()).toEqual(COMMANDS.map(([command]) => command).sort());
	expect(helpOf("--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it.each([
	["normalise", "normalize"],
	["dedup", "dedupe"],
	["toString", undefined],
	["", undefined],
])("does not know the command %j", (name, meant) => {
	const close = meant === undefined ? "" : ` (did you mean ${meant}?)`;
	expect(run([name])).toEqual({
		status: 2,
		stdout: "",
		stderr: `urlsieve: unknown command "${name}"${close}; try: urlsieve --help\n`,
	});
});

it("lists readers and findings in rows of several, none wider than the help", () => {
	const rowsIn = (command: string, row: RegExp) => helpOf(command, "--help-all").match(row) ?? [];
	const rows = [
		...rowsIn("agree", /^ {24}[^ ]+(?:, [^ ]+){2,}[,.]$/gm),
		...rowsIn("inspect", /^ {21}[a-z0-9-]+(?:, [a-z0-9-]+)+,$/gm),
	];
	expect(rows.length).toBeGreaterThanOrEqual(3);
	for (const row of rows) expect(row.length).toBeLessThanOrEqual(24 + 92);
});
