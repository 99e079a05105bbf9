/** The view of a list in Chromium: counts, downloads, compressed files, errors, cancelling. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { syntheticList } from "../../bench/lists/synthetic.mjs";
import { until } from "../cli/command";
import { LONG_LIST_LINES, longList, type OpenSite, openSite } from "./browser";

const CLI = fileURLToPath(new URL("../../build/out/dist/urlsieve.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "urlsieve-list-"));
const { octets, classes, invalid } = syntheticList(60_000, 7);
const list = join(folder, "list.txt");
writeFileSync(list, octets);

let site: OpenSite;
beforeAll(async () => {
	site = await openSite();
});
afterAll(async () => {
	await site.close();
	rmSync(folder, { recursive: true, force: true });
});

const text = (name: string, content: string | Buffer) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

/** Opens a page and reads a list to its end. */
async function read(files: Parameters<Page["setInputFiles"]>[1]): Promise<Page> {
	const { page } = await site.open("#list");
	await page.setInputFiles("#files", files);
	await page.waitForSelector("[data-state=done]");
	return page;
}

/** The counts in the chart, by row. */
async function chart(page: Page): Promise<Record<string, number>> {
	const rows = await page.locator("[data-row]").all();
	const cells = rows.map(async (row) => {
		const count = (await row.locator(".count").textContent()) ?? "";
		return [await row.getAttribute("data-row"), Number(count.replaceAll(",", ""))] as const;
	});
	return Object.fromEntries(await Promise.all(cells));
}

/** Clicks a download link. Returns the suggested file name and the octets as Latin-1. */
async function download(page: Page, link: string): Promise<{ name: string; content: string }> {
	const [taken] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: link }).click()]);
	return { name: taken.suggestedFilename(), content: readFileSync(await taken.path(), "latin1") };
}

describe("a list", () => {
	it("gives the counts and the unique lines of the command line", async () => {
		const [audit, output] = [join(folder, "audit.tsv"), join(folder, "unique.txt")];
		execFileSync(process.execPath, [CLI, "dedupe", "--quiet", "--invalid", "drop", "--audit", audit, "-o", output, list]);
		const levels = readFileSync(audit, "latin1")
			.split("\n")
			.slice(0, -1)
			.map((row) => row.split("\t")[2]);
		const atLevel = (name: string) => levels.filter((level) => level === name).length;
		const page = await read(list);
		expect(await chart(page)).toEqual({
			lines: 60_000,
			unique: classes,
			rejects: invalid,
			string: atLevel("string"),
			syntax: atLevel("syntax"),
			scheme: atLevel("scheme"),
		});
		const { name, content } = await download(page, "unique lines");
		expect(name).toBe("unique-list.txt");
		expect(content === readFileSync(output, "latin1")).toBe(true);
	});

	it("shows the kept line and the rules of the first merges, with their numbers", async () => {
		const filler = Array.from({ length: 100_000 }, (_, index) => `http://f/${index}\n`).join("");
		const lines = `http://h/a\nhttp://[\nHTTP://h/%61\n${filler}http://h:80/a\r\nhttp://h/b#<i>\nHTTP://H/b#<i>\nhttp://H/a`;
		const page = await read([text("a.txt", lines), text("b.txt", "http://h/c/../%\nhttp://h/%\n")]);
		const merges = await page
			.locator(".merges li")
			.evaluateAll((items) => items.map((item) => [...item.querySelectorAll("dd")].map((place) => place.textContent)));
		expect(merges).toEqual([
			["HTTP://h/%61 line 3", "http://h/a line 1", "scheme-case, percent-unreserved"],
			["HTTP://H/b#<i> line 100,006", "http://h/b#<i> line 100,005", "scheme-case, host-case"],
			["http://H/a line 100,007", "http://h/a line 1", "host-case"],
			["http://h:80/a line 100,004", "http://h/a line 1", "default-port"],
		]);
	});

	it("shows the decisive rules of a profile", async () => {
		const { page } = await site.open("#list");
		await page.selectOption("#rules", "crawl@1");
		await page.setInputFiles("#files", text("a.txt", "http://h/?b&a\nhttp://h/?a&b&gclid=1\nhttp://H/?b&a\n"));
		await page.waitForSelector("[data-state=done]");
		expect(await page.locator(".merges dd").allTextContents()).toEqual([
			"http://H/?b&a line 3",
			"http://h/?b&a line 1",
			"host-case",
			"http://h/?a&b&gclid=1 line 2",
			"http://h/?b&a line 1",
			"tracking@1:gclid, query-sort",
		]);
	});

	it("shows the tree of shapes of its largest site, with traps, as the report of the command line", async () => {
		const users = Array.from(
			{ length: 80 },
			(_, index) => `http://h/u/${String.fromCharCode(97 + (index % 26)).repeat(1 + index / 26)}user`,
		);
		const pages = Array.from({ length: 300 }, (_, page) => `http://h/list?page=${page}`);
		const page = await read(
			text("a.txt", [...users.map((user) => `${user}/posts`), ...users, ...pages, "http://g/", "urn:b"].join("\n")),
		);
		const part = page.locator(".shapes");
		expect(await part.locator(".sentence").textContent()).toMatch(
			/^http:\/\/h has 460 keys in 3 shapes, the largest of 1 site\. 1 trap in all of them\. 1 key left out/,
		);
		const summaries = part.locator(".tree > li > details > summary");
		expect(await summaries.allTextContents()).toEqual([
			expect.stringMatching(/^\/list\?page= 300 keys trap: pages/),
			expect.stringMatching(/^\/u\/\{word\} 160 keys 80 words merged/),
		]);
		await summaries.last().click();
		await part.getByText("many: 80 words have pages below").waitFor();
	});

	it("is drawn as a waterfall of its counts", async () => {
		const page = await read(text("a.txt", "http://a/\nhttp://a/\nHTTP://a/\nhttp://a\nhttp://[\n"));
		const bars = await page.locator("[data-row]").evaluateAll((rows) =>
			rows.map((row) => {
				const bar = row.querySelector("rect");
				return [row.getAttribute("data-row"), Number(bar?.getAttribute("x")), Number(bar?.getAttribute("width"))];
			}),
		);
		expect(bars).toEqual([
			["lines", 0, 1000],
			["rejects", 800, 200],
			["string", 600, 200],
			["syntax", 400, 200],
			["scheme", 200, 200],
			["unique", 0, 200],
		]);
	});

	it("may have comments, which are counted and left out", async () => {
		const page = await read(text("a.txt", "# mine\nhttp://a/\n\nHTTP://a/\nhttp://[\n"));
		expect(await chart(page)).toEqual({ lines: 5, comments: 2, rejects: 1, string: 0, syntax: 1, scheme: 0, unique: 1 });
		expect((await download(page, "1 unique line")).content).toBe("http://a/\n");
		expect((await download(page, "1 reject")).content).toBe("http://[\n");
	});

	it("may be gzip-compressed and consist of several files", async () => {
		const page = await read([text("a.txt.gz", gzipSync("http://a/\nhttp://b")), text("b.txt", "http://b/\nhttp://c\n")]);
		expect(await chart(page)).toMatchObject({ lines: 4, unique: 3, scheme: 1 });
		expect(await download(page, "unique lines")).toEqual({ name: "unique-a.txt", content: "http://a/\nhttp://b/\nhttp://c/\n" });
	});

	it("shows its rejects and offers them unchanged", async () => {
		const page = await read(text("a.txt", "http://a/\nhttp://[\r\nhttp://a:x/\n"));
		expect(await page.locator(".outcome .code").allTextContents()).toEqual(["line 2", "line 3"]);
		expect(await download(page, "rejects")).toEqual({ name: "rejected-a.txt", content: "http://[\r\nhttp://a:x/\n" });
	});

	it("is deduplicated by a profile, or by a policy from a file", async () => {
		const lines = text("a.txt", "http://h/?gclid=1\nhttp://h/\nhttp://h/?ref=1\n");
		const { page } = await site.open("#list");
		await page.selectOption("#rules", "crawl@1");
		await page.setInputFiles("#files", lines);
		await page.waitForSelector("[data-state=done]");
		expect(await chart(page)).toMatchObject({ lines: 3, unique: 2, key: 1 });
		expect((await download(page, "unique lines")).content).toBe("http://h/?gclid=1\nhttp://h/?ref=1\n");

		await page.selectOption("#rules", "policy");
		await page.setInputFiles("#files", lines);
		await page.getByRole("alert").filter({ hasText: "Choose the file of the policy first." }).waitFor();
		await page.setInputFiles("#policy-file", text("p.json", '{ "key": { "query": { "drop": tru } } }'));
		await page.setInputFiles("#files", lines);
		await page.getByRole("alert").filter({ hasText: "The policy is not JSON" }).waitFor();
		await page.setInputFiles("#policy-file", text("p.json", '{ "key": { "query": { "drop": true }, "emptyQuery": "drop" } }'));
		await page.setInputFiles("#files", lines);
		await page.waitForSelector("[data-state=done]");
		expect(await chart(page)).toMatchObject({ lines: 3, unique: 1, key: 2 });
	});

	it("may be dropped on any view", async () => {
		const { page } = await site.open();
		await page.evaluate(() => {
			const dataTransfer = new DataTransfer();
			dataTransfer.items.add(new File(["http://a\nhttp://a/\n"], "dropped.txt"));
			document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
		});
		await page.waitForSelector("[data-state=done]");
		expect(await chart(page)).toMatchObject({ lines: 2, unique: 1, scheme: 1 });
	});

	it("may be generated, and then gives the counts known in advance", async () => {
		const { page } = await site.open("#list");
		await page.getByRole("button", { name: "Generate a million lines" }).click();
		await page.waitForSelector("[data-state=done]");
		expect(await chart(page)).toMatchObject({ lines: 1_000_000 });
		expect(await page.textContent("#known")).toMatch("The result matches.");
	});
});

it("explains why it cannot read a file, and then reads another", async () => {
	const { page, problems } = await site.open("#list");
	for (const [file, sentence] of [
		[text("a.txt", ""), "The file is empty."],
		[text("a.gz", gzipSync(octets.subarray(0, 5000)).subarray(0, 900)), "a.gz cannot be decompressed: it is damaged"],
		[text("begins-like.gz", Buffer.from([0x1f, 0x8b, 9, 9, 9, 9])), "begins-like.gz cannot be decompressed: it is damaged"],
		[text("b.gz", Buffer.concat([gzipSync("http://a\n"), gzipSync("http://b\n")])), "has several gzip members"],
		[text("a.zst", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0])), "a.zst is compressed with Zstandard."],
		[text("a.zip", "PK\x03\x04"), "a.zip is a ZIP archive, not a list. On the command line, extract the list"],
		[text("a.warc.gz", gzipSync("WARC/1.0\r\n")), "The content of a.warc.gz is a WARC file, not a list."],
		[text("a.txt", "http://a/\n\0"), "a.txt is binary data, with a NUL among its first 4096 bytes, not a list."],
	] as const) {
		await page.setInputFiles("#files", file);
		await page.getByRole("alert").filter({ hasText: sentence }).waitFor();
		expect(await page.locator("#list-result").isVisible()).toBe(false);
		await page.setInputFiles("#files", text("b.txt", "http://b/\n"));
		await page.waitForSelector("[data-state=done]");
		expect(await page.getByRole("alert").isVisible()).toBe(false);
	}
	expect(problems).toEqual([]);
});

it("may be cancelled, which ends the worker, keeps the counts so far and allows another list", async () => {
	const { page } = await site.open("#list");
	await page.setInputFiles("#files", longList());
	await page.waitForFunction(() => document.querySelector("[data-row=lines] .count")?.textContent !== "0", null, {
		polling: 10,
	});
	await page.getByRole("button", { name: "Cancel" }).click();
	await page.waitForSelector("[data-state=cancelled]");
	await until(() => page.workers().every((worker) => !worker.url().includes("list-worker")));
	const counts = await chart(page);
	expect(counts.lines).toBeGreaterThan(0);
	expect(counts.lines).toBeLessThan(LONG_LIST_LINES);
	await page.setInputFiles("#files", text("b.txt", "http://b/\n"));
	await page.waitForSelector("[data-state=done]");
	expect(await chart(page)).toMatchObject({ lines: 1, unique: 1, string: 0 });
});
