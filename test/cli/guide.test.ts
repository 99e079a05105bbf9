/**
 * The sessions of README.md and docs/guide: every command prints what the page shows.
 *
 * ```
 *   $ cat urls.txt          a file that is not there yet is written, with the lines that follow
 *   http://a
 *   $ urlsieve dedupe …     standard output, then standard error; times and rates may differ
 * ```
 *
 * The sessions of a page share a folder, from top to bottom.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/packed";
import { useFolder } from "./command";

const GUIDE = readdirSync(join(ROOT, "docs/guide"))
	.filter((name) => name.endsWith(".md"))
	.map((name) => `docs/guide/${name}`);

/** A command and what follows it in a session. */
interface Step {
	readonly command: string;
	readonly output: string;
}

function stepsOf(page: string): Step[] {
	const sessions = [...readFileSync(join(ROOT, page), "utf8").matchAll(/^```console\n(.*?)^```/gms)];
	return sessions.flatMap(([, session]) =>
		(session as string)
			.split(/^\$ /m)
			.slice(1)
			.map((step) => ({ command: step.slice(0, step.indexOf("\n")), output: step.slice(step.indexOf("\n") + 1) })),
	);
}

/** Without the times and rates of a summary. */
function timeless(text: string): string {
	return text.replace(/\d[\d.,]* s, \d[\d.,]* [MG]B\/s/g, "0 s");
}

const PAGES = ["README.md", ...GUIDE].map((page) => ({ page, steps: stepsOf(page) })).filter(({ steps }) => steps.length > 0);

it("show sessions in the README, the start and the pages on duplicates and crawlers", () => {
	const names = ["README.md", ...["crawlers", "deduplicate", "start"].map((name) => `docs/guide/${name}.md`)];
	expect(PAGES.map(({ page }) => page)).toEqual(expect.arrayContaining(names));
});

describe.each(PAGES)("$page", ({ steps }) => {
	const { path, write, step } = useFolder();

	it.each(steps)("$command", ({ command, output }) => {
		const [, file] = /^cat (\S+)$/.exec(command) ?? [];
		if (file !== undefined && !existsSync(path(file))) write(file, output);
		const { stdout, stderr } = step(command);
		expect(timeless(stdout + stderr)).toBe(timeless(output));
	});
});
