/** The kernel's scheme registry (assembly/schemes.ts), read from its memory. */
import { Address, SchemeRow } from "../../assembly/layout";
import type { Kernel } from "../engine/kernel";
import { engine } from "../engine/select";
import { referenceWorkspace } from "../engine/shared";

let ports: ReadonlyMap<string, number> | undefined;

/** A scheme's default port (RFC 3986 §6.2.3), or undefined if the registry has none. The case of the scheme is ignored (§3.1). */
export function defaultPort(scheme: string): number | undefined {
	ports ??= readPorts(referenceWorkspace(engine).kernel);
	return ports.get(scheme.toLowerCase());
}

function readPorts({ octets, words }: Kernel): Map<string, number> {
	const found = new Map<string, number>();
	for (let slot = 0; slot < SchemeRow.COUNT; ++slot) {
		const row = Address.SCHEMES + slot * SchemeRow.SIZE;
		const length = words[(row + SchemeRow.LENGTH) >> 2] as number;
		const port = words[(row + SchemeRow.DEFAULT_PORT) >> 2] as number;
		if (port !== 0) found.set(String.fromCharCode(...octets.subarray(row + SchemeRow.NAME, row + SchemeRow.NAME + length)), port);
	}
	return found;
}
