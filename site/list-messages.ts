/** What the page and the worker that reads a list say to each other. */
import type { Engine } from "urlsieve";
import type { ListCounts, Merge } from "./list-sieve";

/** What the worker is asked to read: files, one behind the other, or a list that it makes up. */
export type ListOrder = { readonly files: readonly File[] } | { readonly syntheticLines: number };

/** A line that is no reference. */
export interface RejectedLine {
	readonly line: number;
	readonly text: string;
	readonly sentence: string;
}

/** How far the worker is: of the octets of the files, packed ones as they are. */
export interface Progress {
	readonly counts: ListCounts;
	readonly octetsRead: number;
	readonly octets: number;
}

export interface Outcome {
	readonly counts: ListCounts;
	readonly engine: Engine;
	readonly seconds: number;
	/** The unique lines in normal form, and the lines that are no references, as they came. */
	readonly unique: Blob;
	readonly rejected: Blob;
	readonly merges: readonly Merge[];
	readonly rejectedLines: readonly RejectedLine[];
	/** What a list that was made up is known to come to. */
	readonly known?: { readonly unique: number; readonly rejects: number };
}

export type ListMessage =
	| { readonly kind: "note"; readonly sentence: string }
	| ({ readonly kind: "progress" } & Progress)
	| ({ readonly kind: "done" } & Outcome)
	| { readonly kind: "failed"; readonly sentence: string };
