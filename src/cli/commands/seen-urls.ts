/** `urlsieve seen has`, `add` and `remove`: asks a store for the references of a list, adds them to it, or removes them. */
import { statSync } from "node:fs";
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { LINE_OPTIONS, type LineArguments, lineArguments } from "../../arguments/arguments";
import { loadCrawl, openRules, RULE_OPTIONS, type RuleValues } from "../../arguments/rules";
import { FRESH } from "../../engine/seen-table";
import { EXIT, usageFailure } from "../../failure";
import { deliver, Output } from "../../files/output/output";
import { Sink } from "../../files/output/sink";
import { LineRules } from "../../job/line-rules";
import { LineSource } from "../../job/line-source";
import { openSource } from "../../job/open-source";
import { type Batch, isPiece, isRejected } from "../../lines/batch";
import { fingerprintBatch } from "../../lines/fingerprints";
import { OctetSink } from "../../lines/octet-sink";
import { optionsFromWord, resolveOptions } from "../../options";
import { CoreRules } from "../../rules/core-rules";
import { keyOf } from "../../rules/key-option";
import { contentFailure } from "../../store/disk/content-failure";
import { named, openForReading, openLocked } from "../../store/disk/locked-store";
import type { Header } from "../../store/format";
import { MAX_BATCH } from "../../store/lookup";
import type { Store } from "../../store/store";
import { say } from "../../terminal/messages";
import { checkSingleLines, operandsOf, withOperands } from "./operands";
import { LineRun, ReadingRun } from "./reading-run";

const { "default-scheme": scheme, comments, binary, rejects, output, quiet } = LINE_OPTIONS;

/** The options of these actions besides those of all. */
export const URL_OPTIONS = {
	...RULE_OPTIONS,
	uri: { type: "string", multiple: true },
	not: { type: "boolean" },
	"default-scheme": scheme,
	comments,
	rejects,
	binary,
	output,
	quiet,
} as const;

export type UrlAction = "has" | "add" | "remove";

export interface UrlValues extends RuleValues {
	readonly uri?: string[] | undefined;
	readonly not?: boolean | undefined;
	readonly "default-scheme"?: string | undefined;
	readonly comments?: boolean | undefined;
	readonly rejects?: string | undefined;
	readonly binary?: boolean | undefined;
	readonly output?: string | undefined;
	readonly json?: boolean | undefined;
	readonly quiet?: boolean | undefined;
	readonly "no-wait"?: boolean | undefined;
}

/** The rules of a run. */
type RunRules = Awaited<ReturnType<typeof openRules>>;

/** Throws Failure. */
export async function runOnUrls(
	action: UrlAction,
	file: string,
	values: UrlValues,
	positionals: readonly string[],
): Promise<void> {
	const command = `seen ${action}`;
	const wrong = (["not", "output"] as const).find((name) => action !== "has" && values[name] !== undefined);
	if (wrong !== undefined) throw usageFailure(command, `--${wrong} is for seen has`);
	const args = argumentsOf(command, values, positionals);
	const isNew = action === "add" && isMissing(file);
	const rules = isNew ? await openRules(command, values, args) : await rulesFor(command, file, values, args);
	if (action === "has") return ask(file, rules, args, values.not === true);
	if (isNew && !args.quiet) say(`${file} is a new set, with keys of ${("name" in rules && rules.name) || rules.identity}`);
	const run = new ChangeRun(command, file, args, rules);
	await run.run(action, { waits: !values["no-wait"], say });
}

/** Lines without a key are in no set: they are counted, and the error of a single reference ends the run. */
function argumentsOf(command: string, values: UrlValues, positionals: readonly string[]): LineArguments {
	const operands = operandsOf(command, positionals, values.uri);
	checkSingleLines(command, operands.references);
	const given = lineArguments(command, values, []);
	// The lines that `has` prints of a few references need no summary. Other commands print nothing else.
	const isSummed = command !== "seen has" || operands.files.length > 0 || given.json;
	const args = { ...withOperands(given, operands), quiet: given.quiet || !isSummed };
	if (args.options.invalid !== undefined) return args;
	const options = { ...args.options, invalid: "drop" } as const;
	return { ...args, options, settings: resolveOptions(options) };
}

/** Whether there is no file, or an empty one. */
function isMissing(file: string): boolean {
	return named("read", file, () => statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** The rules of a set, which it remembers, except for a policy. Throws Failure if others are given. */
async function rulesFor(command: string, file: string, values: UrlValues, args: LineArguments): Promise<RunRules> {
	const store = usable(file, () => openForReading(file, args.settings.engine));
	try {
		const isGiven = values.policy !== undefined || values.profile !== undefined || values.lists !== undefined;
		const rules = isGiven ? await openRules(command, values, args) : await rulesOf(command, file, store.header, args);
		// A profile of the core is given without its options, which the set has.
		if (rules instanceof CoreRules && store.header.coreWord !== undefined) return coreRules(store.header.coreWord, args);
		usable(file, () => store.expect(rules));
		return rules;
	} finally {
		store.close();
	}
}

async function rulesOf(command: string, file: string, header: Header, args: LineArguments): Promise<RunRules> {
	const { coreWord, identity, name } = header;
	if (coreWord !== undefined) return coreRules(coreWord, args);
	const { ABOUT, createRules } = await loadCrawl();
	const [profile = "", ...words] = identity.split(" ");
	if (!Object.hasOwn(ABOUT, profile)) {
		const policy = name === undefined ? "a policy without a name" : `the policy ${name}`;
		throw usageFailure(command, `${file} has keys of ${policy}, which it cannot say: pass it with --policy FILE`);
	}
	const { invalid, engine, comments } = args.options;
	return createRules({
		...{ profile: profile as "crawl@1", invalid, engine, comments },
		...(words.includes("strict") && { strict: true }),
		...(words.includes("fragment=keep") && { fragment: "keep" }),
		...(words.includes("idna=off") && { idna: false }),
	});
}

function coreRules(word: number, { options: { invalid, engine, comments } }: LineArguments): CoreRules {
	return new CoreRules(resolveOptions({ ...optionsFromWord(word), invalid, engine, comments }));
}

/** Runs a step on a set. Throws Failure. */
function usable<Result>(file: string, step: () => Result): Result {
	try {
		return named("read", file, step);
	} catch (error) {
		throw contentFailure(file, error);
	}
}

/** Prints the lines that the set has or, with `isNot`, those that have a key and that it lacks. */
async function ask(file: string, rules: RunRules, args: LineArguments, isNot: boolean): Promise<void> {
	const store = usable(file, () => openForReading(file, args.settings.engine));
	usable(file, () => store.expect(rules));
	usable(file, () => store.prepareSingle());
	const run = new LineRun("seen has", args, new LineRules(rules, "key"), { FILE: file });
	const { reader, sink } = run;
	const { key } = store.header;
	let known = 0;
	let printed = 0;
	const step = (batch: Batch) => {
		const fingerprints = fingerprintBatch(batch, key);
		const marks = new Int32Array(batch.records);
		usable(file, () => {
			for (let index = 0; index < batch.records; ++index) {
				if (isRejected(batch, index)) continue;
				const isKnown = store.has(fingerprints.subarray(index * FINGERPRINT_SIZE, (index + 1) * FINGERPRINT_SIZE));
				if (isKnown) ++known;
				if (isKnown === isNot) continue;
				marks[index] = FRESH;
				++printed;
			}
		});
		return { marks };
	};
	const source = await openSource({ reader, sink, isOriginal: true });
	await reader.run(sink.output, () => source.each({ step, needs: { key, input: true } }));
	run.finish({ lines: source.counts.lines ?? 0, known });
	store.close();
	if (printed === 0) process.exitCode = EXIT.NO;
}

/** Collects fingerprints of the lines of a batch that have keys. */
function collect(batch: Batch, key: Uint8Array, into: OctetSink): void {
	const fingerprints = fingerprintBatch(batch, key);
	if (batch.rejects === 0) into.append(fingerprints);
	for (let index = 0; batch.rejects > 0 && index < batch.records; ++index) {
		if (isPiece(batch, index) || isRejected(batch, index)) continue;
		into.append(fingerprints.subarray(index * FINGERPRINT_SIZE, (index + 1) * FINGERPRINT_SIZE));
	}
}

/** Adds the references of a list to a set, or removes them. */
class ChangeRun extends ReadingRun {
	readonly #file: string;
	readonly #rules: RunRules;
	readonly #rejects: Output | undefined;

	/** Throws Failure if a file cannot be opened. */
	constructor(command: string, file: string, args: LineArguments, rules: RunRules) {
		super(command, args, { FILE: file, "--rejects": args.rejects }, new LineRules(rules, "key"));
		this.#file = file;
		this.#rules = rules;
		this.#rejects = args.rejects === undefined ? undefined : new Output(args.rejects, undefined, true);
	}

	/** Changes the set under its lock, and prints the summary. Throws Failure or UrlsieveError. */
	async run(action: "add" | "remove", options: Parameters<typeof openLocked>[2]): Promise<void> {
		const { engine } = this.args.settings;
		const created = action === "add" ? { rules: this.#rules, key: keyOf() } : undefined;
		const { store, lock } = await openLocked(this.#file, engine, options, created);
		const sink = new Sink({ name: this.#file, length: 0, isInPlace: false }, this.#rejects);
		try {
			usable(this.#file, () => store.expect(this.#rules));
			const counts = action === "add" ? await this.#add(store, sink) : await this.#remove(store, sink);
			deliver(this.#rejects === undefined ? [] : [this.#rejects]);
			this.tellSummary(counts, sink, 0);
		} finally {
			store.close();
			lock.abandon();
		}
	}

	/** A failed run leaves what it has added so far. */
	async #add(store: Store, sink: Sink<Pick<Output, "name" | "length" | "isInPlace">>) {
		const before = store.count;
		const collected = new Collected((fingerprints) => this.#write(() => store.addAll(fingerprints, () => store.makeRun())));
		const lines = await this.#read(store, sink, (batch) => collected.take(batch, store.header.key));
		collected.flush();
		this.#write(() => {
			store.writeLog();
			store.sync();
			store.complete();
		});
		const added = store.count - before;
		return { lines, added, known: collected.count - added };
	}

	/** Nothing changes before the last line has been read. */
	async #remove(store: Store, sink: Sink<Pick<Output, "name" | "length" | "isInPlace">>) {
		const fingerprints = new OctetSink(0);
		const lines = await this.#read(store, sink, (batch) => collect(batch, store.header.key, fingerprints));
		return { lines, removed: this.#write(() => store.remove(fingerprints.octets())) };
	}

	async #read(
		{ header: { key } }: Store,
		sink: Sink<Pick<Output, "name" | "length" | "isInPlace">>,
		take: (batch: Batch) => void,
	): Promise<number> {
		const source = new LineSource(this.reader, sink, { write: () => {} });
		const step = (batch: Batch) => {
			take(batch);
			return undefined;
		};
		await this.reader.run(sink.output, () => source.each({ step, writes: false, needs: { key, input: false } }));
		return source.counts.lines;
	}

	#write<Result>(step: () => Result): Result {
		return named("write", this.#file, step);
	}
}

/** Fingerprints on their way into a store: asking it for many at once reads each page once. */
class Collected {
	readonly #add: (fingerprints: Uint8Array) => void;
	#fingerprints = new OctetSink(0);
	/** Number of fingerprints. */
	count = 0;

	constructor(add: (fingerprints: Uint8Array) => void) {
		this.#add = add;
	}

	take(batch: Batch, key: Uint8Array): void {
		const waiting = this.#fingerprints.octets().length / FINGERPRINT_SIZE;
		if (waiting + batch.records > MAX_BATCH) this.flush();
		collect(batch, key, this.#fingerprints);
	}

	flush(): void {
		const fingerprints = this.#fingerprints.octets();
		this.count += fingerprints.length / FINGERPRINT_SIZE;
		if (fingerprints.length > 0) this.#add(fingerprints);
		this.#fingerprints = new OctetSink(0);
	}
}
