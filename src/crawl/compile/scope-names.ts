/**
 * Names of hosts in scopes: `example.com` covers that host and all below, `=example.com` only itself, as `www.example.com` does, and
 * `*.example.com` only those below.
 */
import { MAX_SCOPE } from "../../../assembly/policy/program";
import { encoder } from "../../utf8";
import { hashTable } from "./hash-table";
import type { ProgramOctets } from "./program-octets";

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
		const { exact, below } = hosts.get(host) ?? { exact: [], below: [] };
		if (!isBelow && exact.length < most) exact.push(value);
		if (!isExact && below.length < most) below.push(value);
		hosts.set(host, { exact, below });
	}
	const rows = Array.from(hosts, ([host, { exact, below }]) => {
		const name = encoder.encode(host);
		const above = parentsOf(host).flatMap((parent) => hosts.get(parent)?.below ?? []);
		const words = [out.text(name), name.length, valueFor([...above, ...exact]), valueFor([...above, ...below])];
		return { key: name.slice().reverse(), words };
	});
	const [table, order] = hashTable(rows.map(({ key }) => key));
	const words = [...table];
	for (const index of order) words.push(...(rows[index] as { words: number[] }).words);
	return words;
}

/** The least value; 0 for none. */
export function leastOf(values: readonly number[]): number {
	return values.length === 0 ? 0 : Math.min(...values);
}

/** `b.c` and `c` for `a.b.c`, as far as the kernel reads hosts. */
export function parentsOf(host: string): string[] {
	const labels = host.slice(-MAX_SCOPE - 1).split(".");
	return labels.slice(1).map((_, index) => labels.slice(index + 1).join("."));
}
