/**
 * Runs the vectors in a service worker, which posts the report in reply to a message. Service workers cannot import dynamically,
 * so the time of the first call does not include the import.
 */
import * as urlsieve from "urlsieve";
import * as text from "urlsieve/text";
import { report } from "./conformance.mjs";

addEventListener("message", (event) => {
	const reply = async () => {
		const conformance = await (await fetch("/conformance.json")).json();
		const load = async () => ({ urlsieve, text });
		event.source.postMessage(await report(load, conformance));
	};
	event.waitUntil(reply());
});
