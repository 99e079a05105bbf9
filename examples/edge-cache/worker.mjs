/** The worker for workerd and Cloudflare Workers. Rules for paths whose server sends none stand in GIVEN, as JSON. */
import { createRules } from "urlsieve/edge";
import { createHandler } from "./handler.mjs";

let handler;

export default {
	async fetch(request, env, context) {
		handler ??= createHandler({
			rules: createRules({ given: JSON.parse(env.GIVEN ?? "{}") }),
			cache: await caches.open("nvs"),
			origin: (forwarded) => (env.ORIGIN ?? globalThis).fetch(forwarded),
		});
		return handler(request, (promise) => context.waitUntil(promise));
	},
};
