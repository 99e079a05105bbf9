/** Runs the same tests on both engines. test/core/engine-choice.test.ts proves that the option `engine` chooses them. */
import { createNormalizer, type Engine, type NormalizeOptions, type Normalizer } from "urlsieve";
import { describe } from "vitest";

/** `npm run mutants` runs tests on the JavaScript engine only. */
export const ENGINES = (process.env.URLSIEVE_ENGINES ?? "wasm,js").split(",") as readonly Engine[];

export const hasWasm = ENGINES.includes("wasm");

/** The faster engine, for tests to which it does not matter. */
export const ENGINE = ENGINES[0] as Engine;

/** Describes `title` once for each engine. */
export function describeEngines(title: string, describeWith: (engine: Engine) => void): void {
	describe.each(ENGINES)(`${title} [%s]`, describeWith);
}

/** A normalizer on an engine. */
export function normalizerOn(engine: Engine, options: NormalizeOptions = {}): Normalizer {
	return createNormalizer({ ...options, engine });
}

/** The normal form of a reference, or the code, component and offset of the error. */
export function outcome(normalizer: Normalizer, reference: string): string {
	const normal = normalizer.tryNormalize(reference);
	return typeof normal === "string" ? normal : `${normal.code} ${normal.component ?? "-"} ${normal.offset}`;
}
