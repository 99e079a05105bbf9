/** The package has no types of its own. */
declare module "whatwg-url" {
	export const URL: typeof globalThis.URL;
}
