/** The worker that compares a policy with other rules on a list, so that the main thread stays responsive. */
import { type CrawlNormalizer, createNormalizer, type Policy, type PolicyChange, PolicyDiff, readPolicy } from "urlsieve/crawl";
import { isComment } from "../src/text/comment";
import { FileLines } from "./file-lines";
import type { Against } from "./page-profile";
import type { ChangesMessage, ChangesOrder, ChangesOutcome, ComparedRules, ShownChanges } from "./policy-changes-messages";
import { readListFile } from "./policy-list";
import { sentenceOf } from "./run-error";

const MAX_CHANGES_SHOWN = 20;
const decoder = new TextDecoder();

self.onmessage = async ({ data: { rules, files } }: MessageEvent<ChangesOrder>) => {
	try {
		const [before, after] = await openBoth(rules);
		post({ kind: "done", ...(await new ChangesRun(new PolicyDiff(before, after), files).run()) });
	} catch (error) {
		post({ kind: "failed", sentence: sentenceOf(error) });
	}
};

function post(message: ChangesMessage): void {
	self.postMessage(message);
}

async function openBoth({ text, lists, against }: ComparedRules): Promise<[before: CrawlNormalizer, after: CrawlNormalizer]> {
	const policy = readPolicy(text);
	const read = await Promise.all([...lists].map(([name, file]) => readListFile(name, file)));
	return [otherNormalizer(against, policy), createNormalizer({ policy, lists: read })];
}

function otherNormalizer(against: Against, { base }: Policy): CrawlNormalizer {
	return createNormalizer(against === "base" ? { policy: base === undefined ? {} : { base } } : { profile: against });
}

/** One run over a list of files. */
class ChangesRun {
	readonly #diff: PolicyDiff;
	readonly #files: FileLines;
	readonly #start = performance.now();
	#lines = 0;
	#comments = 0;

	constructor(diff: PolicyDiff, files: readonly File[]) {
		this.#diff = diff;
		this.#files = new FileLines(files);
	}

	/** Throws ReadError, or UriError `set-full`. */
	async run(): Promise<ChangesOutcome> {
		await this.#files.read((lines) => this.#add(lines));
		post({ kind: "note", sentence: `Comparing the keys of ${this.#lines.toLocaleString("en")} lines …` });
		const { references, rejects, pages, merged, apart } = this.#diff.changes();
		const seconds = (performance.now() - this.#start) / 1000;
		return { references, rejects, pages, merged: shown(merged), apart: shown(apart), comments: this.#comments, seconds };
	}

	#add(lines: Uint8Array): void {
		for (const line of decoder.decode(lines).split("\n").slice(0, -1)) {
			++this.#lines;
			const reference = line.endsWith("\r") ? line.slice(0, -1) : line;
			if (isComment(reference)) ++this.#comments;
			else this.#diff.add(reference);
		}
		if (!this.#files.isProgressDue()) return;
		const { octetsRead, octets } = this.#files;
		post({ kind: "progress", lines: this.#lines, octetsRead, octets });
	}
}

/** The changes that a page can show. */
function shown(changes: readonly PolicyChange[]): ShownChanges {
	const pages = changes.reduce((sum, { pages }) => sum + pages, 0);
	return { pages, changes: changes.slice(0, MAX_CHANGES_SHOWN), others: Math.max(0, changes.length - MAX_CHANGES_SHOWN) };
}
