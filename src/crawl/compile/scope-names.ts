/**
 * Names of hosts in scopes: `example.com` covers that host and all below, `=example.com` only itself, as `www.example.com` does, and
 * `*.example.com` only those below.
 */
import { MAX_SCOPE } from "../../../assembly/policy/program";
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
	const rows = Array.from(hosts, ([host, { exact, below }]) => {
		const name = octetsOf(host);
		keys.push(name.slice().reverse());
		const above = parentsOf(host).flatMap((parent) => hosts.get(parent)?.below ?? NONE);
		return [out.text(name), name.length, valueFor(above.concat(exact)), valueFor(above.concat(below))];
	});
	const [table, order] = hashTable(keys);
	return [...table, ...order.flatMap((index) => rows[index] as number[])];
}

const NONE: readonly number[] = [];

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
