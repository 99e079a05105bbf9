/** Runs the vectors in a page, which sets `report`, or in a module worker, which posts the report. */
import { report } from "./conformance.mjs";

const load = async () => ({ urlsieve: await import("urlsieve"), text: await import("urlsieve/text") });
const loadJs = async () => ({ urlsieve: await import("urlsieve/js") });
globalThis.report = fetch("/conformance.json")
	.then((response) => response.json())
	.then((conformance) => report(load, loadJs, conformance))
	.catch((error) => ({ thrown: String(error?.stack ?? error) }));
if (typeof document === "undefined") postMessage(await globalThis.report);
