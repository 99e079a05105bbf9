/**
 * One SHA-256 of an engine's answers for generated lines: equal in every runtime, in Python and on the JVM. Hosts beyond US-ASCII are
 * left out, since their A-labels depend on the platform's version of Unicode.
 *
 * ```
 *   lines without CR and byte order mark, each ended by LF
 *   forms of rfc3986@1 │ whatwg@1 │ crawl@1 │ keys of crawl@1      one line each; that of a rejected line is empty
 *                      └── the core's digest ends here             SHA-256 of all octets in this order
 * ```
 *
 * It uses only features that all hosts share, and imports no package: `test/runtimes/` runs it everywhere.
 */
import { Generator } from "./generator";

type Bulk = (octets: Uint8Array) => { readonly lines: Uint8Array };
/** The entries of any build. */
interface Core {
	createNormalizer(options: { engine?: Engine; invalid: "blank" }): { readonly normalizeLines: Bulk };
}
interface Crawl {
	createNormalizer(options: { engine?: Engine; invalid: "blank"; profile: "whatwg@1" | "crawl@1" }): {
		readonly normalizeLines: Bulk;
		readonly keyLines: Bulk;
	};
}
type Engine = "wasm" | "js";

const BATCH = 1000;
const LF = 0x0a;
const CR = 0x0d;

/** The lines of a digest: `count`, each ended by LF. */
export function digestLines(count: number, seed: number): Uint8Array {
	const generator = new Generator({ seed, hasWideHosts: false });
	const parts: Uint8Array[] = [];
	for (let done = 0; done < count; done += BATCH) parts.push(plain(generator.batch(Math.min(BATCH, count - done))));
	return joined(parts);
}

/** Lines without octets that belong to no line: a byte order mark, and CR before LF. */
function plain(batch: Uint8Array): Uint8Array {
	const start = batch[0] === 0xef && batch[1] === 0xbb && batch[2] === 0xbf ? 3 : 0;
	const kept = batch.slice(start);
	let end = 0;
	for (const octet of kept) {
		if (octet === LF) while (end > 0 && kept[end - 1] === CR) --end;
		kept[end++] = octet;
	}
	return kept.subarray(0, end);
}

/** The digest of lines on an engine, or on the default one; with `crawl`, that of the profiles as well. In hexadecimal. */
export async function digestOf(lines: Uint8Array, core: Core, crawl?: Crawl, engine?: Engine): Promise<string> {
	const on = engine === undefined ? {} : { engine };
	const blank = { ...on, invalid: "blank" } as const;
	const parts = [core.createNormalizer(blank).normalizeLines(lines).lines];
	if (crawl !== undefined) {
		const pages = crawl.createNormalizer({ ...blank, profile: "crawl@1" });
		parts.push(crawl.createNormalizer({ ...blank, profile: "whatwg@1" }).normalizeLines(lines).lines);
		parts.push(pages.normalizeLines(lines).lines, pages.keyLines(lines).lines);
	}
	return hexOf(await crypto.subtle.digest("SHA-256", joined(parts)));
}

function hexOf(octets: ArrayBuffer): string {
	return [...new Uint8Array(octets)].map((octet) => octet.toString(16).padStart(2, "0")).join("");
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const octets = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		octets.set(part, at);
		at += part.length;
	}
	return octets;
}
