/** Features: the parts of a key that a rule can erase. Those of the structure have fixed numbers, names follow as they come. */
import { Feature } from "../../../assembly/learn/layout";
import { strictDecoder } from "../../utf8";
import { Words } from "./words";

export { Feature } from "../../../assembly/learn/layout";

export const STRUCTURE = ["scheme", "www", "slashes", "trailingSlash", "pathCase", "emptyValue"] as const;

/** Kinds of features with names, in the order of `NameKind`. */
export const NAMED_KINDS = ["param", "index", "pathParam"] as const;

export type NamedKind = (typeof NAMED_KINDS)[number];

/** A feature: `kind` and, for parameters and index names, `name`. `undefined` as name: not UTF-8, which no policy can name. */
export interface FeatureName {
	readonly kind: "structure" | NamedKind;
	readonly name: string | undefined;
	/** Its name in evidence. Candidates are in the order of its octets. */
	readonly label: string;
}

/** The names of features, by number: as octets, each after its kind, since there can be millions. */
export class Features {
	#octets = new Uint8Array(1 << 12);
	readonly #ends = new Words();

	/** Number of features, those of the structure included. */
	get length(): number {
		return STRUCTURE.length + this.#ends.length;
	}

	/** All of them. */
	get names(): FeatureName[] {
		return Array.from({ length: this.length }, (_, feature) => this.at(feature));
	}

	/** Adds the name that the kernel has given the next number. */
	add(kind: NamedKind, octets: Uint8Array): void {
		const start = this.#startOf(this.#ends.length);
		const end = start + 1 + octets.length;
		if (end > this.#octets.length) {
			const grown = new Uint8Array(2 * end);
			grown.set(this.#octets.subarray(0, start));
			this.#octets = grown;
		}
		this.#octets[start] = NAMED_KINDS.indexOf(kind);
		this.#octets.set(octets, start + 1);
		this.#ends.push(end);
	}

	at(feature: number): FeatureName {
		const structure = STRUCTURE[feature];
		if (structure !== undefined) return { kind: "structure", name: structure, label: structure };
		const start = this.#startOf(feature - Feature.NAMED);
		const kind = NAMED_KINDS[this.#octets[start] as number] as NamedKind;
		const name = decoded(this.#octets.subarray(start + 1, this.#ends.array[feature - Feature.NAMED]));
		return { kind, name, label: `${kind}:${name ?? ""}` };
	}

	/** Whether a feature is an index name. */
	isIndex(feature: number): boolean {
		return feature >= Feature.NAMED && this.#octets[this.#startOf(feature - Feature.NAMED)] === NAMED_KINDS.indexOf("index");
	}

	#startOf(name: number): number {
		return name > 0 ? (this.#ends.array[name - 1] as number) : 0;
	}
}

/** A name as a policy decodes it. Requires: a key, whose triplets are in upper case. */
function decoded(octets: Uint8Array): string | undefined {
	const text = Buffer.from(octets).toString("latin1").replaceAll("+", " ");
	const unescaped = text.replace(/%([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
	try {
		return strictDecoder.decode(Buffer.from(unescaped, "latin1"));
	} catch {
		return undefined;
	}
}
