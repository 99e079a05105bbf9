/** Accessibility of the page: contrast in both colour schemes, a phone, the keyboard, names and landmarks, offline use. */
import type { Page } from "playwright-core";
import type { UriError } from "urlsieve";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tryNormalize } from "../../site/ladder";
import { chromiumPath } from "../support/chromium.mjs";
import { longList, type OpenSite, openSite } from "./browser";
import { lowContrasts } from "./contrast";

let site: OpenSite;
beforeAll(async () => {
	site = await openSite();
});
afterAll(() => site.close());

const HOSTILE = `http://user:pass@a\u202eb<img>.example${"é".repeat(300)}:81/%2e%2e/${"long".repeat(100)} %%%?q#f`;
const VIEWS = [
	["one URL", "#one"],
	["a hostile URL", `#url=${encodeURIComponent(HOSTILE)}`],
	["an invalid URL", "#url=http%3A%2F%2F%5B1%3A%3Az%5D%2F"],
	["two URLs", "#first=http%3A%2F%2Fa%2F%2562&second=HTTP%3A%2F%2Fa%2Fc"],
	["two invalid URLs", "#first=http%3A%2F%2F%5B&second=https%3A%2F%2F%2F"],
	["two URLs by a profile", "#first=example.com%2Fa%3Futm_source%3D1&second=http%3A%2F%2Fh%2F%3Fb%23c&profile=crawl%401"],
	["a text without scheme", "#url=example.com%2Fa%3Futm_source%3D1%26b%23c"],
	["a list", "#list"],
	["a policy", "#policy"],
	["a faulty policy", `#policy=${encodeURIComponent(`{ "${"long".repeat(100)}": 1, "key": { "www": 1 } }`)}`],
	[
		"a policy that names a list",
		`#policy=${encodeURIComponent(JSON.stringify({ key: { query: { lists: ["a".repeat(64)] } } }))}`,
	],
] as const;

/** Reads a list, so that its view shows every part. */
async function readList(page: Page, field = "#files"): Promise<void> {
	const lines = `http://a/\nHTTP://a/\nhttp://a\nhttp://[${"x".repeat(400)}\n${HOSTILE}\n${HOSTILE.replace("://", "://www.")}\n`;
	await page.setInputFiles(field, { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from(lines) });
	await page.waitForSelector(".view:not([hidden]) [data-state=done]");
}

/** Compares a policy whose tests fail and pass on a list. */
async function comparePolicy(page: Page): Promise<void> {
	const tests = {
		same: [[HOSTILE, "http://a/"]],
		different: [["http://www.b.example/", "http://b.example/"]],
		key: { [HOSTILE]: HOSTILE, "http://[": "" },
	};
	await page.fill("#policy-text", JSON.stringify({ key: { www: "drop" }, tests }));
	await readList(page, "#policy-urls");
}

it.each(VIEWS)("%s: contrast suffices, nothing overflows a phone, and all has a name", async (_, fragment) => {
	const { page } = await site.open(fragment, { colorScheme: "light" });
	if (fragment === "#list") await readList(page);
	if (fragment === "#policy") await comparePolicy(page);
	await expectContrast(page);
	await expectNames(page);
	await page.setViewportSize({ width: 360, height: 740 });
	const wide = await page.evaluate(() => {
		const beyond = [...document.querySelectorAll("main *, header *, footer *")].filter(
			(element) => element.checkVisibility() && element.getBoundingClientRect().right > 360.5,
		);
		return { page: document.documentElement.scrollWidth, beyond: beyond.map((element) => element.outerHTML.slice(0, 80)) };
	});
	expect(wide).toEqual({ page: 360, beyond: [] });
});

/** Contrast suffices in the light scheme and in the dark one, which differ. */
async function expectContrast(page: Page): Promise<void> {
	const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
	const light = await background();
	expect(await page.evaluate(lowContrasts)).toEqual([]);
	await page.emulateMedia({ colorScheme: "dark" });
	expect(await background()).not.toBe(light);
	expect(await page.evaluate(lowContrasts)).toEqual([]);
}

/** Each landmark is there once, with one level-1 heading and a name for every control. */
async function expectNames(page: Page): Promise<void> {
	for (const role of ["banner", "navigation", "main", "contentinfo"] as const) expect(await page.getByRole(role).count()).toBe(1);
	expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
	const nameless = await page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>("a, button, textarea, input, select")]
			.filter((element) => element.checkVisibility())
			.filter((element) => !element.textContent?.trim() && !(element as HTMLInputElement).labels?.[0]?.textContent?.trim())
			.map((element) => element.outerHTML),
	);
	expect(nameless).toEqual([]);
	const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
	expect(ids.length).toBe(new Set(ids).size);
}

describe("with only the keyboard", () => {
	it("Tab reaches every control in order and shows the focus", async () => {
		const { page } = await site.open("#list");
		const reached: string[] = [];
		for (let step = 0; step < 8; ++step) {
			await page.keyboard.press("Tab");
			const focus = await page.evaluate(() => {
				const element = document.activeElement as HTMLElement;
				const outlined = element.id === "files" ? document.querySelector("label[for=files]") : element;
				const isShown = getComputedStyle(outlined as Element).outlineStyle !== "none";
				return `${element.id || element.textContent?.trim()}${isShown ? "" : " (not shown)"}`;
			});
			reached.push(focus);
		}
		expect(reached).toEqual(["Skip to content", "One URL", "Two URLs", "A list", "A policy", "rules", "files", "synthetic"]);
	});

	it("one can skip to the content, type, change the view, and read and cancel a list", async () => {
		const { page } = await site.open();
		await page.keyboard.press("Tab");
		await page.keyboard.press("Enter");
		await page.keyboard.press("Tab");
		expect(await page.evaluate(() => document.activeElement?.id)).toBe("url");
		await page.keyboard.press("Control+A");
		await page.keyboard.type("HTTP://typed/");
		expect(await page.textContent("#normal-form")).toBe("http://typed/");
		await page.getByRole("link", { name: "A list" }).focus();
		await page.keyboard.press("Enter");
		await page.locator("#synthetic").waitFor();
		await page.locator("#synthetic").focus();
		await page.keyboard.press("Enter");
		await page.waitForSelector("#list-result[data-state]");
		await page.setInputFiles("#files", longList());
		await page.getByRole("button", { name: "Cancel" }).focus();
		await page.keyboard.press("Enter");
		await page.waitForSelector("[data-state=cancelled]");
		expect(await page.evaluate(() => document.activeElement?.id)).toBe("files");
	});
});

it("a live region announces the result", async () => {
	const { page } = await site.open("#one");
	await page.fill("#url", "http://a:8x/");
	const { message } = tryNormalize("http://a:8x/") as UriError;
	await page.getByRole("status").filter({ hasText: message }).waitFor();
	await page.fill("#url", "http://a/");
	await page.getByRole("status").filter({ hasText: "It is in normal form." }).waitFor();
});

it("works offline once it was opened, the worker included", async () => {
	const own = await openSite();
	try {
		const { page, problems } = await own.open();
		await page.getByText("The page now works offline.").waitFor();
		await own.stopServing();
		await page.context().setOffline(true);
		await page.goto(`${own.address}#url=HTTP%3A%2F%2Foffline%2F`);
		await page.reload();
		expect(await page.textContent("#normal-form")).toBe("http://offline/");
		await page.goto(`${own.address}#list`);
		await readList(page);
		expect(await page.textContent(".summary")).toMatch("3 unique");
		await page.goto(`${own.address}#policy`);
		await comparePolicy(page);
		expect(await page.textContent("#policy-changes .summary")).toMatch("under the policy");
		expect(problems).toEqual([]);
	} finally {
		await own.close();
	}
});

it("says how to install a missing Chromium", () => {
	expect(() => chromiumPath(["/nowhere/chromium", ""])).toThrow("apt-get install chromium");
});
