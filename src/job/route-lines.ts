/** A job whose sink is many files: each line goes to the part that its key chooses. */
import type { PartFiles } from "../files/output/part-files";
import type { Sink } from "../files/output/sink";
import { LineRouter } from "../lines/line-router";
import { LineFeed } from "../lines/lines";
import type { LineReader } from "./line-reader";

/** `count`: number of parts. Returns the number of lines. Throws Failure or UrlsieveError. */
export async function routeLines(
	reader: LineReader,
	{ key, count }: { readonly key: Uint8Array; readonly count: number },
	sink: Sink<PartFiles>,
): Promise<number> {
	const { workspace, settings } = reader.rules;
	const router = new LineRouter({ key }, count, (part, lines) => sink.output.write(part, lines));
	const feed = new LineFeed(workspace, settings, (batch) => {
		sink.takeRejects(batch);
		router.add(batch);
	});
	await reader.feed(feed, { key, needsInput: true });
	return feed.lines;
}
