/** The page of `dedupe --report` in Chromium: hostile lines, contrast, a phone, print, the keyboard. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { run, until, useFolder } from "../cli/command";
import { launch, newPage } from "./browser";
import { lowContrasts } from "./contrast";

const { path, write } = useFolder();

const LONG = "long".repeat(300);
const HOSTILE = [
	"http://a/</script><script>document.title='hacked'</script>",
	"http://a/--></style></code><img src=x onerror=\"document.title='hacked'\">",
	"javascript:document.title='hacked'",
	"http://a/\u202e\u2066gpj.exe\u200b",
	`http://${"sub.".repeat(60)}example/${LONG}`,
	"http://b%C3%BCcher.example/?a=1&b=2",
];
const EQUAL = HOSTILE.map((line) => line.replace(/^[a-z]+/, (scheme) => scheme.toUpperCase()));
const REJECTS = ["http://[<script>", `http://[${LONG}`, "http://h:\u202ex"];

let browser: Browser;
beforeAll(async () => {
	browser = await launch();
	const list = write("hostile.txt", [...HOSTILE, ...EQUAL, ...HOSTILE, ...REJECTS].join("\n"));
	expect(run(["dedupe", "--quiet", "--report", path("report.html"), list]).status).toBe(0);
});
afterAll(() => browser.close());

/** Opens the report. `problems` collects errors and requests. */
async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
	const { page, errors: problems } = await newPage(browser, options);
	page.on("console", (message) => problems.push(message.text()));
	page.on("request", (request) => problems.push(request.url()));
	await page.goto(`file://${path("report.html")}`);
	return { page, problems };
}

it("stays text: no line becomes markup, a script or a link, and nothing else is requested", async () => {
	const { page, problems } = await open();
	expect(await page.title()).toBe("urlsieve: what was merged");
	expect(await page.locator("a, img, iframe, form, body script ~ *, main script, main style").count()).toBe(0);
	expect(await page.locator("main").textContent()).toContain("</script><script>document.title='hacked'</script>");
	expect(await page.locator("main").textContent()).not.toMatch(/[\u200b\u202e\u2066]/);
	expect(await page.locator("main .unseen").first().textContent()).toBe("U+202E");
	expect(problems).toEqual([`file://${path("report.html")}`]);
});

it("stops scripts and styles that are not its own", async () => {
	const { page, problems } = await open();
	await page.evaluate(() => {
		const script = document.createElement("script");
		script.textContent = "document.title = 'hacked'";
		document.body.append(script);
		document.body.setAttribute("style", "display: none");
	});
	expect(await page.title()).toBe("urlsieve: what was merged");
	expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe("block");
	await until(() => problems.filter((problem) => /Content Security Policy/.test(problem)).length === 2);
});

it("contrast suffices in the light scheme and in the dark one, which differ", async () => {
	const { page } = await open();
	const backgrounds = new Set<string>();
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		expect(await page.evaluate(lowContrasts)).toEqual([]);
		backgrounds.add(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
	}
	expect(backgrounds.size).toBe(2);
});

it("nothing overflows at 360, 768 and 1280 pixels", async () => {
	const { page } = await open();
	for (const width of [360, 768, 1280]) {
		await page.setViewportSize({ width, height: 740 });
		const beyond = await page.evaluate((limit) => {
			const all = [...document.querySelectorAll("body *")];
			return all
				.filter((element) => element.getBoundingClientRect().right > limit + 0.5)
				.map(({ outerHTML }) => outerHTML.slice(0, 80));
		}, width);
		expect([await page.evaluate(() => document.documentElement.scrollWidth), beyond]).toEqual([width, []]);
	}
});

it("is printed without the search, on a white page", async () => {
	const { page } = await open({ colorScheme: "light" });
	await page.emulateMedia({ media: "print" });
	expect(await page.locator(".search").isVisible()).toBe(false);
	expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe("rgba(0, 0, 0, 0)");
	expect((await page.pdf()).length).toBeGreaterThan(1000);
});

it("is searched with the keyboard, and shows the number of rows left", async () => {
	const { page } = await open();
	await page.keyboard.press("Tab");
	expect(await page.evaluate(() => document.activeElement?.id)).toBe("search");
	expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe("solid");
	expect(await page.locator("input").evaluate((field) => (field as HTMLInputElement).labels?.[0]?.textContent?.trim())).toBe(
		"Search for words in lines and reasons",
	);
	const all = await page.locator("#sample .item").count();
	await page.keyboard.type("SYNTAX javascript:");
	await page
		.getByRole("status")
		.filter({ hasText: `1 of ${all} shown` })
		.waitFor();
	expect(await page.locator("#sample .item:visible").count()).toBe(1);
	await page.keyboard.press("Control+A");
	await page.keyboard.press("Delete");
	expect(await page.locator("#sample .item:visible").count()).toBe(all);
});

it("shows the totals of the summary and the octets that differ, with each landmark once and headings in order", async () => {
	const { page } = await open();
	const totals = await page.locator(".totals dd").allTextContents();
	expect(totals.map((total) => total.split(" ")[0])).toEqual(["21", "6", "12", "3"]);
	const merged = await page.locator("section").first().locator("tbody .number").allTextContents();
	expect(merged.reduce((sum, count) => sum + Number(count), 0)).toBe(12);
	const first = page.locator("#sample .item").filter({ hasText: "javascript" }).first();
	expect(await first.locator("mark").allTextContents()).toEqual(["javascript", "JAVASCRIPT"]);
	for (const role of ["banner", "main", "contentinfo"] as const) expect(await page.getByRole(role).count()).toBe(1);
	expect(await page.getByRole("heading").evaluateAll((all) => all.map(({ tagName }) => tagName))).toEqual([
		"H1",
		..."H2 ".repeat(7).trim().split(" "),
	]);
});
