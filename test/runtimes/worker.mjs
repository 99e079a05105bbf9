/**
 * Runs the vectors in workerd, where clocks stand still while code runs, so the client measures time. A request body is the output
 * of vectors.ts or a list to normalize.
 */
import * as urlsieve from "urlsieve";
import * as js from "urlsieve/js";
import * as text from "urlsieve/text";
import { conform, normalizeTimes } from "./conformance.mjs";

const ANSWERS = {
	"/first": async () => urlsieve.normalize("HTTP://Example.com:80/%7Efoo"),
	"/conform": async (request) => {
		const { vectors } = await request.json();
		return { ...(await conform({ urlsieve, text }, vectors)), js: await conform({ urlsieve: js, text }, vectors) };
	},
	"/bulk": async (request, url) =>
		normalizeTimes({ urlsieve }, new Uint8Array(await request.arrayBuffer()), Number(url.searchParams.get("times"))),
};

export default {
	async fetch(request) {
		const url = new URL(request.url);
		return Response.json(await ANSWERS[url.pathname](request, url));
	},
};
