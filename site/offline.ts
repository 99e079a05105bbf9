/** Makes the page available offline. */
import { elementById } from "../src/page/element";

/** Registers the service worker and reports in the footer when every file is cached. */
export async function enableOffline(): Promise<void> {
	const place = elementById("offline", HTMLElement);
	try {
		await navigator.serviceWorker.register("./service-worker.js");
		await navigator.serviceWorker.ready;
		place.textContent = "The page now works offline.";
	} catch {
		place.textContent = "This browser cannot keep the page for offline use.";
	}
}
