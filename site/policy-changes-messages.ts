/** Messages between the page and the worker that compares a policy with other rules on a list. */
import type { PolicyChange, PolicyChanges } from "urlsieve/crawl";
import type { Against } from "./page-profile";

/** The policy and what it is compared with. */
export interface ComparedRules {
	/** The policy as JSON. */
	readonly text: string;
	/** The files of the lists that it names, by name. */
	readonly lists: ReadonlyMap<string, File>;
	readonly against: Against;
}

/** The worker's input. */
export interface ChangesOrder {
	readonly rules: ComparedRules;
	readonly files: readonly File[];
}

/** Changes in one direction. */
export interface ShownChanges {
	/** Number of pages that another page takes in. */
	readonly pages: number;
	/** The most frequent changes. */
	readonly changes: readonly PolicyChange[];
	/** Number of changes that are not shown. */
	readonly others: number;
}

export interface ChangesOutcome extends Pick<PolicyChanges, "references" | "rejects" | "pages"> {
	readonly merged: ShownChanges;
	readonly apart: ShownChanges;
	readonly comments: number;
	readonly seconds: number;
}

export type ChangesMessage =
	| { readonly kind: "progress"; readonly lines: number; readonly octetsRead: number; readonly octets: number }
	| { readonly kind: "note"; readonly sentence: string }
	| ({ readonly kind: "done" } & ChangesOutcome)
	| { readonly kind: "failed"; readonly sentence: string };
