/** Limits on a request. They are variables in the worker's configuration, wrangler.jsonc. */
import { Refusal } from "./refusal";

export interface Limits {
	/** Max length of a body, in octets. */
	readonly MAX_BODY_OCTETS: number;
	/**
	 * Max length of a line in octets, without its LF. urlsieve accepts 16 MiB, but a line above 128 KiB grows its memory to ten
	 * times the line's length for the lifetime of the isolate, which has only 128 MB.
	 */
	readonly MAX_LINE_OCTETS: number;
	/** Max number of distinct references in `/dedupe`. Each needs up to 38 octets of memory. */
	readonly MAX_REFERENCES: number;
}

const LF = 10;

/** Reads the limits. Throws a Refusal unless each is a positive number: comparisons with NaN would never refuse anything. */
export function limitsOf(variables: Readonly<Record<keyof Limits, unknown>>): Limits {
	const limit = (name: keyof Limits) => {
		const value = Number(variables[name]);
		if (value > 0) return value;
		throw new Refusal(500, "not-configured", `The worker's variable ${name} must be a positive number.`);
	};
	return {
		MAX_BODY_OCTETS: limit("MAX_BODY_OCTETS"),
		MAX_LINE_OCTETS: limit("MAX_LINE_OCTETS"),
		MAX_REFERENCES: limit("MAX_REFERENCES"),
	};
}

/** Returns a function that checks a list chunk by chunk. It throws a Refusal if the list or one of its lines is too long. */
export function checkOf({ MAX_BODY_OCTETS, MAX_LINE_OCTETS }: Limits): (chunk: Uint8Array) => void {
	let octets = 0;
	let unfinished = 0;
	return (chunk) => {
		let start = -unfinished;
		while (chunk.length - start > MAX_LINE_OCTETS) {
			const end = chunk.lastIndexOf(LF, start + MAX_LINE_OCTETS);
			if (end < Math.max(start, 0)) throw tooLongLine(MAX_LINE_OCTETS, octets + start);
			start = end + 1;
		}
		const lastEnd = chunk.lastIndexOf(LF);
		unfinished = lastEnd < 0 ? unfinished + chunk.length : chunk.length - 1 - lastEnd;
		octets += chunk.length;
		if (octets > MAX_BODY_OCTETS) throw tooManyOctets(MAX_BODY_OCTETS);
	};
}

export function tooManyOctets(limit: number): Refusal {
	return new Refusal(413, "body-too-large", `The body has more than ${limit} octets; split it.`, { limit });
}

export function tooManyReferences(limit: number): Refusal {
	const message = `The list has more than ${limit} distinct references; split it.`;
	return new Refusal(413, "too-many-references", message, { limit });
}

function tooLongLine(limit: number, offset: number): Refusal {
	const message = `The line at octet ${offset} of the body has more than ${limit} octets.`;
	return new Refusal(413, "line-too-long", message, { limit, offset });
}
