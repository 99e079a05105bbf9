/** `node --import self.mjs`: resolves `urlsieve` and its entries to this checkout, for the examples of pages. */
import { register } from "node:module";

register(
	`data:text/javascript,${encodeURIComponent(`
		const base = ${JSON.stringify(new URL("../../package.json", import.meta.url).href)};
		export function resolve(specifier, context, next) {
			return next(specifier, /^urlsieve(?:\\/|$)/.test(specifier) ? { ...context, parentURL: base } : context);
		}
	`)}`,
);
