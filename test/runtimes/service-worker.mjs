/**
 * The vectors in a service worker, where nothing can be imported later: answers a message with the report. The first call is
 * without the import.
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
