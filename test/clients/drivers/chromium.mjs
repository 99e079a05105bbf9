/** Chromium, which navigates to each URL in a session of its own: no connection of an earlier one is used. */
import { chromium } from "playwright-core";
import { chromiumPath, FLAGS } from "../../support/chromium.mjs";

/** Features that would connect elsewhere beside the page: upgrades to https, and services of the browser. */
const OFF = "HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,OptimizationHints,MediaRouter,Translate";
const NO_SERVICES = "MAP *.google.com ~NOTFOUND, MAP *.googleapis.com ~NOTFOUND";
/** One process for all pages: a start takes longer than a request. */
const ONE_PROCESS = ["--no-zygote", "--renderer-process-limit=1", "--disable-site-isolation-trials"];
const ARGS = [
	...FLAGS,
	...ONE_PROCESS,
	"--disable-extensions",
	`--disable-features=${OFF}`,
	`--host-resolver-rules=${NO_SERVICES}`,
];

/** Starts the browser. Returns the function that navigates. */
export async function startChromium(timeout) {
	const browser = await chromium.launch({ executablePath: chromiumPath(), args: ARGS });
	const page = await browser.newPage();
	return (url) => page.goto(url, { timeout, waitUntil: "commit" });
}
