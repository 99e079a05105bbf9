/** Opens the built site, served on loopback, in Chromium. */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { preview } from "vite";
import { chromiumPath, FLAGS, PATIENCE } from "../support/chromium.mjs";

export const CONFIG = fileURLToPath(new URL("../../site/vite.config.ts", import.meta.url));

/** Number of lines of `longList`. */
export const LONG_LIST_LINES = 400_000_000;

/** Small gzip files that take minutes to read: a test on any machine has time to cancel. */
export function longList(): { name: string; mimeType: string; buffer: Buffer }[] {
	const lines = "http://a/\n".repeat(LONG_LIST_LINES / 50);
	return Array(50).fill({ name: "long.gz", mimeType: "application/gzip", buffer: gzipSync(lines) });
}

/** Starts Chromium. */
export function launch(): Promise<Browser> {
	return chromium.launch({ executablePath: chromiumPath(), args: FLAGS, timeout: PATIENCE });
}

/** Opens a page in a context of its own, without shared caches or service workers. `errors` collects errors of the page. */
export async function newPage(browser: Browser, options?: BrowserContextOptions): Promise<{ page: Page; errors: string[] }> {
	const context = await browser.newContext(options);
	context.setDefaultTimeout(PATIENCE);
	const page = await context.newPage();
	const errors: string[] = [];
	page.on("pageerror", (error) => errors.push(String(error)));
	return { page, errors };
}

export interface OpenSite {
	readonly browser: Browser;
	readonly address: string;
	/** Opens a page by `newPage`. `problems` collects its errors, those in the console too. */
	open(fragment?: string, options?: BrowserContextOptions): Promise<{ page: Page; problems: string[] }>;
	/** Stops the server but not the browser. */
	stopServing(): Promise<void>;
	close(): Promise<void>;
}

export async function openSite(): Promise<OpenSite> {
	const browser = await launch();
	const server = await preview({ configFile: CONFIG, logLevel: "warn", preview: { host: "127.0.0.1", port: 0, open: false } });
	const address = server.resolvedUrls?.local[0] ?? "";
	return {
		browser,
		address,
		async open(fragment = "", options = {}) {
			const { page, errors: problems } = await newPage(browser, options);
			page.on("console", (message) => {
				if (message.type() === "error") problems.push(message.text());
			});
			await page.goto(address + fragment);
			return { page, problems };
		},
		stopServing: () => server.close(),
		async close() {
			await browser.close();
			await server.close();
		},
	};
}
