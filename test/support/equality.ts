/**
 * `toEqual` of many octets or values goes through them one by one, in microseconds each. Identical ones are recognized at once here.
 * All others go the usual way, which finds what differs and shows it.
 */
import { expect } from "vitest";

/** Min number of elements for which this is faster. */
const MANY = 64;

const ADDED = Symbol.for("urlsieve: equality of many values");

type Values = ArrayLike<unknown>;

/** True if both are alike and so are all of their values. Undefined if the usual way has to decide. */
function areIdentical(some: unknown, others: unknown): true | undefined {
	if (typeof some !== "object" || typeof others !== "object" || some === null || others === null) return undefined;
	if (Array.isArray(some)) return Array.isArray(others) && haveIdentical(some, others) ? true : undefined;
	if (!ArrayBuffer.isView(some) || !ArrayBuffer.isView(others) || some.constructor !== others.constructor) return undefined;
	return Buffer.compare(octetsOf(some), octetsOf(others)) === 0 ? true : undefined;
}

function haveIdentical(some: Values, others: Values): boolean {
	if (some.length < MANY || some.length !== others.length) return false;
	for (let at = 0; at < some.length; ++at) if (!Object.is(some[at], others[at])) return false;
	return true;
}

function octetsOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
	return new Uint8Array(buffer, byteOffset, byteLength);
}

// Files that share a process share the testers, and this file runs once for each.
if (!Object.hasOwn(globalThis, ADDED)) {
	Object.defineProperty(globalThis, ADDED, { value: true });
	expect.addEqualityTesters([areIdentical]);
}
