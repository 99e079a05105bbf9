/** Deduplicates lists in files, in three passes: docs/guide/deduplicate.md. */
import { dirname } from "node:path";
import { dedupe } from "../dedupe/dedupe";
import type { DedupeSink } from "../dedupe/job";
import { LEAST_MEMORY, planFor } from "../dedupe/plan";
import { OptionError } from "../errors";
import { Sink } from "../files/output/sink";
import { checkFlags, checkNames, choose, inputError } from "../input";
import type { PassName } from "../job/pace";
import { Reader } from "../job/reader";
import { type NamedRuleCounts, namedCounts } from "../lines/rule-counts";
import type { NormalizeOptions } from "../options";
import { type ClassOptions, classChoiceOf, refuseAlike } from "./class-option";
import { FileRun, pathsOf } from "./file-run";
import { ReportingPace } from "./reporting-pace";
import { type CrawlRules, openRules, PRINTS, RULE_NAMES } from "./rules";

/** The progress of a run. */
export interface DedupeFileProgress {
	readonly pass: PassName;
	/** The part of the pass that is done, from 0 to 1. For compressed inputs it is only known at the end of each. */
	readonly fraction: number;
	/** Number of lines read, or written about, in this pass. */
	readonly lines: number;
}

/** The counts of a run: lines = unique + duplicates + rejects + comments. */
export interface DedupeFileCounts {
	readonly lines: number;
	readonly unique: number;
	readonly duplicates: number;
	/** Number of lines that could not be normalized. */
	readonly rejects: number;
	/** Number of lines that are comments, with the option `comments`. */
	readonly comments?: number;
	/** Under a policy or `crawl@1`, the number of references on which no rule acts: those that are neither http nor https URLs. */
	readonly notWeb?: number;
	/** The numbers of references whose aliases, lists or rewrites have no end, by that. Absent if there are none. */
	readonly unstable?: NamedRuleCounts["unstable"];
	/** Size of temporary files, in octets. */
	readonly tempSize: number;
}

/** Options of `dedupeFile`. All are optional. */
export interface DedupeFileOptions extends Omit<NormalizeOptions, "profile">, CrawlRules, ClassOptions {
	/**
	 * The form of written lines: `"normalized"` (the default; also called `"fetch"`), `"original"`, or `"key"`, by which a profile or a
	 * policy compares pages.
	 */
	print?: "normalized" | "fetch" | "key" | "original" | undefined;
	/** The most memory to use, in octets, besides some 60 MiB for the program: at least 16,777,216. The default is 256 MiB. */
	memory?: number | undefined;
	/** The directory for temporary files. The default is that of the target. */
	temp?: string | undefined;
	/** A file to list rejected lines in, tab-separated: line number, octet offset, error code, line. */
	rejects?: string | undefined;
	/** Whether files are read that do not begin like a list, such as those with NUL bytes. The default is `false`. */
	binary?: boolean | undefined;
	/** Called after each chunk. An error that it throws ends the run. */
	onProgress?: ((progress: DedupeFileProgress) => void) | undefined;
	/** Ends the run with its reason. */
	signal?: AbortSignal | undefined;
}

const DEFAULT_MEMORY = 268435456;

const NAMES = [
	...RULE_NAMES,
	"policy",
	"lists",
	"print",
	"keep",
	"prefer",
	"memory",
	"temp",
	"rejects",
	"binary",
	"onProgress",
	"signal",
] as const;

/**
 * Writes the first of each group of equivalent lines of `sources` to the file `target`, in order; or the one that `keep` and `prefer`
 * choose. Sources are files, plain or compressed with gzip or Zstandard. The target is replaced once it is complete; if the run fails, it
 * stays as it was.
 *
 * Throws FileError if a file cannot be read or written or has changed meanwhile, OptionError `invalid-option` or `invalid-input`,
 * PolicyError or ListError for a policy or a list, and under `invalid: "fail"` the error of the first invalid line.
 *
 * @example
 * ```ts
 * import { readFileSync, writeFileSync } from "node:fs";
 * import { dedupeFile } from "urlsieve/node";
 *
 * writeFileSync("crawl.txt", "http://example.com\nHTTP://EXAMPLE.com:80/\n");
 * const counts = await dedupeFile("crawl.txt", "unique.txt", { memory: 64 * 2 ** 20 });
 * counts.unique; // 1
 * readFileSync("unique.txt", "utf8"); // "http://example.com/\n"
 * ```
 */
export async function dedupeFile(
	sources: string | readonly string[],
	target: string,
	options: DedupeFileOptions = {},
): Promise<DedupeFileCounts> {
	checkNames(options, ...NAMES);
	const { print = "normalized", memory = DEFAULT_MEMORY, temp, rejects, binary, onProgress, signal, ...others } = options;
	const { keep, prefer, ...rules } = others;
	checkFlags(options, "binary");
	choose("print", print, PRINTS);
	if (!(memory >= LEAST_MEMORY)) {
		throw new OptionError("invalid-option", `The option "memory" must be at least ${LEAST_MEMORY}, not ${memory}.`);
	}
	const byClass = classChoiceOf({ keep, prefer });
	const paths = pathsOf(sources);
	if (typeof target !== "string") throw inputError(target, "target", "a path");
	const opened = await openRules(rules, print);
	refuseAlike(byClass, print, opened);
	const report = (progress: DedupeFileProgress) => {
		signal?.throwIfAborted();
		onProgress?.(progress);
	};
	return FileRun.complete(async (run) => {
		const inputs = run.openInputs(paths, { isBinary: binary });
		const sink: DedupeSink = new Sink(run.openTarget(target), rejects === undefined ? undefined : run.openTarget(rejects));
		const isOriginal = print === "original";
		// Lines that are chosen are normalized in both readings.
		const task = { size: inputs.size, isByClass: byClass !== undefined, isOriginal: isOriginal || byClass !== undefined };
		const plan = planFor(task, memory, temp ?? dirname(target));
		const pace = new ReportingPace((pass, fraction, lines) => report({ pass, fraction, lines }), inputs.size);
		const reader = new Reader({ inputs, threads: 1 }, opened, pace);
		const job = { reader, way: { route: "passes", plan } as const, sink, isOriginal, byClass };
		const { lines = 0, unique = 0, duplicates = 0, tempOctets = 0 } = await dedupe(job);
		sink.flush();
		const { rejected, comments, ruleCounts } = sink;
		const ofRules = { ...(opened.rules.isPolicy && { notWeb: 0 }), ...namedCounts(ruleCounts) };
		const more = { ...(rules.comments && { comments }), ...ofRules, tempSize: tempOctets };
		return { lines, unique, duplicates, rejects: rejected - comments, ...more };
	});
}
