/** The worker that reads a list, so that the main thread stays responsive: files → lines → unique lines. */
import { engine, type Reject } from "urlsieve";
import { SEED } from "../bench/lists/random.mjs";
import { syntheticList } from "../bench/lists/synthetic.mjs";
import { BlobSink } from "./blob-sink";
import { FileLines } from "./file-lines";
import { ReadError } from "./file-octets";
import { type ListForms, listForms } from "./list-forms";
import type { ListMessage, ListOrder, Outcome, RejectedLine } from "./list-messages";
import { type ListMerge, ListSieve } from "./list-sieve";
import { MergeFinder } from "./merge-finder";
import { lineEnd, withoutEnd } from "./octet-lines";
import { sentenceOf } from "./run-error";
import { ShapeFinder } from "./shape-finder";

const MAX_REJECTS_SHOWN = 8;
const MAX_CHARACTERS_SHOWN = 1000;

self.onmessage = async ({ data: { source, rules } }: MessageEvent<ListOrder>) => {
	try {
		const forms = listForms(rules);
		const { files, known } = "files" in source ? { files: source.files, known: undefined } : generate(source.syntheticLines);
		const outcome = await new ListRun(files, forms).run();
		// What is known of a synthetic list is by RFC 3986.
		post({ kind: "done", ...outcome, ...(known === undefined || forms.isWider ? {} : { known }) });
	} catch (error) {
		post({ kind: "failed", sentence: sentenceOf(error) });
	}
};

function post(message: ListMessage): void {
	self.postMessage(message);
}

/** Generates a list whose counts are known in advance. */
function generate(lines: number): { files: File[]; known: Outcome["known"] } {
	post({ kind: "note", sentence: `Generating ${lines.toLocaleString("en")} lines …` });
	const { octets, classes, invalid } = syntheticList(lines, SEED);
	const file = new File([octets as Uint8Array<ArrayBuffer>], "synthetic.txt");
	return { files: [file], known: { unique: classes, rejects: invalid } };
}

/** One run over a list of files. */
class ListRun {
	readonly #files: readonly File[];
	readonly #lines: FileLines;
	readonly #forms: ListForms;
	readonly #sieve: ListSieve;
	readonly #shapes = new ShapeFinder();
	readonly #unique = new BlobSink();
	readonly #rejected = new BlobSink();
	readonly #rejectedLines: RejectedLine[] = [];
	readonly #start = performance.now();

	constructor(files: readonly File[], forms: ListForms) {
		this.#files = files;
		this.#lines = new FileLines(files);
		this.#forms = forms;
		this.#sieve = new ListSieve(forms);
	}

	/** Reads the files in order. Throws ReadError, or SetError `set-full`. */
	async run(): Promise<Outcome> {
		await this.#lines.read((lines) => this.#add(lines));
		return {
			counts: this.#sieve.counts,
			engine,
			seconds: (performance.now() - this.#start) / 1000,
			unique: this.#unique.blob(),
			rejected: this.#rejected.blob(),
			merges: await this.#mergesWithKept(),
			shapes: this.#shapes.shapes(),
			rejectedLines: this.#rejectedLines,
		};
	}

	/** Reads the files again as far as needed. A file that has changed since costs only the kept lines. */
	async #mergesWithKept(): Promise<ListMerge[]> {
		const finder = new MergeFinder(this.#forms, this.#sieve.merges);
		try {
			await new FileLines(this.#files).read(
				(lines) => finder.add(lines),
				() => finder.isDone,
			);
		} catch (error) {
			if (!(error instanceof ReadError)) throw error;
		}
		return finder.merges();
	}

	#add(lines: Uint8Array): void {
		const { unique, fresh, rejected, rejects } = this.#sieve.add(lines);
		this.#shapes.add(fresh);
		this.#unique.append(unique);
		this.#rejected.append(rejected);
		this.#keepRejects(rejected, rejects);
		if (!this.#lines.isProgressDue()) return;
		const { octetsRead, octets } = this.#lines;
		post({ kind: "progress", counts: this.#sieve.counts, octetsRead, octets });
	}

	/** Keeps the first rejects for display. */
	#keepRejects(rejected: Uint8Array, rejects: readonly Reject[]): void {
		let start = 0;
		for (const { line } of rejects.slice(0, MAX_REJECTS_SHOWN - this.#rejectedLines.length)) {
			const end = lineEnd(rejected, start);
			const text = new TextDecoder().decode(withoutEnd(rejected.subarray(start, end)));
			const sentence = this.#forms.errorOf(text) ?? "The line is not a valid reference.";
			this.#rejectedLines.push({ line, text: text.slice(0, MAX_CHARACTERS_SHOWN), sentence });
			start = end;
		}
	}
}
