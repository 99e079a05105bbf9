/** Names of hosts in scopes: `example.com` covers that host and all below, `www.example.com` only itself and `example.com`. */
import { hashOctet, slotOf } from "../../assembly/policy/hash";
import { encoder } from "../engine/idna";
import type { ProgramOctets } from "./program-octets";

/** A name in the form in which hosts are compared: without final dot and leading `www.` labels. */
export interface ScopeName {
	readonly host: string;
	/** Whether hosts below it are not covered. */
	readonly isExact: boolean;
}

/**
 * A hashed scope: see assembly/policy/program.ts. `valueFor` says what a host is worth that these names cover. A slot has the
 * value of shorter names too, so that the longest match suffices.
 */
export function scopeWords<Name extends ScopeName>(
	names: readonly Name[],
	valueFor: (covering: readonly Name[]) => number,
	out: ProgramOctets,
): number[] {
	const hosts = [...new Set(names.map(({ host }) => host))];
	const byHost = new Map<string, Name[]>();
	for (const name of names) byHost.set(name.host, [...(byHost.get(name.host) ?? []), name]);
	const count = 2 ** Math.ceil(Math.log2(2 * hosts.length + 2));
	const slots = new Array<number[]>(count).fill([0, 0, 0, 0]);
	for (const host of hosts) {
		const octets = encoder.encode(host);
		const above = parentsOf(host).flatMap((parent) => (byHost.get(parent) ?? []).filter(({ isExact }) => !isExact));
		const own = byHost.get(host) ?? [];
		let slot = slotOf(octets.reduceRight(hashOctet, 0), count);
		while (slots[slot]?.[1] !== 0) slot = (slot + 1) & (count - 1);
		const below = own.filter(({ isExact }) => !isExact);
		slots[slot] = [out.text(octets), octets.length, valueFor([...above, ...own]), valueFor([...above, ...below])];
	}
	return [count, ...slots.flat()];
}

/** `b.c` and `c` for `a.b.c`. */
function parentsOf(host: string): string[] {
	const labels = host.split(".");
	return labels.slice(1).map((_, index) => labels.slice(index + 1).join("."));
}
