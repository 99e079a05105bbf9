/** What a file of shapes has: docs/reference/shapes.md. */

/** The formats and versions of files of shapes, and of samples. */
export const SHAPES_FORMAT = "urlsieve-shapes@1";
export const SAMPLES_FORMAT = "urlsieve-samples@1";

/** A position of a site at which words are merged, and why. */
export interface Position {
	/** The tokens of the path up to this one, the kind of the merged words. */
	readonly at: string;
	/** The rules that merged them. */
	readonly rules: readonly string[];
	/** Different words of the kind: all of them, those with nothing below, the others, and those that were merged. */
	readonly words: number;
	readonly leaves: number;
	readonly inner: number;
	readonly merged: number;
	/** Inner words that have the most frequent next token, and the median of keys below one of them. */
	readonly shared: number;
	readonly median: number;
	/** Words of the kind that stay. */
	readonly kept: readonly string[];
	/** Three of the merged keys: those of least hash. */
	readonly samples: readonly string[];
}

/** A learned shape of a site, without the site. */
export interface ShapeCount {
	readonly shape: string;
	/** Number of different keys: an estimate if the site was sampled. */
	readonly keys: number;
	/** The key of least hash. */
	readonly example: string;
}

/** A trap: keys that go on without end, or that copy other pages. */
export interface Trap {
	readonly trap: "cycle" | "growth" | "calendar" | "facets" | "session" | "pages";
	/** Where it is: a path, a path and a name of a parameter, or such a name. Absent: anywhere on the site. */
	readonly at?: string;
	/** Number of its keys, of those that were sampled. */
	readonly keys: number;
	/** The evidence of its criterion. */
	readonly counts: { readonly [name: string]: number };
	/** The key of least hash. */
	readonly sample: string;
	readonly proposal: Proposal;
}

/** What may help: an entry of `sites` of a policy, or options of `dedupe`. Nothing applies it by itself. */
export type Proposal = { readonly policy: SiteEntry } | { readonly options: string };

interface SiteEntry {
	readonly hosts: readonly string[];
	readonly key: { readonly sessions: "sessions@1" } | { readonly query: { readonly remove: readonly string[] } };
}

/** What was learned of a site. */
export interface SiteShapes {
	/** Scheme and authority, as they stand in keys. */
	readonly site: string;
	/** Number of different keys: an estimate if the site was sampled. */
	readonly keys: number;
	/** Keys of a stratum that were kept, if the site was sampled. */
	readonly sample?: number;
	/** Number of learned shapes, those of one key included. */
	readonly kinds: number;
	/** Shapes of several keys, most frequent first. */
	readonly shapes: readonly ShapeCount[];
	readonly positions: readonly Position[];
	/** Paths, as they stand in keys, below which years are no values. */
	readonly years: readonly string[];
	readonly traps: readonly Trap[];
}

/** The identity of what is learned from. */
export interface KeyIdentity {
	/** The identity of the keys, such as `crawl@1`. */
	readonly keys: string;
	/** The version of the shapes that these are made of: `shape@1`. */
	readonly shape: string;
	/** The hash by which keys are sampled, and the most keys of a site. */
	readonly sample: { readonly hash: string; readonly size: number };
}

/** The members of a file before its sites. */
export interface ShapesHead extends KeyIdentity {
	readonly format: typeof SHAPES_FORMAT;
}

/** The first line of a file of samples. */
export interface SamplesHead extends KeyIdentity {
	readonly format: string;
}

/** Those after its sites. */
export interface ShapesTail {
	readonly counts: {
		/** Sites with several keys, and with one. */
		readonly sites: number;
		readonly single: number;
	};
}

/** A whole file. */
export interface ShapesFile extends ShapesHead, ShapesTail {
	readonly sites: readonly SiteShapes[];
}
