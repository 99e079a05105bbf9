/** The programs that the benches run as peers. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";
import { Programs } from "../../bench/peers/programs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Fails as rling 1.27 does with fewer than three files, and for more than one thread. */
const RLING = `#!/bin/sh
[ "$1 $2" = "-t 1" ] && [ $# -eq 5 ] && [ -e "$5" ] && cp "$3" "$4"`;

/** Drops lines above 64 octets unless -l says more, as duplicut 2.2 does, and fails for more than one thread. */
const DUPLICUT = `#!/bin/sh
[ "$1 $2" = "-t 1" ] && [ "$3" = "-l" ] && [ "$6" = "-o" ] && awk -v most="$4" 'length <= most' "$5" > "$7"`;

describe("a program on PATH", () => {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-programs-"));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	mkdirSync(join(folder, "bin"));
	const list = `${"x".repeat(255)}\n`;
	writeFileSync(join(folder, "list"), list);

	it.each([
		["rling", RLING],
		["duplicut", DUPLICUT],
	])("runs with all that it requires, on one thread: %s", async (name, script) => {
		const program = join(folder, "bin", name);
		writeFileSync(program, script);
		chmodSync(program, 0o755);
		vi.stubEnv("XDG_CACHE_HOME", folder);
		vi.stubEnv("PATH", `${join(folder, "bin")}${delimiter}${process.env.PATH}`);
		const { commands } = await Programs.at(ROOT);
		const { command } = commands.find((found) => found.name === name) ?? { command: "false" };
		execFileSync("sh", ["-c", command], { env: { ...process.env, LIST: join(folder, "list"), RESULT: join(folder, "result") } });
		vi.unstubAllEnvs();
		expect(readFileSync(join(folder, "result"), "utf8")).toBe(list);
	});
});
