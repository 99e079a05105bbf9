/** The component record: where each component of the reference stands that was scanned last (§3). */
import { ABSENT, Address, Component } from "./layout";
import { load32, store32 } from "./memory";

export function startOf(component: i32): i32 {
	return load32(Address.RECORD + (component << 3));
}

export function endOf(component: i32): i32 {
	return load32(Address.RECORD + (component << 3) + 4);
}

/** Says whether a component is there, be it empty: §5.3 keeps undefined and empty apart. */
export function isPresent(component: i32): bool {
	return startOf(component) != ABSENT;
}

export function record(component: i32, start: i32, end: i32): void {
	store32(Address.RECORD + (component << 3), start);
	store32(Address.RECORD + (component << 3) + 4, end);
}

/** Makes all components undefined. */
export function clearRecord(): void {
	for (let component: i32 = 0; component < Component.NONE; ++component) {
		store32(Address.RECORD + (component << 3), ABSENT);
	}
}

/** Notes what is wrong, and where; returns `-status` for the caller to hand on. */
export function fail(status: i32, component: i32, at: i32): i32 {
	store32(Address.FAILURE, component);
	store32(Address.FAILURE_AT, at);
	return -status;
}
