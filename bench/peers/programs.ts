/**
 * Programs that remove equal lines or copy tables, as peers of the command line. Cargo and pip install some of them in the user's
 * cache, others have to be on PATH. Those that are missing are skipped.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Command } from "../measure/processes";
import { hasCargo } from "./ada";

/** The folder in the user's cache. */
const CACHE = "urlsieve-bench";

/** A command of a program. Those of one program have its name and its crate in common. */
interface Program {
	/** The file of the program. */
	readonly name: string;
	/** The name of the row, if it is not that of the program. */
	readonly title?: string;
	/** The crate and its version, for cargo. Undefined if only PATH can have it. */
	readonly crate?: string;
	/** The arguments, for a shell: see `Command`. */
	readonly args: string;
	readonly note: string;
}

const PROGRAMS: readonly Program[] = [
	{ name: "runiq", crate: "runiq@2.1.0", args: "$LIST > $RESULT", note: "by 64-bit hashes of octets, in order" },
	{ name: "huniq", crate: "huniq@2.7.0", args: "< $LIST > $RESULT", note: "by 64-bit hashes of octets, in order" },
	{
		name: "duplicut",
		args: "-t 1 -l 255 $LIST -o $RESULT 2> /dev/null",
		note: "by octets, in order; drops lines above 255 octets; one thread",
	},
	// Without a third file, which it would remove the lines of, version 1.27 does nothing.
	{ name: "rling", args: "-t 1 $LIST $RESULT /dev/null 2> /dev/null", note: "by octets, in order; one thread" },
	// A delimiter that no line has. Without a column, extdedup takes lines as they are.
	{
		name: "qsv",
		title: "qsv dedup",
		args: "dedup --no-headers --delimiter \"$(printf '\\001')\" --quiet --jobs 1 -o $RESULT $LIST",
		note: "by octets, sorted; one thread",
	},
	{
		name: "qsv",
		title: "qsv extdedup",
		args: "extdedup --quiet --no-headers $LIST $RESULT",
		note: "by octets, in order; a table on disk beyond a tenth of memory",
	},
];

/** The files that may be qsv. It copies tables, too. The crate qsv 16.1.0 does not compile as published: put a release on PATH. */
const QSV = ["qsv", "qsvlite"];

/** DuckDB as a peer of `dedupe` with two threads. */
export const DUCKDB_TWO = "DuckDB DISTINCT, 2 threads";

/** What programs.py runs. */
const ENGINES = [
	{ name: "duckdb", title: "DuckDB DISTINCT, 1 thread", threads: 1, note: "by octets, in any order; one thread" },
	{ name: "duckdb", title: DUCKDB_TWO, threads: 2, note: "by octets, in any order; two threads" },
	{ name: "polars", title: "Polars unique, 1 thread", threads: 1, note: "by octets, in order; one thread" },
] as const;

/** The name of DuckDB as a peer for tables. */
export const DUCKDB = "DuckDB, 1 thread";

/** A format that DuckDB reads and writes. */
export type TableFormat = "csv" | "jsonl";

/** build/python.mjs, which is not part of the bundle: it finds files beside itself. */
interface PythonModule {
	cacheFolder(name: string): string;
	virtualEnvironment(name: string, requirements: string): string;
	installedEnvironment(name: string, requirements: string): string | undefined;
}

/** The programs that are installed, and how to install them. */
export class Programs {
	readonly #root: string;
	readonly #python: PythonModule;

	private constructor(root: string, python: PythonModule) {
		this.#root = root;
		this.#python = python;
	}

	/** `root` is the root of the repository. */
	static async at(root: string): Promise<Programs> {
		return new Programs(root, await import(pathToFileURL(join(root, "build", "python.mjs")).href));
	}

	/** Installs what cargo and pip have. Throws if that fails. */
	install(): void {
		this.#python.virtualEnvironment(CACHE, this.#requirements);
		const crates = PROGRAMS.flatMap(({ crate }) => crate ?? []);
		if (!hasCargo()) {
			console.error(`bench: cargo is not installed; put ${crates.join(" and ")} on PATH`);
			return;
		}
		const args = ["install", "--quiet", "--locked", "--root", this.#python.cacheFolder(CACHE), ...crates];
		const { status } = spawnSync("cargo", args, { stdio: ["ignore", 2, 2] });
		if (status !== 0) throw new Error(`cargo did not install ${crates.join(" and ")}; see its messages above.`);
	}

	/** The commands of the installed programs. */
	get commands(): Command[] {
		const programs = PROGRAMS.flatMap(({ name, title = name, args, note }) => {
			const path = this.#pathOf(name);
			return path === undefined ? [] : [{ name: title, command: `"${path}" ${args}`, note }];
		});
		return [...programs, ...this.#engineCommands];
	}

	/** Those that copy a table without a change: DuckDB and, of CSV, qsv. */
	tableCommands(format: TableFormat, path: string): Command[] {
		const note = "reads and writes all columns";
		const run = this.#engineRunner;
		const duckdb = run === undefined ? [] : [{ name: DUCKDB, command: `${run} duckdb-${format} 1 "${path}" $RESULT`, note }];
		const qsv = format === "csv" ? this.#pathOf("qsv") : undefined;
		return qsv === undefined
			? duckdb
			: [...duckdb, { name: "qsv select", command: `"${qsv}" select 1- "${path}" -o $RESULT`, note }];
	}

	/** Why others are not there. */
	get missing(): string[] {
		const how = "not installed (npm run bench -- --install-peers)";
		const programs = PROGRAMS.filter(({ name }, index) => {
			return this.#pathOf(name) === undefined && PROGRAMS.findIndex((other) => other.name === name) === index;
		});
		return [
			...programs.map(({ name, crate }) => `${name}, ${crate === undefined ? "not on PATH" : how}`),
			...(this.#engineCommands.length === 0 ? [`DuckDB and Polars, ${how}`] : []),
		];
	}

	get #requirements(): string {
		return join(this.#root, "bench", "peers", "programs.txt");
	}

	/** The shell command that runs programs.py. Undefined if its packages are not installed. */
	get #engineRunner(): string | undefined {
		const interpreter = this.#python.installedEnvironment(CACHE, this.#requirements);
		return interpreter === undefined ? undefined : `"${interpreter}" "${join(this.#root, "bench", "peers", "programs.py")}"`;
	}

	get #engineCommands(): Command[] {
		const run = this.#engineRunner;
		if (run === undefined) return [];
		return ENGINES.map(({ name, title, threads, note }) => {
			return { name: title, command: `${run} ${name} ${threads} $LIST $RESULT`, note };
		});
	}

	#pathOf(name: string): string | undefined {
		const folder = join(this.#python.cacheFolder(CACHE), "bin");
		const places = (name === "qsv" ? QSV : [name]).flatMap((file) => [join(folder, file), file]);
		return places.find((place) => existsSync(place) || spawnSync("sh", ["-c", `command -v "${place}"`]).status === 0);
	}
}
