/**
 * The built command line on the lines of a batch: as a list, by one to three threads, and as a table of each format. What it writes must
 * be what the library returns for these lines.
 *
 * Texts in JSON, Parquet and Arrow are UTF-8: lines that are not are left out there, and counted.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { columnOf } from "../../support/columns";
import { kept, latin1, linesOf } from "./answers";
import { FORMATS, type Format, type Row } from "./command-line-tables";
import type { Product } from "./product";
import type { Failure } from "./wide";

const THREADS = [1, 2, 3];
const BLANK = { invalid: "blank" } as const;
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** The forms of a line: of `rfc3986@1`, and those of `crawl@1`. That of a rejected line is empty. */
interface Forms {
	readonly normal: string;
	readonly fetch: string;
	readonly key: string;
}

/** Runs the command line, and compares. */
export class CommandLine {
	/** Lines that a run has read, and those that could be in no table of UTF-8. */
	lines = 0;
	omitted = 0;
	checks = 0;
	#failures: Failure[] = [];

	/** `command`: the path of the built command line. */
	constructor(
		private readonly command: string,
		private readonly product: Product,
	) {}

	/** Checks a batch of lines, each ended by LF. Returns the failures. */
	async check(octets: Uint8Array): Promise<Failure[]> {
		this.#failures = [];
		const folder = mkdtempSync(join(tmpdir(), "urlsieve-fuzz-"));
		try {
			this.#lists(join(folder, "lines.txt"), octets);
			for (const format of FORMATS) await this.#table(format, folder, linesOf(octets));
		} finally {
			rmSync(folder, { recursive: true });
		}
		return this.#failures;
	}

	/** A list has the octets of the library's forms. */
	#lists(path: string, octets: Uint8Array): void {
		const { engine, core, crawl } = this.product;
		writeFileSync(path, octets);
		const normal = kept(core.createNormalizer, { ...BLANK, engine }).normalizeLines(octets).lines;
		const pages = kept(crawl.createNormalizer, { ...BLANK, engine, profile: "crawl@1" as const });
		const keys = pages.keyLines(octets).lines;
		for (const threads of THREADS) {
			const by = ["--threads", `${threads}`];
			this.#compare(`a list, ${threads} threads`, textsOf(normal), this.#run(path, by));
			this.#compare(
				`keys of a list, ${threads} threads`,
				textsOf(keys),
				this.#run(path, [...by, "--profile", "crawl@1", "--print", "key"]),
			);
		}
	}

	/** A table has the library's forms in place of the column, or the forms and keys of pages in new ones. */
	async #table(format: Format, folder: string, lines: readonly Uint8Array[]): Promise<void> {
		const fit = format.isUtf8 ? lines.filter(isUtf8) : lines;
		this.omitted += lines.length - fit.length;
		const path = join(folder, `table.${format.name}`);
		await format.write(path, fit);
		const forms = this.#formsOf(fit);
		const own = fit.map(latin1);
		const output = join(folder, `output.${format.name}`);
		this.#run(path, ["--column", "url", "-o", output]);
		const replaced = forms.map(({ normal }, line) => (isEmpty(own[line] as string) ? (own[line] as string) : normal));
		this.#rows(`${format.name}: forms`, replaced, await format.read(output), ({ url }) => url);
		this.#run(path, ["--column", "url", "--profile", "crawl@1", "--into", "fetch", "--key-into", "page", "-o", output]);
		const pages = forms.map(({ fetch, key }, line) => [own[line], fetch, key].join(" "));
		this.#rows(`${format.name}: pages`, pages, await format.read(output), ({ url, fetch, page }) => [url, fetch, page].join(" "));
	}

	#rows(check: string, expected: readonly string[], rows: readonly Row[], told: (row: Row) => string): void {
		this.#compare(check, expected, rows.map(told));
	}

	#formsOf(lines: readonly Uint8Array[]): Forms[] {
		const { engine, core, crawl } = this.product;
		const column = columnOf(lines);
		const normal = kept(core.createNormalizer, { ...BLANK, engine }).normalizeColumn(column);
		const pages = kept(crawl.createNormalizer, { ...BLANK, engine, profile: "crawl@1" as const });
		const [normals, fetches, keys] = [normal, pages.normalizeColumn(column), pages.keyColumn(column)].map(valuesOf);
		return lines.map((_, line) => ({ normal: normals?.[line] ?? "", fetch: fetches?.[line] ?? "", key: keys?.[line] ?? "" }));
	}

	/** The lines that a run prints. Throws if it fails. */
	#run(path: string, options: readonly string[]): string[] {
		const args = [this.command, "normalize", "--quiet", "--invalid", "blank", "--binary", ...options, path];
		const { status, stdout, stderr } = spawnSync(process.execPath, args, { maxBuffer: 2 ** 30 });
		if (status !== 0) throw new Error(`${args.join(" ")} ends with ${status}: ${stderr}`);
		return textsOf(stdout);
	}

	#compare(check: string, expected: readonly string[], actual: readonly string[]): void {
		this.lines += expected.length;
		for (let line = 0; line < Math.max(expected.length, actual.length); ++line) {
			++this.checks;
			const [one, other] = [expected[line] ?? "missing", actual[line] ?? "missing"];
			if (one !== other) this.#failures.push({ check: `the command line: ${check}`, line, expected: one, actual: other });
		}
	}
}

/** Whether a row has no reference: it stays as it is. */
function isEmpty(text: string): boolean {
	return /^[\0- ]*$/.test(text);
}

function isUtf8(line: Uint8Array): boolean {
	try {
		UTF8.decode(line);
		return true;
	} catch {
		return false;
	}
}

function textsOf(octets: Uint8Array): string[] {
	return linesOf(octets).map(latin1);
}

function valuesOf({ offsets, data }: { readonly offsets: ArrayLike<number>; readonly data: Uint8Array }): string[] {
	return Array.from({ length: offsets.length - 1 }, (_, index) => latin1(data.subarray(offsets[index], offsets[index + 1])));
}
