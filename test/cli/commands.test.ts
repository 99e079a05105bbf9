/** Every command, in process: how it names itself where it refuses an option, and the summary of a run. */
import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import "../../src/engine/wasm-engine";
import { useFolder } from "./command";
import { misuse, refusalOf } from "./refusals";

const { path, write } = useFolder();

const lists = () => import("../../src/cli/list-commands");

const COMMANDS: readonly (readonly [name: string, load: () => Promise<{ run(args: string[]): Promise<void> }>])[] = [
	["agree", () => import("../../src/cli/commands/agree")],
	["compare", () => import("../../src/cli/commands/compare")],
	["dedupe", async () => (await lists()).dedupe],
	["explain", () => import("../../src/cli/commands/explain")],
	["expressions", () => import("../../src/cli/commands/expressions")],
	["extract", () => import("../../src/cli/commands/extract")],
	["hashes", () => import("../../src/cli/commands/hashes")],
	["inspect", () => import("../../src/cli/commands/inspect")],
	["learn", () => import("../../src/cli/commands/learn")],
	["lists", () => import("../../src/cli/commands/lists")],
	["normalize", async () => (await lists()).normalize],
	["parse", () => import("../../src/cli/commands/parse")],
	["partition", () => import("../../src/cli/commands/partition")],
	["policy", () => import("../../src/cli/commands/policy")],
	["profile", () => import("../../src/cli/commands/profile")],
	["relativize", () => import("../../src/cli/commands/relativize")],
	["resolve", async () => (await lists()).resolve],
	["seen", () => import("../../src/cli/commands/seen")],
	["validate", () => import("../../src/cli/commands/validate")],
];

it.each(COMMANDS)("%s names itself where it refuses an option", async (name, load) => {
	const { run } = await load();
	expect(await refusalOf(() => run(["--no-such-option"]))).toEqual(misuse(name, "Unknown option '--no-such-option'"));
});

const OPTIONS = [
	"as",
	"base",
	"bits",
	"edition",
	"engine",
	"format",
	"invalid",
	"level",
	"lists",
	"profile",
	"readers",
	"threads",
];

it.each(COMMANDS)("%s names itself where it refuses a value, or what is missing", async (name, load) => {
	const { run } = await load();
	const refusals = await Promise.all(OPTIONS.map((option) => refusalOf(() => run([`--${option}`, "no-such-value", "a", "b"]))));
	for (const refusal of refusals)
		if (refusal?.[0] === 2) expect(refusal[1]).toMatch(new RegExp(`; try: urlsieve ${name} --help$`));
	expect(refusals.filter((refusal) => refusal?.[0] === 2).length).toBeGreaterThan(OPTIONS.length / 2);
});

/** What a run prints on standard error. */
async function told(run: () => Promise<void>): Promise<string> {
	const written: string[] = [];
	const terminal = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
	try {
		await run();
	} finally {
		terminal.mockRestore();
	}
	return written.join("");
}

const LIST = write("list.txt", "http://a\nHTTP://A\nhttp://[\n");

/** Runs `dedupe` over a list of three lines. Returns what it prints. */
async function deduped(...options: string[]): Promise<string> {
	const { dedupe } = await lists();
	const text = await told(() => dedupe.run([...options, "-o", path("out"), LIST]));
	expect(readFileSync(path("out"), "utf8")).toBe("http://a/\nhttp://[\n");
	return text;
}

const COUNTS = { command: "dedupe", lines: 3, unique: 1, duplicates: 1, rejects: 1, inputOctets: 27, outputOctets: 19 };

it("prints a summary, with the memory and the temporary files of a run that has a bound", async () => {
	const { seconds, engine, ...plain } = JSON.parse(await deduped("--json"));
	expect(plain).toMatchObject({ ...COUNTS, notes: [] });
	const { tempOctets, peakMemory, ...bounded } = JSON.parse(await deduped("--json", "--memory", "64M"));
	expect(bounded).toMatchObject({ ...COUNTS, notes: [] });
	expect([tempOctets % 16384, tempOctets > 0, peakMemory > 2 ** 24]).toEqual([0, true, true]);
});

it("says that a set was empty, even if it is quiet", async () => {
	const advice =
		"was empty (0 bytes), so this run began a new set; if it was not new, restore it from a backup and repeat the run";
	const [loud, quiet] = [write("loud.seen", ""), write("quiet.seen", "")];
	const { notes } = JSON.parse(await deduped("--json", "--seen", loud));
	expect(notes).toEqual([{ code: "empty-set", count: 0, sentence: `${loud} ${advice}` }]);
	expect(await deduped("--quiet", "--seen", quiet)).toBe(`urlsieve: ${quiet} ${advice}\n`);
	expect(await deduped("--quiet")).toBe("");
});
