/** Runs the vectors in a page, which exposes the report as `report`, or in a module worker, which posts it. */
import { report } from "./conformance.mjs";

const load = async () => ({ urlsieve: await import("urlsieve"), text: await import("urlsieve/text") });
globalThis.report = fetch("/conformance.json")
	.then((response) => response.json())
	.then((conformance) => report(load, conformance))
	.catch((error) => ({ thrown: String(error?.stack ?? error) }));
if (typeof document === "undefined") postMessage(await globalThis.report);
