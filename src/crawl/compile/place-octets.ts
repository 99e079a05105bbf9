/** Hosts and paths of a policy: scopes, texts and patterns in the octets of a program. */
import { PolicyError } from "../schema/policy-error";
import { partsOf, pathGlob, writeGlobs, writeTexts } from "./globs";
import type { ProgramOctets } from "./program-octets";
import { leastOf, type ScopeName, scopeWords } from "./scope-names";

/** Converts names of a policy to the form of the key base. Each function throws an error with the place in the policy. */
export interface Forms {
	/** The host that a name in a scope stands for. */
	host(name: string): ScopeName;
	/** A part of a path. */
	path(text: string): string;
	/** A part between the stars of a pattern of paths, the first or another. */
	part(text: string, index: number): string;
	/** A label of a host. */
	label(text: string): string;
	/** A side of an alias, without `*.` */
	alias(host: string): string;
}

/** A host name that no reference has. */
const NO_HOST = "/";

export class PlaceOctets {
	readonly forms: Forms;
	readonly #out: ProgramOctets;
	/** The scopes so far: those of a list are in each configuration that uses it. */
	readonly #scopes = new Map<readonly string[], number>();

	constructor(out: ProgramOctets, forms: Forms) {
		this.#out = out;
		this.forms = forms;
	}

	/** The offset of patterns of paths; 0 for none. */
	paths(patterns: readonly string[] | undefined): number {
		const globs = (patterns ?? []).map((pattern) => pathGlob(pattern, (part, index) => this.forms.part(part, index)));
		return writeGlobs(globs, this.#out);
	}

	/** The offset of prefixes of paths, in which "*" is any run, and "$" is itself; 0 for none. */
	prefixes(prefixes: readonly string[] | undefined): number {
		const globs = (prefixes ?? []).map((prefix) => ({
			parts: partsOf(prefix).map((part, index) => this.forms.part(part, index)),
			toEnd: false,
			ignoreCase: false,
		}));
		return writeGlobs(globs, this.#out);
	}

	/** The valid host names of a filter list. An invalid one matches no host. */
	knownHosts(names: readonly string[]): ScopeName[] {
		return names.map((name) => {
			try {
				return this.forms.host(name);
			} catch (error) {
				if (error instanceof PolicyError) return { host: NO_HOST, isExact: true };
				throw error;
			}
		});
	}

	/** The offset of a scope; 0 for none. Its values are 1 or, with `numbered`, the places of the names, from 1. */
	scope(hosts: readonly string[] | undefined, numbered = false): number {
		if (hosts === undefined || hosts.length === 0) return 0;
		const known = numbered ? undefined : this.#scopes.get(hosts);
		if (known !== undefined) return known;
		const names = this.knownHosts(hosts).map((name, index) => ({ ...name, value: numbered ? index + 1 : 1 }));
		const offset = this.#out.words(scopeWords(names, leastOf, this.#out));
		if (!numbered) this.#scopes.set(hosts, offset);
		return offset;
	}

	/** The offset of texts in the form of a path. */
	texts(texts: readonly string[], change = (text: string) => text): number {
		return writeTexts(
			texts.map((text) => change(this.forms.path(text))),
			this.#out,
		);
	}
}
