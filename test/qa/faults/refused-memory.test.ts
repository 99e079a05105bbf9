/**
 * Memory that the host refuses: call number n to grow one fails, for n = 1, 2, … until a use completes without it. Each use ends with
 * the answer or one documented error, and the same use again, on the same object, with the answer.
 */

import type { Engine } from "urlsieve";
import { learn } from "urlsieve/learn";
import { normalizeTable } from "urlsieve/tables";
import { afterEach, describe, expect, it, vi } from "vitest";
import "../../seams/store";
import { countKnown, create } from "../../store/fingerprints";
import { MemoryPlace } from "../../store/storage";
import { size } from "../../support/extent";
import { batchesOf } from "../../support/row-batches";

const PAGE = 65536;
/** Calls to grow that are tried for each use. */
const CALLS = size(40, 2);

const KEYS = size(30_000, 6000);

/** Calls to grow so far, and the number of the one that fails. */
let [calls, failing] = [0, 0];
const { grow } = WebAssembly.Memory.prototype;
const { ArrayBuffer: Buffered } = globalThis;

function refuse(): void {
	if (++calls === failing) throw new RangeError("the host has no memory");
}

/** Memories of both engines: those of JavaScript are array buffers of whole pages, copied as they grow. */
function refuseCall(number: number): void {
	[calls, failing] = [0, number];
	WebAssembly.Memory.prototype.grow = function refused(pages: number) {
		refuse();
		return grow.call(this, pages);
	};
	globalThis.ArrayBuffer = new Proxy(Buffered, {
		construct(target, [length]: [number]) {
			if (length > 2 * PAGE && length % PAGE === 0) refuse();
			return new target(length);
		},
	});
}

function refuseNothing(): void {
	WebAssembly.Memory.prototype.grow = grow;
	globalThis.ArrayBuffer = Buffered;
}

afterEach(refuseNothing);

type Use = () => unknown;
/** Makes an object, and returns a use of it that can be repeated. */
type Make = (engine: Engine) => Promise<Use> | Use;

const LONG = `http://a/${"%7e/../b".repeat(20_000)}`;
const LINES = new TextEncoder().encode(`${`HTTP://A/${"%7e".repeat(300)}\n`.repeat(200)}${LONG}\nhttp://A/\n`);
const text = (octets: Uint8Array) => Buffer.from(octets).toString("latin1");

type Normalizer = ReturnType<typeof import("../../../src/index").createNormalizer>;
/** A use of a normalizer. */
const withNormalizer =
	(use: (normalizer: Normalizer) => unknown): Make =>
	async (engine) => {
		const { createNormalizer } = await import("../../../src/index");
		const normalizer = createNormalizer({ engine });
		return () => use(normalizer);
	};

/** The object of each use is made of new modules: those that were used before share a memory that has grown. */
const USES: Readonly<Record<string, Make>> = {
	"a long reference": withNormalizer((normalizer) => normalizer.normalize(LONG)),
	"a long base": withNormalizer((normalizer) => [normalizer.resolve("../c", LONG), normalizer.resolve("c", "http://h/")]),
	lines: withNormalizer((normalizer) => text(normalizer.normalizeLines(LINES).lines)),
	"a column": withNormalizer((normalizer) => {
		const column = { offsets: Int32Array.of(0, LINES.length - 1, LINES.length), data: LINES };
		return text(normalizer.normalizeColumn(column).data);
	}),
	async "a profile"(engine) {
		const { createNormalizer } = await import("../../../src/crawl/index");
		const normalizer = createNormalizer({ engine, profile: "crawl@1" });
		return () => [text(normalizer.keyLines(LINES).lines), normalizer.key(LONG), normalizer.resolve("../c", LONG)];
	},
	async "a set"(engine) {
		const { createNormalizer, SeenSet } = await import("../../../src/index");
		const set = new SeenSet({ normalizer: createNormalizer({ engine }) });
		const references = Array.from({ length: size(20_000, 5000) }, (_, number) => `http://h/${number}`);
		return () => {
			set.addLines(Buffer.from(references.join("\n")));
			return [set.size, references.every((reference) => set.has(reference))];
		};
	},
	"a store"(engine) {
		const store = create(new MemoryPlace(), engine);
		return () => {
			for (const count of [3000, KEYS]) {
				countKnown(store, 0, count);
				store.makeRun();
			}
			return [store.count, countKnown(store, 0, KEYS)];
		};
	},
	"a table"(engine) {
		const table = new Blob([`id,url\n1,${LONG}\n2,HTTP://H\n`]);
		return () => new Response(table.stream().pipeThrough(normalizeTable({ format: "csv", column: "url", engine }))).text();
	},
	learn(engine) {
		const rows = Array.from({ length: size(3000, 300) }, (_, row) => ({
			url: `http://h/${row % 50}?a=${row}`,
			digests: [`D${row % 50}`],
		}));
		return async () => (await learn(batchesOf(rows), { engine })).policy;
	},
};

/** The error of a use, or its answer as text. */
async function outcomeOf(use: Use): Promise<unknown> {
	try {
		return JSON.stringify(await use());
	} catch (error) {
		return error;
	}
}

function isDocumented(error: unknown): boolean {
	const { code, message } = error as { readonly code?: string; readonly message: string };
	return code === "out-of-memory"
		? message === "Memory cannot be allocated."
		: code === "set-full" && /^The set is full/.test(message);
}

/** The JavaScript engine is slow at first: it is left to the long form. */
const TRIED = (["wasm", "js"] as const).slice(0, size(2, 1));

describe.each(TRIED)("memory that is refused on the %s engine", (engine) => {
	it.each(Object.entries(USES))("is one error of %s, which can be used again", async (_, make) => {
		vi.resetModules();
		const expected = await outcomeOf(await make(engine));
		expect(typeof expected).toBe("string");
		let errors = 0;
		for (let number = 1; number <= CALLS; ++number) {
			vi.resetModules();
			refuseCall(number);
			let use: Use | undefined;
			const outcome = await outcomeOf(async () => {
				use = await make(engine);
				return use();
			});
			const isOver = calls < number;
			refuseNothing();
			if (isOver) break;
			if (outcome !== expected) {
				++errors;
				expect([number, outcome]).toEqual([number, expect.toSatisfy(isDocumented)]);
			}
			use ??= await make(engine);
			const again = await outcomeOf(use);
			// A set whose memory could not grow is full: it knows what it has, and refuses the rest.
			if ((again as { code?: string }).code !== "set-full") expect([number, again === expected]).toEqual([number, true]);
		}
		expect(errors).toBeGreaterThan(0);
	});
});
