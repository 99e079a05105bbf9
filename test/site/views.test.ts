/** The page in Chromium: one URL, two URLs. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenSite, openSite } from "./browser";

let site: OpenSite;
beforeAll(async () => {
	site = await openSite();
});
afterAll(() => site.close());

const one = (url: string) => `#url=${encodeURIComponent(url)}`;
const two = (first: string, second: string) => `#first=${encodeURIComponent(first)}&second=${encodeURIComponent(second)}`;

/** The address as the page has it: what the browser's driver knows of it may lag behind. */
const addressOf = (page: Page) => page.evaluate(() => window.location.href);

/** The texts of all elements that a selector finds. */
const texts = (page: Page, selector: string) => page.locator(selector).allTextContents();

describe("one URL", () => {
	it("shows its components in their kinds, userinfo apart", async () => {
		const { page } = await site.open(one("http://User@h:80/p?q#f"));
		const spans = await page.locator("section[aria-labelledby=components-title] .display .component").all();
		const kinds = await Promise.all(spans.map((span) => span.getAttribute("class")));
		expect(kinds.map((name) => name?.replace("component ", ""))).toEqual(
			"scheme delimiter delimiter userinfo delimiter host delimiter port path delimiter query delimiter fragment".split(" "),
		);
		const background = (selector: string) =>
			page
				.locator(selector)
				.first()
				.evaluate((element) => getComputedStyle(element).backgroundColor);
		expect(await background(".component.userinfo")).not.toBe(await background(".component.host"));
		expect(await texts(page, "dl.components .name")).toEqual(["scheme", "userinfo", "host", "port", "path", "query", "fragment"]);
	});

	it("shows the rules of each rung with section, text before and after", async () => {
		const { page } = await site.open(one("HTTP://Example.com:80/%7Efoo"));
		const rules = (level: string) => texts(page, `[data-level=${level}] .rule`);
		expect(await rules("string")).toEqual([]);
		expect(await rules("syntax")).toEqual(["scheme-case", "host-case", "percent-unreserved"]);
		expect(await rules("scheme")).toEqual(["default-port"]);
		expect(await texts(page, "[data-rule=percent-unreserved] .section")).toEqual(["RFC 3986 §6.2.2.2"]);
		expect(await texts(page, "[data-rule=percent-unreserved] .reference")).toEqual([
			"http://example.com:80/%7Efoo",
			"http://example.com:80/~foo",
		]);
		expect(await texts(page, "[data-rule=percent-unreserved] del, [data-rule=percent-unreserved] ins")).toEqual(["%7E", "~"]);
		expect(await texts(page, "#normal-form")).toEqual(["http://example.com/~foo"]);
	});

	it("shows what may mislead, at its place", async () => {
		const { page } = await site.open(one("http://www.example.com&story=news@10.0.0.1/"));
		expect(await texts(page, "[data-code] .code")).toEqual(["userinfo-like-host in the userinfo", "private-host in the host"]);
		expect(await texts(page, "[data-code=private-host] mark")).toEqual(["1"]);
	});

	it("shows the error of what has no normal form, and marks its place", async () => {
		const { page, problems } = await site.open(one("http://a:8x/"));
		expect(await texts(page, "#url-error p")).toEqual(["The port is not a number in decimal digits (at 10).", "http://a:8x/"]);
		expect(await texts(page, "#url-error mark")).toEqual(["x"]);
		expect(await page.getAttribute("#url", "aria-invalid")).toBe("true");
		expect(await texts(page, "[data-level=syntax] .fault")).toEqual(["The port is not a number in decimal digits (at 10)."]);
		await page.fill("#url", "http://a/");
		expect(await page.locator("#url-error").isVisible()).toBe(false);
		expect(await page.getAttribute("#url", "aria-invalid")).toBe(null);
		expect(problems).toEqual([]);
	});

	it("an error of the scheme breaks the rung of the scheme alone", async () => {
		const { page } = await site.open(one("HTTPS:///a"));
		expect(await texts(page, "[data-level=syntax] .rule")).toEqual(["scheme-case"]);
		expect(await texts(page, "[data-level=scheme] .fault")).toEqual(["An http or https URI needs a host (at 8)."]);
	});

	it("marks what is not valid by the letter, though it can be repaired", async () => {
		const { page } = await site.open(one("http://a/b c"));
		expect(await texts(page, "[data-code=invalid-character] mark")).toEqual(["␣"]);
		expect(await texts(page, "#normal-form")).toEqual(["http://a/b%20c"]);
	});

	it("shows no password, in no rung, whatever is marked", async () => {
		const { page } = await site.open(one("HTTP://me:s3cret%7e@h/"));
		expect(await page.locator("#one-result").textContent()).not.toMatch(/s3cret/);
		expect((await texts(page, "#normal-form"))[0]).toBe("http://me:•••••@h/");
	});
});

describe("two URLs", () => {
	it.each([
		["http://a/", "http://a/", "string", [true, true, true]],
		["http://a/%7e", "HTTP://A/~", "syntax", [false, true, true]],
		["http://a:80", "http://a/", "scheme", [false, false, true]],
		["http://a/%2F", "http://a//", "not meet", [false, false, false]],
	])("%s and %s: %s", async (first, second, verdict, rungs) => {
		const { page } = await site.open(two(first, second));
		expect(await page.textContent("#verdict")).toMatch(verdict === "string" ? "octet by octet" : verdict);
		const equal = await page
			.locator("[data-equal]")
			.evaluateAll((rows) => rows.map((row) => row.getAttribute("data-equal") === "true"));
		expect(equal).toEqual(rungs);
		expect(await page.locator(".picture.whole").count()).toBe(rungs.filter(Boolean).length);
	});

	it("shows both forms on each rung, and one where they meet", async () => {
		const { page } = await site.open(two("http://a:80", "HTTP://a/"));
		expect(await texts(page, "[data-level=syntax] dd")).toEqual(["http://a:80", "http://a/"]);
		expect(await texts(page, "[data-level=scheme] dd")).toEqual(["http://a/"]);
	});

	it("shows the error of each that has no normal form", async () => {
		const { page } = await site.open(two("http://[", "https:///"));
		expect(await texts(page, "#first-error mark")).toEqual(["["]);
		expect(await texts(page, "#second-error mark")).toEqual(["/"]);
		expect(await page.locator("#verdict").count()).toBe(0);
	});
});

describe("the address", () => {
	it("follows what is typed, and leads back to it", async () => {
		const { page } = await site.open("#one");
		const typed = "http://é/ #&=%\u202e";
		await page.fill("#url", typed);
		const address = await addressOf(page);
		expect(address).toBe(`${site.address}${one(typed)}`);
		const { page: other } = await site.open(address.slice(site.address.length));
		expect(await other.inputValue("#url")).toBe(typed);
	});

	it("keeps the texts when the view changes, and goes back", async () => {
		const { page } = await site.open(one("http://kept/"));
		await page.getByRole("link", { name: "Two URLs" }).click();
		await page.fill("#first", "http://a/");
		expect(await page.title()).toMatch("Two URLs");
		await page.getByRole("link", { name: "One URL" }).click();
		expect(await page.inputValue("#url")).toBe("http://kept/");
		await page.goBack();
		expect(await page.inputValue("#first")).toBe("http://a/");
	});

	it("leaves out what is too long for a link, and what no link can have", async () => {
		const { page, problems } = await site.open("#one");
		for (const text of [`http://a/${"b".repeat(9000)}`, "http://a/\ud800"]) {
			await page.locator("#url").evaluate((field, value) => {
				(field as HTMLTextAreaElement).value = value;
				field.dispatchEvent(new Event("input"));
			}, text);
			expect(await addressOf(page)).toBe(`${site.address}#one`);
		}
		expect(await texts(page, "#url-error p")).toEqual([
			"The string has a lone surrogate (at 9).",
			"http://a/U+D800",
		]);
		expect(problems).toEqual([]);
	});
});

it("names the engine that runs", async () => {
	const { page } = await site.open();
	expect(await page.textContent("#engine")).toBe("wasm-simd");
});
