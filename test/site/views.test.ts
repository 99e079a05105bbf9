/** The views of one URL and of two URLs, in Chromium. */
import type { Page } from "playwright-core";
import type { UriError } from "urlsieve";
import { clients, readers } from "urlsieve/edge";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { tryNormalize } from "../../site/ladder";
import { type OpenSite, openSite } from "./browser";

let site: OpenSite;
let page: Page;
let problems: string[];
beforeAll(async () => {
	site = await openSite();
	({ page, problems } = await site.open("", { permissions: ["clipboard-read", "clipboard-write"] }));
});
afterAll(() => site.close());
afterEach(() => expect(problems).toEqual([]));

/** Goes to another fragment on the page that all tests share, unless they ask what a page has when it is opened. */
const show = (fragment: string) =>
	page.evaluate((hash) => {
		history.replaceState(null, "", hash);
		window.dispatchEvent(new Event("hashchange"));
	}, fragment);

const one = (url: string) => `#url=${encodeURIComponent(url)}`;
const two = (first: string, second: string) => `#first=${encodeURIComponent(first)}&second=${encodeURIComponent(second)}`;

/** The address inside the page. Playwright's own copy may lag. */
const addressOf = (page: Page) => page.evaluate(() => window.location.href);

/** The message of the error for a reference that cannot be normalized. */
const messageFor = (reference: string) => (tryNormalize(reference) as UriError).message;

/** The texts of all elements that match a selector. */
const texts = (page: Page, selector: string) => page.locator(selector).allTextContents();

describe("one URL", () => {
	it("shows its components by kind, with userinfo set apart", async () => {
		await show(one("http://User@h:80/p?q#f"));
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

	it("shows what each reader routes on, and marks what differs", async () => {
		await show(one("http://e.com/public/..;/%61dmin?q"));
		const rows = page.locator("section[aria-labelledby=readers-title] tbody tr");
		expect(await rows.count()).toBe(readers().length);
		const cellsOf = (name: string) =>
			rows
				.filter({ has: page.locator("th", { hasText: new RegExp(`^${name}$`) }) })
				.locator("td")
				.allTextContents();
		expect(await cellsOf("rfc3986")).toEqual(["RFC 3986", "/public/..;/admin", "q", "e.com"]);
		expect(await cellsOf("tomcat")).toEqual(["10.1.48", "≠ /admin", "q", "e.com"]);
		expect(await cellsOf("haproxy")).toEqual(["2.6.12", "≠ /public/..;/%61dmin", "q", "e.com"]);
		await show(one("mailto:a@b"));
		expect(await page.locator("#readers-title").count()).toBe(0);
	});

	it("shows where clients go with a URL", async () => {
		const part = "section[aria-labelledby=clients-title]";
		await show(one("http://Example.com:8080/a"));
		expect(await texts(page, `${part} .sentence`)).toEqual([
			"Every HTTP client that was tried connects to example.com, port 8080.",
		]);
		await show(one("http://10.0.0.1/"));
		expect(await texts(page, `${part} .sentence`)).toEqual([
			"Every HTTP client that was tried connects to 10.0.0.1, port 80. That is private.",
		]);
		await show(one("http://a.test\\@b.test/"));
		expect((await texts(page, `${part} .sentence`))[0]).toMatch(
			/^It has a control character, .*different hosts \(characters\)\.$/,
		);
		const rows = await texts(page, `${part} tbody th`);
		expect(rows.sort()).toEqual(["a.test port 80", "a.test\\@b.test port 80", "b.test port 80", "refuse"]);
		const named = (await texts(page, `${part} .names`)).join(", ").split(", ");
		expect(named.sort()).toEqual(
			clients()
				.map(({ id }) => id)
				.sort(),
		);
		await show(one("mailto:a@b"));
		expect(await page.locator(part).count()).toBe(0);
	});

	it("shows each rule with its section and the text before and after", async () => {
		await show(one("HTTP://Example.com:80/%7Efoo"));
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

	it("shows the fetch form and the key of the chosen profile", async () => {
		const url = "HTTP://Example.com./a?utm_source=x&b=2&a=1#top";
		await show(one(url));
		expect(await texts(page, "#normal-form")).toEqual(["http://example.com./a?utm_source=x&b=2&a=1#top"]);
		expect(await texts(page, "#fetch-form")).toEqual(["http://example.com./a?utm_source=x&b=2&a=1"]);
		expect(await texts(page, "#key")).toEqual(["http://example.com/a?a=1&b=2"]);
		await page.selectOption("#profile", "surt@1");
		expect(await texts(page, "#key")).toEqual(["com,example)/a?a=1&b=2&utm_source=x"]);
		expect(await addressOf(page)).toBe(`${site.address}${one(url)}&profile=surt%401`);
		const { page: other } = await site.open(`${one(url)}&profile=surt%401`);
		expect(await other.inputValue("#profile")).toBe("surt@1");
		expect(await texts(other, "#key")).toEqual(["com,example)/a?a=1&b=2&utm_source=x"]);
	});

	it("explains what the key dropped, rule by rule, at a level of its own", async () => {
		await show(one("http://example.com./?utm_source=x&b=2&a=1#top"));
		expect(await texts(page, "[data-level=key] .rule")).toEqual(["host-dot", "tracking@1:utm_source", "query-sort", "fragment"]);
		const changed = "[data-rule='tracking@1:utm_source']";
		expect(await texts(page, `${changed} del`)).toEqual(["utm_source=x&"]);
		expect(await texts(page, "[data-level=key] .reference")).toContain("http://example.com/?a=1&b=2");
		await page.selectOption("#profile", "w3lib@1");
		expect(await texts(page, "[data-level=key] .rule")).toEqual(["profile"]);
		await page.selectOption("#profile", "crawl@1");
		await page.fill("#url", "http://1.2.3.400/");
		expect(await page.locator("[data-level=key]").count()).toBe(0);
	});

	it("proposes a scheme for what begins with a host", async () => {
		await show(one("example.com/a"));
		expect(await page.textContent(".proposal")).toMatch("http://example.com/a?");
		await page.locator(".proposal button").click();
		expect(await page.inputValue("#url")).toBe("http://example.com/a");
		expect(await addressOf(page)).toBe(`${site.address}${one("http://example.com/a")}`);
		for (const text of ["http://example.com/a", "/example.com/a", "index.html", "mailto:a@example.com", "a.b c/d", ""]) {
			await page.fill("#url", text);
			expect(await page.locator(".proposal").count()).toBe(0);
		}
		await page.fill("#url", "b\u00fccher.example?<b>");
		expect(await page.textContent(".proposal button")).toBe("http://b\u00fccher.example?<b>");
	});

	it("copies each form", async () => {
		await show(one("HTTP://h/?utm_source=x#top"));
		const copied: string[] = [];
		for (const button of await page.getByRole("button", { name: /^Copy/ }).all()) {
			await button.click();
			await page.waitForFunction((element) => element?.textContent === "Copied", await button.elementHandle());
			copied.push(await page.evaluate(() => navigator.clipboard.readText()));
		}
		expect(copied).toEqual(["http://h/?utm_source=x#top", "http://h/?utm_source=x", "http://h/"]);
	});

	it("shows a form that only one of the standards has", async () => {
		await show(one("http://a b/"));
		expect(await texts(page, "#normal-form")).not.toEqual(["None"]);
		await show(one("http://1.2.3.400/"));
		expect(await texts(page, "#normal-form")).toEqual(["http://1.2.3.400/"]);
		expect(await texts(page, "#key")).toEqual(["None"]);
	});

	it("shows what may mislead and marks its position", async () => {
		await show(one("http://www.example.com&story=news@10.0.0.1/"));
		expect(await texts(page, "[data-code] .code")).toEqual(["userinfo-like-host in the userinfo", "private-host in the host"]);
		expect(await texts(page, "[data-code=private-host] mark")).toEqual(["1"]);
	});

	it("shows why a URL has no normal form and marks the position", async () => {
		const url = "http://a:8x/";
		await show(one(url));
		expect(await texts(page, "#url-error p")).toEqual([messageFor(url), url]);
		expect(await texts(page, "#url-error mark")).toEqual(["x"]);
		expect(await page.getAttribute("#url", "aria-invalid")).toBe("true");
		expect(await texts(page, "[data-level=syntax] .fault")).toEqual([messageFor(url)]);
		await page.fill("#url", "http://a/");
		expect(await page.locator("#url-error").isVisible()).toBe(false);
		expect(await page.getAttribute("#url", "aria-invalid")).toBe(null);
	});

	it("an error found by a scheme rule breaks only level scheme", async () => {
		await show(one("HTTPS:///a"));
		expect(await texts(page, "[data-level=syntax] .rule")).toEqual(["scheme-case"]);
		expect(await texts(page, "[data-level=scheme] .fault")).toEqual([messageFor("HTTPS:///a")]);
	});

	it("marks an invalid character that normalization repairs", async () => {
		await show(one("http://a/b c"));
		expect(await texts(page, "[data-code=invalid-character] mark")).toEqual(["␣"]);
		expect(await texts(page, "#normal-form")).toEqual(["http://a/b%20c"]);
	});

	it("never shows a password", async () => {
		await show(one("HTTP://me:s3cret%7e@h/"));
		expect(await page.locator("#view-one").textContent()).not.toMatch(/s3cret/);
		expect((await texts(page, "#normal-form"))[0]).toBe("http://me:•••••@h/");
	});
});

describe("two URLs", () => {
	beforeAll(async () => {
		({ page, problems } = await site.open("#two"));
	});

	it.each([
		["http://a/", "http://a/", "identical", [true, true, true]],
		["http://a/%7e", "HTTP://A/~", "syntax", [false, true, true]],
		["http://a:80", "http://a/", "scheme", [false, false, true]],
		["http://a/%2F", "http://a//", "not equivalent", [false, false, false]],
	])("%s and %s: %s", async (first, second, verdict, levels) => {
		await show(two(first, second));
		expect(await page.textContent("#verdict")).toMatch(verdict);
		const equal = await page
			.locator("[data-equal]")
			.evaluateAll((rows) => rows.map((row) => row.getAttribute("data-equal") === "true"));
		expect(equal).toEqual(levels);
		expect(await page.locator(".picture.whole").count()).toBe(levels.filter(Boolean).length);
	});

	it("shows both forms at each level, or one where they are equal", async () => {
		await show(two("http://a:80", "HTTP://a/"));
		expect(await texts(page, "[data-level=syntax] dd")).toEqual(["http://a:80", "http://a/"]);
		expect(await texts(page, "[data-level=scheme] dd")).toEqual(["http://a/"]);
	});

	it("compares keys by a profile, with the rules that make them equal", async () => {
		const [first, second] = ["http://h/?utm_source=1&b&a", "http://h/?a&b#top"];
		await show(two(first, second));
		expect(await page.textContent("#verdict")).toMatch("not equivalent");
		expect(await page.locator("[data-level=key]").count()).toBe(0);
		await page.selectOption("#two-profile", "crawl@1");
		expect(await page.textContent("#verdict")).toMatch("They have the same key by crawl@1.");
		expect(await texts(page, "[data-level=key] .rule")).toEqual(["tracking@1:utm_source", "query-sort", "fragment"]);
		expect(await texts(page, "[data-level=key] dd")).toEqual(["http://h/?a&b"]);
		const address = await addressOf(page);
		expect(address).toBe(`${site.address}${two(first, second)}&profile=crawl%401`);
		await page.fill("#second", "http://h/?a&c");
		expect(await page.textContent("#verdict")).toMatch("Neither RFC 3986 nor crawl@1 makes them equal.");
		expect(await page.getAttribute("[data-level=key]", "data-equal")).toBe("false");
		await page.fill("#second", "http://1.2.3.400/");
		expect(await page.locator("[data-level=key] .fault").count()).toBe(1);
		const { page: other } = await site.open(address.slice(site.address.length));
		expect(await other.inputValue("#two-profile")).toBe("crawl@1");
	});

	it("proposes a scheme for each that begins with a host", async () => {
		await show(two("example.com/a", "example.com"));
		expect(await page.locator(".proposal").count()).toBe(2);
		await page.locator(".proposal button").last().click();
		expect([await page.inputValue("#first"), await page.inputValue("#second")]).toEqual(["example.com/a", "http://example.com"]);
	});

	it("shows the error of each URL without a normal form", async () => {
		await show(two("http://[", "https:///"));
		expect(await texts(page, "#first-error mark")).toEqual(["["]);
		expect(await texts(page, "#second-error mark")).toEqual(["/"]);
		expect(await page.locator("#verdict").count()).toBe(0);
	});
});

describe("the address", () => {
	it("follows the typed text and restores it", async () => {
		await show("#one");
		const typed = "http://é/ #&=%\u202e";
		await page.fill("#url", typed);
		const address = await addressOf(page);
		expect(address).toBe(`${site.address}${one(typed)}`);
		const { page: other } = await site.open(address.slice(site.address.length));
		expect(await other.inputValue("#url")).toBe(typed);
	});

	it("keeps the texts across views, and supports going back", async () => {
		await show(one("http://kept/"));
		await page.getByRole("link", { name: "Two URLs" }).click();
		await page.fill("#first", "http://a/");
		expect(await page.title()).toMatch("Two URLs");
		await page.getByRole("link", { name: "One URL" }).click();
		expect(await page.inputValue("#url")).toBe("http://kept/");
		await page.goBack();
		expect(await page.inputValue("#first")).toBe("http://a/");
	});

	it("leaves out a text that is too long for a link or has a lone surrogate", async () => {
		await show("#one");
		for (const text of [`http://a/${"b".repeat(9000)}`, "http://a/\ud800"]) {
			await page.locator("#url").evaluate((field, value) => {
				(field as HTMLTextAreaElement).value = value;
				field.dispatchEvent(new Event("input"));
			}, text);
			expect(await addressOf(page)).toBe(`${site.address}#one`);
		}
		expect(await texts(page, "#url-error p")).toEqual([messageFor("http://a/\ud800"), "http://a/U+D800"]);
	});
});

it("names the running engine", async () => {
	expect(await page.textContent("#engine")).toBe("wasm");
});
