/** Keeps the page for when there is no network. */
import { elementById } from "./element";

/** Starts the service worker, and says in the page when all is kept. */
export async function keepOffline(): Promise<void> {
	const place = elementById("offline", HTMLElement);
	try {
		await navigator.serviceWorker.register("./service-worker.js");
		await navigator.serviceWorker.ready;
		place.textContent = "It works without a network from now on.";
	} catch {
		place.textContent = "This browser does not keep it for use without a network.";
	}
}
