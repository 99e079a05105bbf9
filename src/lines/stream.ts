/** Lines as Web Streams, which Node.js, Deno, Bun, browsers and workers share. */
import { linesWorkspace } from "../engine/shared";
import { type Octets, toOctets } from "../input";
import type { Settings } from "../options";
import { LineSieve, type Seen } from "./line-sieve";
import { LineFeed } from "./lines";

/** Receives the output chunks. */
type Controller = TransformStreamDefaultController<Uint8Array>;

/** What a stream of lines has done so far. The stream updates this object as it runs; copy it to keep a snapshot. */
export interface LineCounts {
	/** Number of lines read. */
	readonly lines: number;
	/** Number of lines that could not be normalized. */
	readonly rejects: number;
}

/** What a deduplicating stream has done so far: lines = unique + duplicates + rejects. */
export interface DedupeCounts extends LineCounts {
	/** Number of lines that were new to the set. */
	readonly unique: number;
	/** Number of lines equivalent to one already in the set. */
	readonly duplicates: number;
}

/** A transform of lines in octets, with counts that can be read while it runs and afterwards. */
export interface LineStream<Counts extends LineCounts = LineCounts> extends TransformStream<Octets, Uint8Array> {
	readonly counts: Counts;
}

/** Creates a stream that normalizes lines: see Normalizer.lineStream. */
export function lineStream(settings: Settings): LineStream {
	const counts = { lines: 0, rejects: 0 };
	return feedStream(counts, (controller) => {
		return new LineFeed(linesWorkspace(settings.engine), settings, (batch) => {
			counts.lines = batch.linesBefore + batch.lines;
			counts.rejects += batch.rejects;
			enqueue(controller, batch.workspace.kernel.octets.subarray(batch.workspace.output, batch.outputEnd));
		});
	});
}

/** Creates a stream that passes fresh lines: see Normalizer.dedupeStream. */
export function dedupeStream(seen: Seen): LineStream<DedupeCounts> {
	const counts = { lines: 0, unique: 0, duplicates: 0, rejects: 0 };
	return feedStream(counts, (controller) => {
		const sieve = new LineSieve(linesWorkspace(seen.settings.engine), seen, "normalized", ({ fresh }) => {
			counts.lines = sieve.feed.lines;
			counts.unique = sieve.added;
			counts.duplicates = sieve.duplicates;
			counts.rejects = sieve.rejected;
			enqueue(controller, fresh);
		});
		return sieve.feed;
	});
}

/** Creates a transform that feeds its chunks to the feed of `begin`, in the shared workspace. */
function feedStream<Counts extends LineCounts>(counts: Counts, begin: (controller: Controller) => LineFeed): LineStream<Counts> {
	let feed: LineFeed;
	const stream = new TransformStream<Octets, Uint8Array>({
		start(controller) {
			feed = begin(controller);
		},
		transform(chunk) {
			const octets = toOctets(chunk, "chunk");
			feed.resume();
			feed.push(octets);
			feed.pause();
		},
		flush() {
			feed.resume();
			feed.end();
		},
	});
	return Object.assign(stream, { counts });
}

/** Enqueues a copy, since the octets belong to the kernel. Skips empty chunks. */
function enqueue(controller: Controller, octets: Uint8Array): void {
	if (octets.length > 0) controller.enqueue(octets.slice());
}
