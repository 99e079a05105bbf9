/** The traps of a site, as rows of a table: docs/guide/shapes.md. */
import type { Proposal, Trap } from "../../learned/schema";
import type { ShapedKeys } from "../keys/shaped-keys";
import { KeyView } from "./key-view";
import { Calendars, Pages } from "./numbers";
import { Facets, Sessions } from "./parameters";
import { Cycles, Growth } from "./paths";
import type { Finding, TrapFinder, TrapKind } from "./trap";

/** A kind of trap. */
interface TrapRow {
	readonly trap: TrapKind;
	/** Keys of a site below which there is none. */
	readonly least: number;
	readonly finder: (keys: ShapedKeys) => TrapFinder;
	readonly propose: (finding: Finding, host: string) => Proposal;
}

/** Keys of a shape that a quota lets pass. */
const QUOTA = 100;

const quota = (): Proposal => ({ options: `--per shape=${QUOTA}` });
const drop = (): Proposal => ({ options: "--trap drop" });

const TRAPS: readonly TrapRow[] = [
	{ trap: "cycle", least: 8, finder: () => new Cycles(), propose: drop },
	{ trap: "growth", least: 32, finder: () => new Growth(), propose: drop },
	{ trap: "calendar", least: 120, finder: (keys) => new Calendars(keys), propose: quota },
	{
		trap: "facets",
		least: 64,
		finder: () => new Facets(),
		propose: ({ removable }, host) => (removable.length === 0 ? quota() : removing(removable, host)),
	},
	{ trap: "session", least: 32, finder: () => new Sessions(), propose: ({ removable }, host) => removing(removable, host) },
	{ trap: "pages", least: 256, finder: (keys) => new Pages(keys), propose: quota },
];

/** An entry of `sites` of a policy. Parameters of paths are those that `sessions` knows. */
function removing(names: readonly string[], host: string): Proposal {
	const ofPath = names.some((name) => name.startsWith(";"));
	return { policy: { hosts: [host], key: ofPath ? { sessions: "sessions@1" } : { query: { remove: names } } } };
}

/** Finds the traps of a site among these rows, whose tokens are those of `shape@1`. */
export function trapsOf(keys: ShapedKeys, rows: readonly number[], site: string): Trap[] {
	const active = TRAPS.filter(({ least }) => rows.length >= least).map((row) => ({ ...row, finder: row.finder(keys) }));
	if (active.length === 0) return [];
	const view = new KeyView(keys);
	for (const row of rows) {
		view.show(row);
		for (const { finder } of active) finder.take(view);
	}
	return active.flatMap(({ trap, finder, propose }) =>
		finder.found().map((finding) => {
			const { at, keys: count, counts, rows: own } = finding;
			const sample = keys.keyOf(own.reduce((a, b) => (keys.compare(a, b) <= 0 ? a : b)));
			return { trap, ...(at !== undefined && { at }), keys: count, counts, sample, proposal: propose(finding, hostOf(site)) };
		}),
	);
}

/** The host of a site, as policies name it. */
function hostOf(site: string): string {
	return site.replace(/^(?:[^/]*:)?\/\/(?:[^@]*@)?/, "").replace(/:\d*$/, "");
}
