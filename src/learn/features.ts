/** Features: what a rule can erase from a key. Those of the structure have fixed numbers, names follow as they come. */
export { Feature } from "../../assembly/learn/layout";

export const STRUCTURE = ["scheme", "www", "slashes", "trailingSlash", "emptyValue"] as const;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A feature: `kind` and, for parameters and index names, `name`. `undefined` as name: not UTF-8, which no policy can name. */
export interface FeatureName {
	readonly kind: "structure" | "param" | "index";
	readonly name: string | undefined;
	/** How evidence calls it, and the order of candidates: by octets. */
	readonly label: string;
}

/** The names of features, by number. */
export class Features {
	readonly names: FeatureName[] = STRUCTURE.map((name) => ({ kind: "structure", name, label: name }));

	/** Adds the name that the kernel has given the next number. */
	add(kind: "param" | "index", octets: Uint8Array): void {
		const name = decoded(octets);
		this.names.push({ kind, name, label: `${kind}:${name ?? ""}` });
	}

	/** Whether a feature is an index name. */
	isIndex(feature: number): boolean {
		return this.names[feature]?.kind === "index";
	}
}

/** A name as a policy decodes it. Requires: a key, whose triplets are in upper case. */
function decoded(octets: Uint8Array): string | undefined {
	const text = Buffer.from(octets).toString("latin1").replaceAll("+", " ");
	const unescaped = text.replace(/%([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
	try {
		return decoder.decode(Buffer.from(unescaped, "latin1"));
	} catch {
		return undefined;
	}
}
