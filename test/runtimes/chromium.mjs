/** Chromium: a page, a page whose Content-Security-Policy forbids WebAssembly, a module worker and a service worker. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumPath, FLAGS, PATIENCE } from "../support/chromium.mjs";
import { bundle } from "./bundle.mjs";
import { serve } from "./loopback.mjs";

/** Allows the origin's scripts. Without 'wasm-unsafe-eval', compiling Wasm is forbidden. */
const WITHOUT_WASM = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** The path to open and the function to run in it, which returns the report: of `urlsieve`, or of `urlsieve/js` for "-js". */
export const KINDS = {
	page: { path: (js) => `/page${js}.html`, run: () => globalThis.report },
	"page, CSP without Wasm": { path: (js) => `/strict${js}.html`, run: () => globalThis.report },
	"module worker": {
		path: () => "/empty.html",
		run: (js) =>
			new Promise((resolve, reject) => {
				const worker = new Worker(`/page${js}.js`, { type: "module" });
				worker.onmessage = ({ data }) => resolve(data);
				worker.onerror = ({ message }) => reject(new Error(message));
			}),
	},
	"service worker": {
		path: () => "/empty.html",
		run: async (js) => {
			await navigator.serviceWorker.register(`/service-worker${js}.js`, { type: "module" });
			const { active } = await navigator.serviceWorker.ready;
			return new Promise((resolve) => {
				navigator.serviceWorker.onmessage = ({ data }) => resolve(data);
				active.postMessage("report");
			});
		},
	},
};

/** Starts Chromium and a server. `run` returns the report of one kind. */
export async function openChromium(folder) {
	const to = join(folder, "www");
	mkdirSync(to, { recursive: true });
	const names = ["page", "service-worker"].flatMap((name) => [name, `${name}-js`]);
	const entries = Object.fromEntries([...names, "silent", "uncaught"].map((name) => [name, `${name}.mjs`]));
	await bundle(folder, entries, ["browser"], to);
	copyFileSync(join(folder, "conformance.json"), join(to, "conformance.json"));
	const page = '<!doctype html><meta charset="utf-8"><title>urlsieve</title>';
	writeFileSync(join(to, "strict-silent.html"), `${page}<script type="module" src="/silent.js"></script>`);
	for (const js of ["", "-js"]) {
		for (const name of ["page", "strict"])
			writeFileSync(join(to, `${name}${js}.html`), `${page}<script type="module" src="/page${js}.js"></script>`);
	}
	writeFileSync(join(to, "empty.html"), page);
	writeFileSync(join(to, "uncaught.html"), `${page}<script type="module" src="/uncaught.js"></script>`);
	const server = await serve(to, (path) => (path.startsWith("/strict") ? { "content-security-policy": WITHOUT_WASM } : {}));
	const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS, timeout: PATIENCE });
	const origin = `http://127.0.0.1:${server.address().port}`;
	return {
		version: browser.version(),
		run: async (kind) => ({
			...(await runIn(browser, origin, KINDS[kind], "")),
			js: await runIn(browser, origin, KINDS[kind], "-js"),
		}),
		violations: () => violationsIn(browser, `${origin}/strict-silent.html`),
		uncaught: () => shownIn(browser, `${origin}/uncaught.html`),
		close: async () => {
			await browser.close();
			server.close();
		},
	};
}

/** `js` is "-js" for the programs with `urlsieve/js`. */
async function runIn(browser, origin, { path, run }, js) {
	const context = await browser.newContext();
	try {
		context.setDefaultTimeout(PATIENCE);
		const page = await context.newPage();
		await page.goto(origin + path(js));
		const report = await page.evaluate(run, js);
		if (report === undefined || report.thrown) throw new Error(report?.thrown ?? "The page set no report.");
		return report;
	} finally {
		await context.close();
	}
}

/** Returns the violations that silent.mjs counts. */
async function violationsIn(browser, address) {
	const context = await browser.newContext();
	try {
		const page = await context.newPage();
		await page.goto(address);
		return await page.evaluate(() => globalThis.violations);
	} finally {
		await context.close();
	}
}

/** Throws unless the imports reported nothing, and the first call one violation: without that, nothing would be reported here at all. */
export function checkSilent({ imported, used }) {
	if (imported !== 0 || used !== 1) throw new Error(`reports ${imported} at import, ${used} after a call`);
}

/** Returns the console's text for the first uncaught error in a page. */
async function shownIn(browser, address) {
	const context = await browser.newContext();
	try {
		const page = await context.newPage();
		const session = await context.newCDPSession(page);
		const thrown = new Promise((resolve) => session.once("Runtime.exceptionThrown", resolve));
		await session.send("Runtime.enable");
		await page.goto(address);
		const { text, exception } = (await thrown).exceptionDetails;
		return `${text} ${exception.description}`;
	} finally {
		await context.close();
	}
}
