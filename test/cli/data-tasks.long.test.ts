/** The tasks of docs/guide/data-tasks.md, by the bench that runs what the page shows: on clean URLs, commands and SQL leave the same rows. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../support/packed";
import { CLI, useFolder } from "./command";

const { path, write } = useFolder();
const PAGE = readFileSync(join(ROOT, "docs/guide/data-tasks.md"), "utf8");
const TITLES = [...PAGE.matchAll(/^## (.*)\n\n```sh\n/gm)].map(([, title]) => title as string);
const HOSTS = ["a.example", "i.imgur.com", "www.youtube.com", "notimgur.com", "b.example"];

it("have the rows of their SQL in every format", () => {
	// Each fifth one is known, and 300 of a host are more than --per takes.
	const urls = Array.from(
		{ length: 1500 },
		(_, row) => `http${row % 7 < 3 ? "s" : ""}://${HOSTS[row % 5]}/${(row * row) % 1009}`,
	);
	write("urls.txt", `${urls.join("\n")}\n`);
	const bench = join(ROOT, "bench/standalone/data-tasks.mjs");
	const options = ["--list", path("urls.txt"), "--every", "1"];
	const output = execFileSync(process.execPath, [bench, ...options], { encoding: "utf8", env: { ...process.env, CLI } });
	const rows = output.split("\n").flatMap((line) => (/^\| (?!task)/.test(line) ? [line.split(" | ")] : []));
	expect(rows.map(([title]) => title?.slice(2))).toEqual(TITLES);
	for (const [title, ours, theirs, ...differences] of rows) {
		expect([title, ours, ...differences.slice(0, 3)]).toEqual([title, theirs, "0", "0", "equal"]);
	}
});
