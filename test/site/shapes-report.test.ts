/** The page of `shapes --report` in Chromium: trees drawn on demand, limits, hostile keys, contrast, a phone, the keyboard. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { run, until, useFolder } from "../cli/command";
import { launch, newPage } from "./browser";
import { lowContrasts } from "./contrast";

const { path, write } = useFolder();

const MARKUP = `</script><script>document.title="hacked"</script><img src=x onerror=alert(1)>`;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
/** Names without digits: shape@1 leaves them. */
const nameOf = (index: number) => `name${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`;

const LINES = [
	...numbers(80).flatMap((index) => [`http://forum.example/u/${nameOf(index)}/posts`, `http://forum.example/u/${nameOf(index)}`]),
	...numbers(40).flatMap((index) => [
		`http://forum.example/t/${index}?sid=a${index}0000000`,
		`http://forum.example/t/${index}?sid=b${index}0000000`,
	]),
	...numbers(3).map((index) => `http://forum.example/about-us?tab=${index}`),
	...numbers(120).flatMap((index) => [`http://${nameOf(index)}.example/1`, `http://${nameOf(index)}.example/2`]),
	...numbers(3).flatMap((index) => [
		`http://hostile.example/${MARKUP}/${index}`,
		`http://hostile.example/x/${index}?${MARKUP}=1`,
	]),
	...numbers(3).map((index) => `http://hostile.example/%E2%80%AEgpj.exe/${index}?__proto__=1&constructor=2`),
	...numbers(3).map((index) => `http://hostile.example/${"long".repeat(300)}/${index}`),
	"http://single.example/",
];

let browser: Browser;
beforeAll(async () => {
	browser = await launch();
	const list = write("list.txt", LINES.join("\n"));
	expect(run(["shapes", "--quiet", "--report", path("report.html"), "-o", path("list.shapes"), list]).status).toBe(0);
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

/** Opens all that is closed, until nothing is. */
async function openAll(page: Page): Promise<void> {
	while (await page.evaluate(openClosed));
}

/** Returns the number of details that were closed, once what they contain is drawn. */
async function openClosed(): Promise<number> {
	const closed = document.querySelectorAll<HTMLDetailsElement>("details:not([open])");
	for (const details of closed) details.open = true;
	await new Promise((resolve) => setTimeout(resolve, 0));
	return closed.length;
}

it("draws a site when it is opened: segments with counts, what merged and why, examples", async () => {
	const { page, problems } = await open();
	expect(await page.locator("#sites .tree .tree").count()).toBe(0);
	const site = page.locator("[data-site='http://forum.example']");
	await site.locator("summary").first().click();
	const words = site.locator("details").filter({ hasText: "/u/{word}" });
	expect(await words.locator("summary").first().textContent()).toMatch(/^\/u\/\{word\} 160 keys 80 words merged/);
	await words.locator("summary").first().click();
	await words.getByText("many: 80 words have pages below").waitFor();
	expect(await words.locator(".example code").first().textContent()).toMatch(/^http:\/\/forum\.example\/u\/name/);
	expect(await words.locator("details").first().locator("summary").textContent()).toMatch(/^\/posts 80 keys/);
	expect(problems).toEqual([`file://${path("report.html")}`]);
});

it("marks a trap in the list of traps, on the way to it, and where it is", async () => {
	const { page } = await open();
	expect(await page.locator("section").first().locator(".item").textContent()).toMatch(
		/^session http:\/\/forum\.example sid 80 keys, values 80, rests 40, paths 40/,
	);
	const site = page.locator("[data-site='http://forum.example']");
	expect(await site.locator(".trap").allTextContents()).toEqual(["1 trap"]);
	await site.locator("summary").first().click();
	const tree = site.locator("details").filter({ hasText: "/t/{int}?sid=" });
	await tree.locator("summary").first().click();
	expect(await tree.locator(".trap").first().textContent()).toBe("trap: session");
	expect(await tree.locator("code").allTextContents()).toContain(
		'{"hosts":["forum.example"],"key":{"query":{"remove":["sid"]}}}',
	);
});

it("lists all sites, most keys first, in portions, and says which have none", async () => {
	const { page } = await open();
	const sites = page.locator("[data-site]");
	expect(await page.getByRole("status").textContent()).toBe("122 of 122 sites, most keys first");
	expect(await sites.first().getAttribute("data-site")).toBe("http://forum.example");
	expect(await sites.count()).toBe(50);
	await page.getByRole("button", { name: "Show 50 of 72 more" }).click();
	await page.getByRole("button", { name: "Show 22 of 22 more" }).click();
	expect(await sites.count()).toBe(122);
	expect(await page.getByRole("button").count()).toBe(0);
	expect(await page.locator("main").textContent()).toContain(
		"0 sites of which no two keys have one shape, and 1 site of one key.",
	);
});

it("is searched with the keyboard, and opened with it", async () => {
	const { page } = await open();
	await page.keyboard.press("Tab");
	expect(await page.evaluate(() => document.activeElement?.id)).toBe("search");
	await page.keyboard.type("FORUM example");
	await page.getByRole("status").filter({ hasText: "1 of 122 sites" }).waitFor();
	await page.keyboard.press("Tab");
	expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe("solid");
	await page.keyboard.press("Enter");
	await page.getByText("/u/{word}").first().waitFor();
});

it("stays text: no key becomes markup, a script or a link, and nothing else is requested", async () => {
	const { page, problems } = await open();
	await page.fill("#search", "hostile");
	await openAll(page);
	expect(await page.title()).toBe("urlsieve: the shapes of a list");
	expect(await page.locator("a, img, iframe, form, main script, main style").count()).toBe(0);
	const text = await page.locator("main").textContent();
	expect(text).toContain("?__proto__=&constructor=");
	expect(text).toMatch(/onerror/);
	expect(text).not.toMatch(/[\u200b\u202e\u2066]/);
	expect(problems).toEqual([`file://${path("report.html")}`]);
});

it("stops scripts and styles that are not its own", async () => {
	const { page, problems } = await open();
	await page.evaluate(() => {
		const script = document.createElement("script");
		script.textContent = "document.title = 'hacked'";
		document.body.append(script);
	});
	expect(await page.title()).toBe("urlsieve: the shapes of a list");
	await until(() => problems.some((problem) => /Content Security Policy/.test(problem)));
});

it("contrast suffices in the light scheme and in the dark one, with all trees open", async () => {
	const { page } = await open();
	await openAll(page);
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		expect(await page.evaluate(lowContrasts)).toEqual([]);
	}
});

it("nothing overflows at 360, 768 and 1280 pixels, with all trees open", async () => {
	const { page } = await open();
	await openAll(page);
	for (const width of [360, 768, 1280]) {
		await page.setViewportSize({ width, height: 740 });
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
	}
});

it("has one site, which is open, with --site", async () => {
	const args = [
		"shapes",
		"--quiet",
		"--site",
		"forum.example",
		"--report",
		path("one.html"),
		"-o",
		path("one.shapes"),
		path("list.txt"),
	];
	expect(run(args).status).toBe(0);
	const { page } = await newPage(browser);
	await page.goto(`file://${path("one.html")}`);
	await page.getByText("/u/{word}").first().waitFor();
	expect(await page.locator("[data-site]").count()).toBe(1);
});

it("is a picture without scripts and links for FILE.svg, whatever the keys have", async () => {
	const args = [
		"shapes",
		"--quiet",
		"--site",
		"hostile.example",
		"--report",
		path("one.svg"),
		"-o",
		path("one.shapes"),
		path("list.txt"),
	];
	expect(run(args).status).toBe(0);
	const { page, errors } = await newPage(browser);
	await page.goto(`file://${path("one.svg")}`);
	expect(await page.locator("svg > g").count()).toBe(1);
	expect(await page.locator("script, a, image, parsererror").count()).toBe(0);
	const texts = await page.locator("text.count").allTextContents();
	expect(texts.slice(0, 2)).toEqual(["3", "3"]);
	expect(await page.locator("svg").textContent()).toContain("?__proto__=&constructor=");
	expect(errors).toEqual([]);
});
