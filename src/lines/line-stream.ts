/** A LineFeed as a Web Stream, which Node.js, Deno, Bun, browsers and workers share. */
import type { Engine } from "../engine/kernel";
import type { LineWorkspace } from "../engine/workspace";
import { type Octets, toOctets } from "../input";
import { LineFeed, type LineSettings } from "./lines";

/** The counts of a stream of lines so far. The stream updates this object as it runs; copy it to keep a snapshot. */
export interface LineCounts {
	/** Number of lines read. */
	readonly lines: number;
	/** Number of lines that could not be normalized. */
	readonly rejects: number;
}

/** A transform of lines in octets, with counts that can be read while it runs and afterwards. */
export interface LineStream<Counts extends LineCounts = LineCounts> extends TransformStream<Octets, Uint8Array> {
	readonly counts: Counts;
}

/** Creates a stream that writes lines by these settings, in a workspace that others share. */
export function mappedStream(workspaceFor: (engine: Engine) => LineWorkspace, settings: LineSettings): LineStream {
	const counts = { lines: 0, rejects: 0 };
	return feedStream(counts, (take) => {
		return new LineFeed(workspaceFor(settings.engine), settings, (batch) => {
			counts.lines = batch.linesBefore + batch.lines;
			counts.rejects += batch.rejects;
			take(batch.workspace.kernel.octets.subarray(batch.workspace.output, batch.outputEnd));
		});
	});
}

/** Creates a transform that feeds its chunks to the feed of `begin`, in the shared workspace. The feed passes its output to `take`. */
export function feedStream<Counts extends LineCounts>(
	counts: Counts,
	begin: (take: (octets: Uint8Array) => void) => LineFeed,
): LineStream<Counts> {
	let feed: LineFeed;
	const stream = new TransformStream<Octets, Uint8Array>({
		start(controller) {
			feed = begin((octets) => {
				// A copy: the octets belong to the kernel.
				if (octets.length) controller.enqueue(octets.slice());
			});
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
