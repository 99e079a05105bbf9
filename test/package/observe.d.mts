/** Rows for `observe`. */
export interface Inputs {
	readonly references: readonly string[];
	readonly pairs: readonly (readonly [reference: string, base: string])[];
	readonly profiles: readonly { readonly profile: string; readonly input: string }[];
	readonly policies: readonly { readonly input: string; readonly policy: object; readonly lists?: readonly object[] }[];
	readonly lines: readonly string[];
}

/** One answer for each row, by section. */
export type Observations = Readonly<Record<string, readonly string[]>>;

export declare function observe(modules: object, inputs: Inputs, engine: "wasm" | "js"): Promise<Observations>;
