/**
 * Names of hosts in scopes: `example.com` covers that host and all below, `=example.com` only itself, as `www.example.com` does, and
 * `*.example.com` only those below.
 */
import { MAX_SCOPE, ScopeRow } from "../../../assembly/policy/program";
import { hashTable } from "./hash-table";
import { octetsOf, type ProgramOctets } from "./program-octets";

/** A name in the form in which hosts are compared: without final dot and leading `www.` labels. */
export interface ScopeName {
	readonly host: string;
	/** Whether hosts below it are not covered. */
	readonly isExact: boolean;
	/** Whether it itself is not. */
	readonly isBelow?: boolean;
}

/**
 * A hashed scope: see assembly/policy/program.ts. `valueFor` says what a host is worth that names with these values cover. A row has
 * the value of shorter names too, so that the longest match suffices. Of the names of one host, the first `most` count.
 */
export function scopeWords(
	names: readonly (ScopeName & { readonly value: number })[],
	valueFor: (values: readonly number[]) => number,
	out: ProgramOctets,
	most = 1,
): number[] {
	const hosts = new Map<string, { readonly exact: number[]; readonly below: number[] }>();
	for (const { host, isExact, isBelow, value } of names) {
		let known = hosts.get(host);
		if (known === undefined) {
			known = { exact: [], below: [] };
			hosts.set(host, known);
		}
		if (!isBelow && known.exact.length < most) known.exact.push(value);
		if (!isExact && known.below.length < most) known.below.push(value);
	}
	const keys: Uint8Array[] = [];
	const rows: number[] = [];
	for (const [host, { exact, below }] of hosts) {
		const name = octetsOf(host);
		keys.push(name.slice().reverse());
		const above = valuesAbove(host, hosts);
		rows.push(out.text(name), name.length, valueFor(above.concat(exact)), valueFor(above.concat(below)));
	}
	const [table, order] = hashTable(keys);
	const words = Array.from(table);
	for (const index of order) for (let at = 0; at < ROW; ++at) words.push(rows[ROW * index + at] as number);
	return words;
}

/** Words of a row. */
const ROW = ScopeRow.SIZE >> 2;

/** The values of the names above a host. */
function valuesAbove(host: string, hosts: ReadonlyMap<string, { readonly below: readonly number[] }>): number[] {
	const values: number[] = [];
	for (const parent of parentsOf(host)) {
		const known = hosts.get(parent);
		if (known !== undefined) for (const value of known.below) values.push(value);
	}
	return values;
}

/** The least value; 0 for none. */
export function leastOf(values: readonly number[]): number {
	return values.length === 0 ? 0 : Math.min(...values);
}

/** `b.c` and `c` for `a.b.c`, as far as the kernel reads hosts. */
export function parentsOf(host: string): string[] {
	const name = host.slice(-MAX_SCOPE - 1);
	const parents: string[] = [];
	for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) parents.push(name.slice(dot + 1));
	return parents;
}
