/** Opens the built site, served on loopback, in Chromium. */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { preview } from "vite";
import { chromiumPath, FLAGS } from "../support/chromium.mjs";

export const CONFIG = fileURLToPath(new URL("../../site/vite.config.ts", import.meta.url));

/** A small gzip file of eight million lines, which takes long enough to be cancelled. */
export function longList(): { name: string; mimeType: string; buffer: Buffer } {
	return { name: "long.gz", mimeType: "application/gzip", buffer: gzipSync(Buffer.alloc(80_000_000, "http://a/\n")) };
}

export interface OpenSite {
	readonly browser: Browser;
	readonly address: string;
	/** Opens a page in a context of its own, without shared caches or service workers. `problems` collects errors of the page. */
	open(fragment?: string, options?: BrowserContextOptions): Promise<{ page: Page; problems: string[] }>;
	/** Stops the server but not the browser. */
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
