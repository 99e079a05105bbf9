/** The path of Chromium and its flags, for the tests of the site and of the runtimes. */
import { existsSync } from "node:fs";
import { installByApt } from "../../build/apt.mjs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/google-chrome"];

/** Flags of Chromium. Callers also give it a data folder of its own. */
export const FLAGS = [
	"--no-sandbox",
	"--headless",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--no-first-run",
	"--disable-gpu",
];

/** Milliseconds for a start, a navigation or a wait of Chromium. Only what never comes takes as long, and it then fails a run soon. */
export const PATIENCE = 120_000;

/** The path of Chromium. Throws an error that explains how to install it. */
export function chromiumPath(places = [process.env.CHROMIUM ?? "", ...PLACES]) {
	const found = find(places);
	if (found !== undefined) return found;
	throw new Error(
		`Chromium is needed, and is not at ${PLACES.join(" or ")}: install it (apt-get install chromium), or say in the variable CHROMIUM where it is.`,
	);
}

/** Installs Debian's Chromium if none is found and installing is allowed. Says so if that fails: `chromiumPath` throws then. */
export function installChromium() {
	if (find([process.env.CHROMIUM ?? "", ...PLACES]) !== undefined) return;
	if (process.platform !== "linux" || process.getuid?.() !== 0) return;
	try {
		installByApt("chromium");
	} catch (error) {
		console.error(`urlsieve: ${error.message}`);
	}
}

function find(places) {
	return places.find((path) => path !== "" && existsSync(path));
}
