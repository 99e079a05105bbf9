/** Keys of the original libraries, or the names of their exceptions. Lines and keys have one octet per code unit. */
import { spawnSync } from "node:child_process";

/** A key; or undefined when the library raises an error. */
export type Key = string | undefined;

/** The key of each line by a Python library, and the minor version of Python 3. */
export function pythonKeys(
	interpreter: string,
	script: string,
	library: string,
	lines: readonly string[],
): { readonly keys: readonly Key[]; readonly minor: number } {
	const { status, stdout, stderr } = spawnSync(interpreter, [script, library], {
		input: Buffer.from(lines.map((line) => `${line}\n`).join(""), "latin1"),
		maxBuffer: 2 ** 30,
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(`${library} in Python ends with status ${status}: ${stderr.trim().split("\n").at(-1)}`);
	const [minor = "", ...answers] = stdout.trimEnd().split("\n");
	if (answers.length !== lines.length) throw new Error(`${library} answers ${answers.length} lines of ${lines.length}`);
	const keys = answers.map((answer): Key => {
		const key: string | readonly [string] = JSON.parse(answer);
		return typeof key === "string" ? key : undefined;
	});
	return { keys, minor: Number(minor) };
}

/** The key of each line by `WaybackURLKeyMaker` of webarchive-commons, on this class path. */
export function javaKeys(classPath: string, program: string, lines: readonly string[]): readonly Key[] {
	const { status, stdout, stderr } = spawnSync("java", ["-cp", classPath, program], {
		input: Buffer.from(lines.map((line) => `${line}\n`).join(""), "latin1"),
		maxBuffer: 2 ** 30,
	});
	if (status !== 0) throw new Error(`Java ends with status ${status}: ${stderr.toString().trim().split("\n").at(-1)}`);
	const answers = stdout.toString("latin1").split("\n").slice(0, -1);
	if (answers.length !== lines.length) throw new Error(`Java answers ${answers.length} lines of ${lines.length}`);
	return answers.map((answer): Key => (answer.startsWith("+") ? answer.slice(1) : undefined));
}

/** The key of each line by `normalizeUrl` of `@apify/utilities`. Where that returns none, Crawlee uses the line itself. */
export function crawleeKeys(load: NodeJS.Require, lines: readonly string[]): readonly Key[] {
	const { normalizeUrl } = load("@apify/utilities") as { normalizeUrl(url: string): string | null };
	const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
	return lines.map((line) => {
		const key = normalizeUrl(decoder.decode(Buffer.from(line, "latin1")));
		return key === null ? line : Buffer.from(key).toString("latin1");
	});
}
