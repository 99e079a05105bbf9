/** What one request may ask for. The limits are variables of the worker's configuration: wrangler.jsonc. */
import { Refusal } from "./refusal";

export interface Limits {
	/** Octets of a body. */
	readonly MOST_OCTETS: number;
	/**
	 * Octets of a line, its LF not counted. urlsieve takes 16 MiB, but for lines of more than 128 KiB its memory grows to ten
	 * times their length, and stays so: an isolate has 128 MB.
	 */
	readonly LONGEST_LINE: number;
	/** Different references in a list that is deduplicated: up to 38 octets of memory each. */
	readonly MOST_REFERENCES: number;
}

const LF = 10;

/** Reads the variables. A limit that is no number would be no limit. */
export function limitsOf(variables: Readonly<Record<keyof Limits, unknown>>): Limits {
	const limit = (name: keyof Limits) => {
		const value = Number(variables[name]);
		if (value > 0) return value;
		throw new Refusal(500, "not-configured", `The worker's variable ${name} is to be a number of at least 1.`);
	};
	return {
		MOST_OCTETS: limit("MOST_OCTETS"),
		LONGEST_LINE: limit("LONGEST_LINE"),
		MOST_REFERENCES: limit("MOST_REFERENCES"),
	};
}

/** A check for the chunks of a list, one after the other. It throws a Refusal when the list or one of its lines is too long. */
export function checkOf({ MOST_OCTETS, LONGEST_LINE }: Limits): (chunk: Uint8Array) => void {
	let octets = 0;
	let unfinished = 0;
	return (chunk) => {
		let start = -unfinished;
		while (chunk.length - start > LONGEST_LINE) {
			const end = chunk.lastIndexOf(LF, start + LONGEST_LINE);
			if (end < Math.max(start, 0)) throw tooLongLine(LONGEST_LINE, octets + start);
			start = end + 1;
		}
		const lastEnd = chunk.lastIndexOf(LF);
		unfinished = lastEnd < 0 ? unfinished + chunk.length : chunk.length - 1 - lastEnd;
		octets += chunk.length;
		if (octets > MOST_OCTETS) throw tooManyOctets(MOST_OCTETS);
	};
}

export function tooManyOctets(limit: number): Refusal {
	return new Refusal(413, "body-too-large", `The body has more than ${limit} octets; send it in parts.`, { limit });
}

export function tooManyReferences(limit: number): Refusal {
	const message = `The list has more than ${limit} different references; send it in parts.`;
	return new Refusal(413, "too-many-references", message, { limit });
}

function tooLongLine(limit: number, offset: number): Refusal {
	const message = `The line that begins at octet ${offset} of the body has more than ${limit} octets.`;
	return new Refusal(413, "line-too-long", message, { limit, offset });
}
