/**
 * Runs the vectors in workerd. Its clock stands still while code runs, so the client measures time. The body of a request is the
 * output of vectors.ts, or a list to normalize.
 */
import * as urlsieve from "urlsieve";
import * as text from "urlsieve/text";
import { conform, normalizeTimes } from "./conformance.mjs";

const ROUTES = {
	"/first": async () => urlsieve.normalize("HTTP://Example.com:80/%7Efoo"),
	"/conform": async (request) => {
		const { vectors } = await request.json();
		return conform({ urlsieve, text }, vectors);
	},
	"/bulk": async (request, url) =>
		normalizeTimes({ urlsieve }, new Uint8Array(await request.arrayBuffer()), Number(url.searchParams.get("times"))),
};

export default {
	async fetch(request) {
		const url = new URL(request.url);
		return Response.json(await ROUTES[url.pathname](request, url));
	},
};
