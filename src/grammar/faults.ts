/** The faults that are found in one reference. */
import type { Status } from "../../assembly/status";
import { type Component, codeOf, sentenceFor, UriError, type UriErrorCode } from "../errors";

/** No more faults of one reference are noted: memory is bounded, whatever comes in. */
const MAX_FAULTS = 1000;

/** Where a fault is: its component, a UTF-16 index, and the grammar rule that is violated. */
interface Place {
	readonly component: Component | undefined;
	readonly offset: number;
	readonly rule: string | undefined;
}

export class Faults {
	readonly reference: string;
	readonly errors: UriError[] = [];

	constructor(reference: string) {
		this.reference = reference;
	}

	/** Notes a fault that the kernel knows, too. */
	note(status: Status, place: Place): void {
		if (!this.#isFull) this.#add(codeOf(status), sentenceFor(status, place.offset), place);
	}

	/** Notes a fault in a sentence without its full stop. */
	say(code: UriErrorCode, sentence: string, place: Place): void {
		if (!this.#isFull) this.#add(code, `${sentence} (at ${place.offset}).`, place);
	}

	/** Takes over what was noted elsewhere. */
	addAll(others: Faults): void {
		this.errors.push(...others.errors.slice(0, MAX_FAULTS - this.errors.length));
	}

	get #isFull(): boolean {
		return this.errors.length >= MAX_FAULTS;
	}

	#add(code: UriErrorCode, message: string, place: Place): void {
		this.errors.push(new UriError(code, message, { ...place, input: this.reference }));
	}
}
