/** The view of a policy in Chromium: faults and tests as one types, lists that it names, and what it changes on a list. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { until } from "../cli/command";
import { longList, type OpenSite, openSite } from "./browser";

const folder = mkdtempSync(join(tmpdir(), "urlsieve-policy-"));

let site: OpenSite;
let page: Page;
let problems: string[];
beforeAll(async () => {
	site = await openSite();
	({ page, problems } = await site.open("#policy"));
});
afterAll(async () => {
	await site.close();
	rmSync(folder, { recursive: true, force: true });
});
afterEach(() => expect(problems).toEqual([]));

const file = (name: string, content: string | Buffer) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
const texts = (selector: string, on = page) => on.locator(selector).allTextContents();

/** Types a policy, and waits until it has been checked: the address follows then. */
async function type(policy: string | object): Promise<void> {
	const text = typeof policy === "string" ? policy : JSON.stringify(policy, undefined, 1);
	await page.fill("#policy-text", text);
	await page.waitForFunction((hash) => window.location.hash.split("&")[0] === hash, `#policy=${encodeURIComponent(text)}`);
}

/** The selection in the policy, if it has the focus. */
const selected = () =>
	page.evaluate(() => {
		const field = document.activeElement as HTMLTextAreaElement;
		return [field.id, field.value.slice(field.selectionStart, field.selectionEnd), field.selectionStart];
	});

describe("faults of a policy", () => {
	it("appear while one types, each with its line and column", async () => {
		await type('{\n  "key": { "wwww": "drop", "fragment": "x" }\n}');
		expect(await texts("#policy-text-error .place")).toEqual(["Line 2, column 12", "Line 2, column 28"]);
		expect((await texts("#policy-text-error li"))[0]).toMatch('/key/wwww is not a known member (did you mean "www"?)');
		expect(await page.getAttribute("#policy-text", "aria-invalid")).toBe("true");
		await page.getByRole("status").filter({ hasText: "2 faults. Line 2: /key/wwww" }).waitFor();
		await type({ key: { www: "drop" } });
		await page.locator("#policy-text-error").waitFor({ state: "hidden" });
		expect(await page.getAttribute("#policy-text", "aria-invalid")).toBe(null);
	});

	it("move the cursor there", async () => {
		const filler = "\n".repeat(200);
		await type(`${filler}{\n  "sites": [{ "hosts": [".a.example"], "key": {} }]\n}${filler}`);
		await page.getByRole("button", { name: "Line 202, column 25" }).click();
		expect(await selected()).toEqual(["policy-text", '".a.example"', filler.length + 26]);
		expect(await page.locator("#policy-text").evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
	});

	it.each([
		["text that is no JSON", '{\n "key": tru\n}', "Line 2, column 9", "tru"],
		["a text that ends too early", '{ "key": {', "Line 1, column 11", ""],
		[
			"tests that contradict each other",
			`{"tests":{"same":[["http://c/","http://b/"]],\n"different":[["http://c/","http://b/"]]}}`,
			"Line 2",
			"[",
		],
		["a name that is no host", '{ "sites": [{ "hosts": ["a b"], "key": {} }] }', "Line 1, column 25", '"a b"'],
	])("have places in %s", async (_, policy, place, token) => {
		await type("");
		await type(policy);
		await page.getByRole("button", { name: place }).first().click();
		expect((await selected()).slice(0, 2)).toEqual(["policy-text", token]);
	});

	it("leave the results before them, marked as old", async () => {
		await type({ tests: { same: [["http://a/", "HTTP://a"]] } });
		expect(await page.locator("#policy-tests-old").isVisible()).toBe(false);
		await type("{");
		expect(await page.locator("#policy-tests-old").isVisible()).toBe(true);
		expect(await page.locator("[data-test=passed]").count()).toBe(1);
		await type("");
		expect(await page.locator("#policy-tests-old").isVisible()).toBe(false);
	});
});

describe("tests of a policy", () => {
	it("show each that fails with its URLs, their keys and the rules, before those that pass", async () => {
		const tests = {
			same: [
				["http://a/", "HTTP://a"],
				["http://www.a.example/", "http://a.example/"],
			],
			key: { "http://a/?b#c": "http://a/" },
		};
		await type({ base: "crawl@1", tests });
		expect(await texts("#policy-tests > .sentence")).toEqual(["2 of 3 tests fail."]);
		expect(await texts("#policy-tests .mark")).toEqual(["failed", "failed", "passed"]);
		expect(await texts("[data-test=failed] .kind")).toEqual(["same", "key"]);
		expect(await texts("[data-test=failed] dt")).toEqual([
			"URL",
			"key",
			"rules",
			"URL",
			"key",
			"rules",
			"URL",
			"key",
			"rule",
			"expected",
		]);
		expect(await texts("[data-test=failed] dd")).toEqual([
			...["http://www.a.example/", "http://www.a.example/", "none"],
			...["http://a.example/", "http://a.example/", "none"],
			...["http://a/?b#c", "http://a/?b", "fragment", "http://a/"],
		]);
		await page.locator("[data-test=failed] .place").first().click();
		expect((await selected()).slice(0, 2)).toEqual(["policy-text", "["]);
	});

	it("name the rules by which URLs have one key and should not", async () => {
		const different = [["http://www.a.example/", "http://a.example/"]];
		await type({ key: { www: "drop" }, tests: { different } });
		expect(await page.textContent("[data-test=failed]")).toMatch("The keys are equal, by host-www.");
	});

	it("show why a URL has no key", async () => {
		await type({ tests: { key: { "http://[": "http://a/" } } });
		expect(await texts("[data-test=failed] dt")).toEqual(["URL", "key", "rules", "expected"]);
	});

	it("are shown up to a number", async () => {
		const key = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`http://a/${at}`, at < 25 ? "" : `http://a/${at}`]));
		await type({ tests: { key } });
		expect(await texts("#policy-tests .quiet")).toEqual(["and 5 more that fail", "and 5 more that pass"]);
	});

	it("are explained where there are none", async () => {
		await type({});
		expect(await page.textContent("#policy-tests")).toMatch("No faults, and no tests.");
	});
});

describe("a list that a policy names", () => {
	const policy = {
		key: { query: { lists: ["mine"] }, emptyQuery: "drop" },
		tests: { same: [["http://a/?ref=1", "http://a/"]] },
	};

	it("is asked for, read, and used by the tests and the comparison", async () => {
		({ page, problems } = await site.open("#policy"));
		await type(policy);
		expect(await texts("#policy-tests")).toEqual(['The tests run once the list "mine" is chosen.']);
		expect(await page.textContent("[data-list=mine]")).toMatch('The policy names the list "mine". Choose its file');
		await page.setInputFiles("#policy-urls", file("a.txt", "http://a/?ref=1\nhttp://a/\n"));
		await page.getByRole("alert").filter({ hasText: 'Choose the file of the list "mine" first.' }).waitFor();

		await page.getByLabel('List "mine"').setInputFiles(file("mine.json", '{ "format": "urlsieve-list@1", "param": [] }'));
		await page.locator("[data-list=mine] .error").filter({ hasText: "/param is not a known member" }).waitFor();
		await page.getByLabel('List "mine"').setInputFiles(file("mine.txt", "$removeparam=ref\n$removeparam=x,method=post\n"));
		await page.locator("[data-test=passed]").waitFor();
		expect(await page.textContent("[data-list=mine]")).toMatch("mine.txt: 1 rule. 1 could not be taken as they stand");
		expect(await page.getByRole("alert").isVisible()).toBe(false);

		await page.setInputFiles("#policy-urls", file("a.txt", "http://a/?ref=1\nhttp://a/\n"));
		await page.waitForSelector("#policy-changes[data-state=done]");
		expect(await texts(".by-rules")).toEqual(["1 mine:L1"]);
	});

	it("is refused if its file has changed, and can be chosen again", async () => {
		const path = join(folder, "mine.txt");
		writeFileSync(path, "$removeparam=ref\n");
		await page.getByLabel('List "mine"').setInputFiles(path);
		await page.locator("[data-list=mine]").filter({ hasText: "mine.txt: 1 rule." }).waitFor();
		writeFileSync(path, "$removeparam=ref\n$removeparam=y\n");
		await page.setInputFiles("#policy-urls", file("a.txt", "http://a/"));
		await page.getByRole("alert").filter({ hasText: "mine.txt cannot be read: it is a folder, has changed" }).waitFor();
		const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByLabel('List "mine"').click()]);
		await chooser.setFiles(path);
		await page.locator("[data-list=mine]").filter({ hasText: "mine.txt: 2 rules." }).waitFor();
		await page.setInputFiles("#policy-urls", file("a.txt", "http://a/"));
		await page.locator("#policy-changes .summary").filter({ hasText: "1 URL in" }).waitFor();
	});

	it("stays when the policy no longer names it, and then does again", async () => {
		await type({});
		expect(await page.locator("[data-list]").count()).toBe(0);
		await type(policy);
		expect(await page.textContent("[data-list=mine]")).toMatch("mine.txt: 2 rules.");
	});
});

describe("the comparison on a list", () => {
	const policy = { base: "crawl@1", key: { www: "drop", emptyQuery: "keep" } };
	const lines = [
		"# mine",
		"http://www.a.example/",
		"http://a.example/",
		"http://b/?",
		"http://b/",
		"http://[",
		"http://www.c.example/\r",
		"http://c.example/",
		"",
	];

	/** Compares on some files. */
	async function compare(...files: ReturnType<typeof file>[]): Promise<void> {
		await page.setInputFiles("#policy-urls", files);
		await page.waitForSelector("#policy-changes[data-state=done]");
	}

	beforeAll(async () => {
		({ page, problems } = await site.open("#policy"));
		await type(policy);
	});

	it("counts what only one of both merges, by rule, with samples", async () => {
		await compare(file("a.txt", lines.join("\n")));
		expect(await page.textContent("#policy-changes .summary")).toMatch(
			/^6 URLs in .*seconds: 5 pages under crawl@1, 4 under the policy\.$/,
		);
		expect(await texts("#policy-changes .aside")).toEqual([
			"1 line without a key under crawl@1.",
			"1 line without a key under the policy.",
			"1 comment skipped.",
		]);
		expect(await texts("#policy-changes h3")).toEqual([
			"Merged by the policy only: 2 pages",
			"Kept apart by the policy only: 1 page",
		]);
		expect(await texts("[data-direction=merged] .by-rules")).toEqual(["2 host-www"]);
		expect(await texts("[data-direction=merged] dd")).toEqual([
			"http://a.example/",
			"http://www.a.example/",
			"http://c.example/",
			"http://www.c.example/",
		]);
		expect(await texts("[data-direction=apart] .by-rules")).toEqual(["1 empty-query"]);
		await page.getByRole("status").filter({ hasText: "6 URLs in" }).waitFor();
	});

	it("goes by what it is compared with, and says when its results are old", async () => {
		await page.selectOption("#against", "rfc3986@1");
		await page.getByRole("button", { name: "Compare again" }).click();
		await page.locator("#policy-changes .summary").filter({ hasText: "6 pages under rfc3986@1" }).waitFor();
		expect(await page.getByRole("button", { name: "Compare again" }).isVisible()).toBe(false);
		await page.selectOption("#against", "base");
		await page.getByRole("button", { name: "Compare again" }).click();
		await page.locator("#policy-changes .summary").filter({ hasText: "5 pages under the base" }).waitFor();
		await type({ ...policy, key: {} });
		await page.getByRole("button", { name: "Compare again" }).click();
		await page.locator("#policy-changes .summary").filter({ hasText: "5 pages under the base, 5 under the policy" }).waitFor();
		await page.selectOption("#against", "crawl@1");
		await type(policy);
	});

	it("reads gzip and several files", async () => {
		await compare(file("a.gz", gzipSync("http://www.a.example/\nhttp://d/")), file("b.txt", "http://a.example/"));
		expect(await page.textContent("#policy-changes .summary")).toMatch("3 URLs in");
		expect(await texts("[data-direction=merged] dd")).toEqual(["http://a.example/", "http://www.a.example/"]);
	});

	it("takes files dropped on the view", async () => {
		await page.evaluate(() => {
			const dataTransfer = new DataTransfer();
			dataTransfer.items.add(new File(["http://www.e/\nhttp://e/\nhttp://f/\nhttp://g/"], "dropped.txt"));
			document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
		});
		await page.locator("#policy-changes .summary").filter({ hasText: "4 URLs in" }).waitFor();
		expect(await page.title()).toMatch("A policy");
	});

	it("refuses a faulty policy and a file that is no list, and then compares", async () => {
		const refused = (sentence: string) => page.getByRole("alert").filter({ hasText: sentence }).waitFor();
		await type('{ "key": {} ');
		await page.setInputFiles("#policy-urls", file("a.txt", "http://a/"));
		await refused("Fix the faults in the policy first.");
		await type(policy);
		expect(await page.getByRole("alert").isVisible()).toBe(false);
		await page.setInputFiles("#policy-urls", file("a.zip", "PK\x03\x04"));
		await refused("a.zip is a ZIP archive, not a list.");
		await page.setInputFiles("#policy-urls", file("a.txt", ""));
		await refused("The file is empty.");
		await compare(file("a.txt", "http://a/"));
		expect(await page.getByRole("alert").isVisible()).toBe(false);
	});

	it("may be cancelled, which ends the worker and allows another list", async () => {
		await page.setInputFiles("#policy-urls", longList());
		await page.locator("#policy-changes .summary").filter({ hasText: "lines so far" }).waitFor();
		await page.getByRole("button", { name: "Cancel" }).click();
		await page.waitForSelector("#policy-changes[data-state=cancelled]");
		await until(() => page.workers().every((worker) => !worker.url().includes("policy-changes-worker")));
		expect(await page.evaluate(() => document.activeElement?.id)).toBe("policy-urls");
		await compare(file("a.txt", "http://a/"));
		expect(await page.textContent("#policy-changes .summary")).toMatch("1 URL in");
	});
});

describe("the address of a policy", () => {
	const addressOf = (on: Page) => on.evaluate(() => window.location.hash);

	it("has the policy and what it is compared with", async () => {
		({ page, problems } = await site.open("#policy"));
		await type({ key: { www: "drop" } });
		await page.selectOption("#against", "base");
		const policy = await page.inputValue("#policy-text");
		const address = await addressOf(page);
		expect(address).toBe(`#policy=${encodeURIComponent(policy)}&against=base`);
		const { page: other } = await site.open(address);
		expect([await other.inputValue("#policy-text"), await other.inputValue("#against")]).toEqual([policy, "base"]);
	});

	it("leaves out a policy that is too long, which a reload keeps", async () => {
		const policy = JSON.stringify({ key: { query: { remove: Array.from({ length: 1000 }, (_, at) => `name${at}`) } } });
		await page.fill("#policy-text", policy);
		await page.waitForFunction(() => window.location.hash === "#policy");
		await page.reload();
		expect(await page.inputValue("#policy-text")).toBe(policy);
	});

	it("changes with the examples, and going back restores what was typed", async () => {
		const typed = await page.inputValue("#policy-text");
		await page.getByRole("link", { name: "a test that fails" }).click();
		await page.locator("[data-test=failed]").waitFor();
		await page.getByRole("link", { name: "tests that pass" }).click();
		await page.locator("[data-test=failed]").waitFor({ state: "detached" });
		await page.getByRole("link", { name: "a fault" }).click();
		await page.locator("#policy-text-error li").waitFor();
		await page.getByRole("link", { name: "a list of your own" }).click();
		await page.locator("[data-list=mine]").waitFor();
		for (let step = 0; step < 4; ++step) await page.goBack();
		expect(await page.inputValue("#policy-text")).toBe(typed);
	});

	it("follows at once to another view, and keeps what was typed", async () => {
		await page.fill("#policy-text", '{ "key": {} }');
		await page.getByRole("link", { name: "A list", exact: true }).click();
		await page.getByRole("link", { name: "A policy", exact: true }).click();
		expect(await page.inputValue("#policy-text")).toBe('{ "key": {} }');
	});
});
