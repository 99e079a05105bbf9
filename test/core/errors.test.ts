/** One class of errors: every error of an entry is a UriError, even for a program that has the class from another entry. */

import * as core from "urlsieve";
import * as crawl from "urlsieve/crawl";
import * as js from "urlsieve/js";
import * as node from "urlsieve/node";
import * as redis from "urlsieve/redis";
import * as schemes from "urlsieve/schemes";
import * as tables from "urlsieve/tables";
import { expect, it } from "vitest";

/** Returns the error that `run` throws, or rejects with. */
async function thrown(run: () => unknown): Promise<unknown> {
	try {
		return await run();
	} catch (error) {
		return error;
	}
}

it("is one class, in each entry that exports it", () => {
	const entries = [crawl, tables, js, redis, schemes].filter((entry) => "UriError" in entry);
	expect(entries.length).toBeGreaterThan(3);
	for (const entry of entries) expect((entry as typeof core).UriError).toBe(core.UriError);
});

const policy = { base: "no such base" } as never;
const table = () =>
	new Response(new Blob(["id\n1\n"]).stream().pipeThrough(tables.normalizeTable({ format: "csv", column: "u" })));

it.each<[string, string, string, () => unknown]>([
	["a reference", "UriError", "invalid-ip-literal", () => crawl.normalize("http://[", { profile: "crawl@1" })],
	["a policy", "PolicyError", "invalid-policy", () => crawl.createNormalizer({ policy })],
	["a list", "ListError", "list-syntax", () => crawl.readList("clearurls", new TextEncoder().encode("{"), { name: "a" })],
	["a table", "TableError", "missing-column", () => table().text()],
	["a file", "FileError", "file-failed", () => node.dedupeFile("/no/such/file", "/no/such/target")],
])("is what is thrown for %s: %s", async (_, name, code, run) => {
	const error = await thrown(run);
	expect(error).toBeInstanceOf(core.UriError);
	expect(error).toMatchObject({ name, code, offset: expect.any(Number), input: expect.any(String) });
	expect(String(error)).toMatch(new RegExp(`^${name}: .*\\.$`));
});
