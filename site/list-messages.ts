/** Messages between the page and the worker that reads a list. */
import type { Engine } from "urlsieve";
import type { ListRules } from "./list-forms";
import type { ListCounts, ListMerge } from "./list-sieve";
import type { ListShapes } from "./shape-finder";

/** The source: files, in order, or a synthetic list that the worker generates. */
export type ListSource = { readonly files: readonly File[] } | { readonly syntheticLines: number };

/** The worker's input. */
export interface ListOrder {
	readonly source: ListSource;
	readonly rules: ListRules;
}

/** A line that cannot be normalized. `line` counts from 1. */
export interface RejectedLine {
	readonly line: number;
	readonly text: string;
	readonly sentence: string;
}

/** Progress in octets of the files as stored, before decompression. */
export interface Progress {
	readonly counts: ListCounts;
	readonly octetsRead: number;
	readonly octets: number;
}

export interface Outcome {
	readonly counts: ListCounts;
	readonly engine: Engine;
	readonly seconds: number;
	/** The unique lines, in normal form. */
	readonly unique: Blob;
	/** The lines that cannot be normalized, unchanged. */
	readonly rejected: Blob;
	readonly merges: readonly ListMerge[];
	readonly shapes: ListShapes;
	readonly rejectedLines: readonly RejectedLine[];
	/** The counts known in advance for a synthetic list. */
	readonly known?: { readonly unique: number; readonly rejects: number };
}

export type ListMessage =
	| { readonly kind: "note"; readonly sentence: string }
	| ({ readonly kind: "progress" } & Progress)
	| ({ readonly kind: "done" } & Outcome)
	| { readonly kind: "failed"; readonly sentence: string };
