/** Collects the faults of one reference. */
import type { Status } from "../../assembly/layout/status";
import { type Component, UriError, type UriErrorCode } from "../errors";
import { codeOf, sentenceFor } from "../statuses";

/** Bounds memory for hostile input. */
const MAX_FAULTS = 1000;

/** The place of a fault: component, UTF-16 index, and violated grammar rule. */
interface Place {
	readonly component: Component | undefined;
	readonly offset: number;
	readonly rule: string | undefined;
}

export class Faults {
	readonly subject: string;
	readonly errors: UriError[] = [];

	constructor(reference: string) {
		this.subject = reference;
	}

	/** Notes a fault that the kernel has a status for. */
	note(status: Status, place: Place): void {
		if (!this.#isFull) this.#add(codeOf(status), sentenceFor(status, place.offset), place);
	}

	/** Notes another fault. The sentence has no full stop. */
	say(code: UriErrorCode, sentence: string, place: Place): void {
		if (!this.#isFull) this.#add(code, `${sentence} (at ${place.offset}).`, place);
	}

	/** Appends the faults of `others`. */
	append(others: Faults): void {
		this.errors.push(...others.errors.slice(0, MAX_FAULTS - this.errors.length));
	}

	get #isFull(): boolean {
		return this.errors.length >= MAX_FAULTS;
	}

	#add(code: UriErrorCode, message: string, place: Place): void {
		this.errors.push(new UriError(code, message, { ...place, input: this.subject }));
	}
}
