/** The site as it is made, served on loopback, in a real browser. */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { preview } from "vite";
import { chromiumPath, FLAGS } from "../support/chromium.mjs";

export const CONFIG = fileURLToPath(new URL("../../site/vite.config.ts", import.meta.url));

/** A list of eight million lines, which takes long enough to be cancelled, and little room. */
export function longList(): { name: string; mimeType: string; buffer: Buffer } {
	return { name: "long.gz", mimeType: "application/gzip", buffer: gzipSync(Buffer.alloc(80_000_000, "http://a/\n")) };
}

export interface OpenSite {
	readonly browser: Browser;
	readonly address: string;
	/** A page of its own: no cookies, no caches, no service worker of others. What goes wrong in it is noted in `problems`. */
	open(fragment?: string, options?: BrowserContextOptions): Promise<{ page: Page; problems: string[] }>;
	/** Takes the site off the network; the browser stays. */
	stopServing(): Promise<void>;
	close(): Promise<void>;
}

export async function openSite(): Promise<OpenSite> {
	const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
	const server = await preview({ configFile: CONFIG, logLevel: "warn", preview: { host: "127.0.0.1", port: 0, open: false } });
	const address = server.resolvedUrls?.local[0] ?? "";
	return {
		browser,
		address,
		async open(fragment = "", options = {}) {
			const context = await browser.newContext(options);
			const page = await context.newPage();
			const problems: string[] = [];
			page.on("pageerror", (error) => problems.push(String(error)));
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
