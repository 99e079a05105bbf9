/** Rows and options of the wrong type, shape or range are errors in one sentence. */

import { type Column, type LearnOptions, learn, type RowBatch } from "urlsieve/learn";
import { expect, it } from "vitest";
import { batchesOf } from "../support/row-batches";

const FETCHES = { "http://a/1": "p", "http://a/1?x=1": "p", "http://a/2": "q" };
const [BATCH] = [...batchesOf(Object.entries(FETCHES).map(([url, digest]) => ({ url, digests: [digest] })))] as [RowBatch];
const [DIGEST] = BATCH.digests as [Column];

const ends = (...values: number[]) => Uint32Array.from(values);

it.each<[string, object, RegExp]>([
	["negative rows", { rows: -1 }, /number of rows is -1/],
	["rows that are no number", { rows: "3" }, /number of rows is string/],
	["more rows than ends", { rows: 4 }, /urls has 3 ends for 4 rows/],
	["URLs as a string", { urls: "http://a/" }, /urls must have bytes, a Uint8Array; got string/],
	["ends as an array", { urlEnds: [10, 24, 34] }, /urls must have ends, a Uint32Array; got \[object Array\]/],
	["ends that go back", { urlEnds: ends(24, 10, 34) }, /urls ends row 1 at 10, of 24 to 34/],
	["ends beyond the bytes", { urlEnds: ends(10, 24, 2 ** 32 - 1) }, /urls ends row 2 at 4294967295, of 24 to 34/],
	["no digests", { digests: undefined }, /digests must be an array of columns; got undefined/],
	["digests with fewer ends", { digests: [DIGEST, { ...DIGEST, ends: ends(1) }] }, /digests\[1\] has 1 ends for 3 rows/],
	["digests that go back", { digests: [{ ...DIGEST, ends: ends(3, 1, 2) }] }, /digests\[0\] ends row 1 at 1/],
	["a status that is no column", { status: "200" }, /status must have bytes/],
	["a time beyond its bytes", { time: { bytes: new Uint8Array(1), ends: ends(0, 1, 2) } }, /time ends row 2 at 2, of 1 to 1/],
])("refuses %s", async (_, change, sentence) => {
	const error = await learn([BATCH, { ...BATCH, ...change } as RowBatch]).catch((reason) => reason);
	expect(error).toMatchObject({ name: "OptionError", code: "invalid-input" });
	expect(error.message).toMatch(sentence);
});

it.each([undefined, null, 7, "rows", {}])("refuses values that are not rows: %j", async (rows) => {
	await expect(learn(rows as never)).rejects.toMatchObject({ code: "invalid-input" });
});

it.each([undefined, null, 7])("refuses values that are not a batch: %j", async (batch) => {
	await expect(learn([batch as never])).rejects.toMatchObject({ code: "invalid-input" });
});

it.each<[object, RegExp]>([
	[{ precison: 1 }, /Unknown option "precison"; known: .*\bprecision\b/],
	[{ support: 0 }, /"support" must be an integer of at least 1, not 0/],
	[{ support: "20" }, /"support" must be an integer of at least 1, not string/],
	[{ memory: "16M" }, /"memory" must be an integer/],
	[{ probes: -1 }, /"probes" must be an integer of at least 0, not -1/],
	[{ bound: 2 }, /"bound" must be a number from 0 to 1, not 2/],
	[{ precision: Number.NaN }, /"precision" must be a number from 0 to 1, not NaN/],
	[{ holdout: -0.1 }, /"holdout" must be a number from 0 to 1/],
	[{ reach: "site" }, /"reach" must be one of "host", "crawl", "everywhere", not "site"/],
	[{ without: "noise" }, /"without" must be an array of guards; got string/],
	[{ without: ["nois"] }, /"without" must be one of "noise"/],
	[{ temp: 1 }, /"temp" must be a path; got number/],
	[{ onProgress: 1 }, /"onProgress" must be a function; got number/],
	[{ publicSuffix: {} }, /"publicSuffix" must be an object with a function registrableDomain; got \[object Object\]/],
	[{ publicSuffix: null }, /"publicSuffix" must be an object/],
	[{ signal: {} }, /"signal" must be an AbortSignal; got \[object Object\]/],
])("refuses options %j", async (options, sentence) => {
	const error = await learn([BATCH], options as LearnOptions).catch((reason) => reason);
	expect(error).toMatchObject({ name: "OptionError", code: "invalid-option" });
	expect(error.message).toMatch(sentence);
});

it("takes the batch that these change", async () => {
	const { counts } = await learn([BATCH], { support: 1, holdout: 0, temp: undefined });
	expect(counts).toMatchObject({ rows: 3, fetches: 3 });
});
