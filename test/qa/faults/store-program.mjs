/**
 * Fills a SeenStore and flushes it: `node store-program.mjs MODULE FOLDER`, run with the preloaded library, which traces it. Each line
 * of the file `acknowledged` is the number of a batch that `flush` has acknowledged.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { BATCHES, batch } from "./store-batches.mjs";

const [module, folder] = process.argv.slice(2);
const { SeenStore } = await import(module);
const acknowledge = (number) => appendFileSync(join(folder, "acknowledged"), `${number}\n`);

// The store is closed and opened again half way: closing merges what is in its log.
for (let number = 0; number < BATCHES; ) {
	const store = await SeenStore.open(join(folder, "urls.seen"));
	for (const end = number + BATCHES / 2; number < end; ++number) {
		await store.addAll(batch(number));
		await store.flush();
		acknowledge(number);
	}
	await store.close();
}
