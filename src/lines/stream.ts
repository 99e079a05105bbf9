/** Lines as Web Streams, which Node.js, Deno, Bun, browsers and workers share. */
import { linesWorkspace } from "../engine/shared";
import { type Octets, toOctets } from "../input";
import type { Settings } from "../options";
import { LineSieve, type Seen } from "./line-sieve";
import { LineFeed } from "./lines";

/** Receives the output chunks. */
type Controller = TransformStreamDefaultController<Uint8Array>;

/** Creates a stream that normalizes lines: see Normalizer.lineStream. */
export function lineStream(settings: Settings): TransformStream<Octets, Uint8Array> {
	return feedStream(
		(controller) =>
			new LineFeed(linesWorkspace(settings.engine), settings, ({ workspace, written }) => {
				enqueue(controller, workspace.kernel.octets.subarray(workspace.output, written));
			}),
	);
}

/** Creates a stream that passes fresh lines: see Normalizer.dedupeStream. */
export function dedupeStream(seen: Seen): TransformStream<Octets, Uint8Array> {
	const { settings } = seen;
	return feedStream((controller) => {
		const workspace = linesWorkspace(settings.engine);
		return new LineSieve(workspace, seen, "normalized", ({ fresh }) => enqueue(controller, fresh)).feed;
	});
}

/** Creates a transform that feeds its chunks to the feed of `begin`, in the shared workspace. */
function feedStream(begin: (controller: Controller) => LineFeed): TransformStream<Octets, Uint8Array> {
	let feed: LineFeed;
	return new TransformStream({
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
}

/** Enqueues a copy, since the octets belong to the kernel. Skips empty chunks. */
function enqueue(controller: Controller, octets: Uint8Array): void {
	if (octets.length > 0) controller.enqueue(octets.slice());
}
