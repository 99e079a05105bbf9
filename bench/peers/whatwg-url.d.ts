/** The package ships no types. */
declare module "whatwg-url" {
	export const URL: typeof globalThis.URL;
}
