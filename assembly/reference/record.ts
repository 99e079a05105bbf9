/** The component record: where each component of the reference stands that was scanned last (§3). */
import { ABSENT, Address, Component, ComponentRecord } from "../layout/addresses";
import { load32, store32 } from "../octets/memory";

export function startOf(component: i32): i32 {
	return startIn(Address.RECORD, component);
}

export function endOf(component: i32): i32 {
	return endIn(Address.RECORD, component);
}

/** The start of a component in the record at the address `components`: RECORD, or BASE. */
export function startIn(components: i32, component: i32): i32 {
	return load32(components + (component << ComponentRecord.SIZE_BITS) + ComponentRecord.START);
}

/** Its end. */
export function endIn(components: i32, component: i32): i32 {
	return load32(components + (component << ComponentRecord.SIZE_BITS) + ComponentRecord.END);
}

/** Whether a component is defined. It may be empty: §5.3 distinguishes undefined from empty. */
export function isPresent(component: i32): bool {
	return startOf(component) != ABSENT;
}

export function record(component: i32, start: i32, end: i32): void {
	const at = Address.RECORD + (component << ComponentRecord.SIZE_BITS);
	store32(at + ComponentRecord.START, start);
	store32(at + ComponentRecord.END, end);
}

/** Makes all components undefined. */
export function clearRecord(): void {
	for (let component: i32 = 0; component < Component.NONE; ++component) {
		store32(Address.RECORD + (component << ComponentRecord.SIZE_BITS) + ComponentRecord.START, ABSENT);
	}
}

/** Keeps the record of the reference [start, end) at BASE, for the resolutions that follow. */
export function recordAsBase(start: i32, end: i32): void {
	store32(Address.BASE_LENGTH, end - start);
	for (let at = 0; at < Component.NONE * ComponentRecord.SIZE; at += 4) {
		store32(Address.BASE + at, load32(Address.RECORD + at));
	}
}

/** Records the component and the address at fault. Returns `-status`, for the caller to return. */
export function fail(status: i32, component: i32, at: i32): i32 {
	store32(Address.FAILURE, component);
	store32(Address.FAILURE_AT, at);
	return -status;
}
