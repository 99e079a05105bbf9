/**
 * Runs the vectors in a service worker, which cannot import later: replies to a message with the report. The time to the first
 * call excludes the import.
 */
import * as urlsieve from "urlsieve";
import * as js from "urlsieve/js";
import * as text from "urlsieve/text";
import { report } from "./conformance.mjs";

addEventListener("message", (event) => {
	const answer = async () => {
		const conformance = await (await fetch("/conformance.json")).json();
		const load = async () => ({ urlsieve, text });
		const loadJs = async () => ({ urlsieve: js });
		event.source.postMessage(await report(load, loadJs, conformance));
	};
	event.waitUntil(answer());
});
