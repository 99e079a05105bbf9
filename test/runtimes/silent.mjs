/** Counts the violations of a Content-Security-Policy that are reported once all entries of a page are imported, and after a call. */
let count = 0;
document.addEventListener("securitypolicyviolation", () => ++count);
/** Reports come later, as tasks. */
const reported = () => new Promise((resolve) => setTimeout(resolve, 500));

async function violations() {
	const { normalize } = await import("urlsieve");
	await Promise.all([import("urlsieve/crawl"), import("urlsieve/tables"), import("urlsieve/text"), import("urlsieve/edge")]);
	await reported();
	const imported = count;
	normalize("HTTP://a");
	await reported();
	return { imported, used: count };
}

globalThis.violations = violations();
