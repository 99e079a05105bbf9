/** Options of `urlsieve/crawl`, and the options word that the crawl kernel reads. */
import { Flag } from "../../assembly/options";
import type { Engine } from "../engine/kernel";
import { UriError } from "../errors";
import { platformToAscii, type ToAscii } from "../idna";
import { choose } from "../options";
import { crawlKernels } from "./crawl-kernel";

/** Names of the profiles: docs/profiles.md. */
export type ProfileId = "whatwg@1";

/** Options of a crawl normalizer. All may be left out but `profile`. */
export interface CrawlOptions {
	/** What counts as the same page. */
	readonly profile: ProfileId;
	/** `whatwg@1` only. `true`: a lone surrogate, or octets that are not UTF-8, are the error `ill-formed-string`. */
	readonly strict?: boolean | undefined;
	/**
	 * Turns a host beyond ASCII into A-labels; returns `undefined` if it cannot. The default is the platform's `URL`. With
	 * `false`, such a host is the error `profile-cannot`.
	 */
	readonly idna?: ToAscii | false | undefined;
	/** Which engine runs; by default the fastest that the platform has. Results are the same. */
	readonly engine?: Engine | "auto" | undefined;
}

/** Options, checked. */
export interface CrawlSettings {
	readonly profile: ProfileId;
	readonly toAscii: ToAscii;
	readonly engine: Engine;
	/** The options word of the kernel. */
	readonly word: number;
}

const PROFILES = { "whatwg@1": 0 } as const;

/** Checks options. Throws UriError `invalid-option`. */
export function resolveCrawlOptions(options: CrawlOptions): CrawlSettings {
	choose("profile", options.profile, PROFILES);
	const idna = options.idna ?? platformToAscii;
	const word = (options.strict ? Flag.STRICT : 0) | (idna === false ? Flag.NO_A_LABELS : 0);
	const toAscii = idna === false ? () => undefined : idna;
	return { profile: options.profile, toAscii, engine: chosenEngine(options.engine ?? "auto"), word };
}

function chosenEngine(wanted: Engine | "auto"): Engine {
	const known = { auto: undefined, "wasm-simd": "wasm-simd", wasm: "wasm", js: "js" } as const;
	const chosen = choose("engine", wanted, known) ?? fastest();
	if (crawlKernels.isAvailable(chosen)) return chosen;
	throw new UriError("invalid-option", `The engine "${chosen}" does not run here.`);
}

function fastest(): Engine {
	return crawlKernels.isAvailable("wasm-simd") ? "wasm-simd" : crawlKernels.isAvailable("wasm") ? "wasm" : "js";
}
