/** Hostile text and the Content-Security-Policy, in Chromium. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../cli/command";
import { type OpenSite, openSite } from "./browser";

let site: OpenSite;
beforeAll(async () => {
	site = await openSite();
});
afterAll(() => site.close());

const MARKUP = '"><img src=x onerror="document.title=\'hacked\'"><script>document.title="hacked"</script>';

describe("pasted markup", () => {
	it.each([
		["in a URL", `#url=${encodeURIComponent(`http://u:p${MARKUP}@h${MARKUP}/${MARKUP}?${MARKUP}#${MARKUP}`)}`],
		["in a URL with an error", `#url=${encodeURIComponent(`http://[${MARKUP}`)}`],
		["in two URLs", `#first=${encodeURIComponent(`http://h/${MARKUP}`)}&second=${encodeURIComponent(`http://h${MARKUP}/`)}`],
		["in a faulty policy", `#policy=${encodeURIComponent(JSON.stringify({ [MARKUP]: 1 }))}`],
		[
			"in the tests of a policy",
			`#policy=${encodeURIComponent(JSON.stringify({ tests: { key: { [`http://a/${MARKUP}`]: MARKUP, [`http://[${MARKUP}`]: "" } } }))}`,
		],
	])("stays text %s", async (_, fragment) => {
		const { page, problems } = await site.open(fragment);
		// The announcement comes last, after everything else is shown.
		await page.waitForFunction(() => document.querySelector("#status")?.textContent !== "");
		expect(await page.locator("main img, main script, #status img").count()).toBe(0);
		expect(await page.locator("main").textContent()).toMatch("onerror");
		expect(await page.title()).not.toBe("hacked");
		expect(problems).toEqual([]);
	});

	it("stays text in a list", async () => {
		const { page, problems } = await site.open("#list");
		const lines = `http://a/${MARKUP}\nHTTP://a/${MARKUP}\nhttp://[${MARKUP}\n`;
		const name = "<img src=x onerror=alert(1)>.txt";
		await page.setInputFiles("#files", { name, mimeType: "text/plain", buffer: Buffer.from(lines) });
		await page.waitForSelector("[data-state=done]");
		expect(await page.locator("main img, main script").count()).toBe(0);
		expect(await page.locator(".outcome").textContent()).toMatch("onerror");
		expect(problems).toEqual([]);
	});

	it("stays text in a list that a policy is compared on", async () => {
		const policy = { key: { www: "drop" } };
		const { page, problems } = await site.open(`#policy=${encodeURIComponent(JSON.stringify(policy))}`);
		const lines = `http://a.example/${MARKUP}\nhttp://www.a.example/${MARKUP}\n`;
		const name = "<img src=x onerror=alert(1)>.txt";
		await page.setInputFiles("#policy-urls", { name, mimeType: "text/plain", buffer: Buffer.from(lines) });
		await page.waitForSelector("[data-state=done]");
		expect(await page.locator("main img, main script").count()).toBe(0);
		expect(await page.locator("#policy-changes").textContent()).toMatch("onerror");
		expect(problems).toEqual([]);
	});
});

it("shows invisible characters and direction marks by their code points", async () => {
	const { page } = await site.open(`#url=${encodeURIComponent("http://a\u202eb\u2066\u200b\u0007/\u00a0 c")}`);
	const numbers = await page.locator("#one-result .display").first().locator(".unseen-character").allTextContents();
	expect(numbers).toEqual(["U+202E", "U+2066", "U+200B", "U+0007", "U+00A0", "␣"]);
	expect(await page.locator("#view-one").textContent()).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/);
});

it("shortens a text of one megabyte to its start, its end and the marks", async () => {
	const { page, problems } = await site.open("#one");
	const text = `http://h/${"%7e<b>".repeat(170_000)}[end`;
	await page.fill("#url", text);
	await page.waitForSelector(".omission");
	const shown = await page.locator("#one-result .display").first().textContent();
	expect(shown?.length).toBeLessThan(1000);
	expect(shown).toMatch(/^http:\/\/h\/%7e.* characters .*\[end$/);
	expect((await page.locator("#one-result").textContent())?.length).toBeLessThan(20_000);
	expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(3000);
	expect(problems).toEqual([]);
});

describe("the Content-Security-Policy", () => {
	const html = () => readFileSync(fileURLToPath(new URL("../../build/out/site/index.html", import.meta.url)), "utf8");

	it("allows only the site's own files and Wasm", () => {
		const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html())?.[1];
		const rules = policy?.split("; ") ?? [];
		expect(rules).toContain("default-src 'none'");
		expect(rules).toContain("script-src 'self' 'wasm-unsafe-eval'");
		expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:|data:|blob:/);
	});

	it("is not violated by the built page, which has no inline script or style", () => {
		expect(html()).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
		expect(html().match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/ src="\.\/assets\//)]);
	});

	it("stops an injected inline script", async () => {
		const { page, problems } = await site.open();
		await page.evaluate(() => {
			const script = document.createElement("script");
			script.textContent = "document.title = 'hacked'";
			document.body.append(script);
		});
		expect(await page.title()).not.toBe("hacked");
		await until(() => /Content Security Policy/.test(problems.join()));
	});
});
