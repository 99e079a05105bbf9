/** References given as arguments, each a list of one line. */
import { UriError } from "../../errors";
import { clause, EXIT, Failure } from "../../failure";
import { type LineSink, pushInto } from "../../lines/lines";

/** The failure for a reference given as an argument. `unit`: of the offset, "byte" or "offset" (in UTF-16 units). */
export function referenceFailure(reference: string, { code, message, offset }: UriError, unit: "byte" | "offset"): Failure {
	const sentence = message.replace(/^Line \d+: /, "").replace(/ \(at \d+\)\.?$/, "");
	return new Failure(EXIT.NO, `"${reference}", ${unit} ${offset}: ${clause(sentence)} (${code})`);
}

/**
 * Passes a reference to `sink` as a stream of one line. Returns its size in octets, line end included. Throws Failure for an error of
 * the reference.
 */
export function takeReference(sink: LineSink, reference: string): number {
	const octets = new TextEncoder().encode(`${reference}\n`);
	try {
		pushInto(sink, octets);
		sink.end();
	} catch (error) {
		throw error instanceof UriError ? referenceFailure(reference, error, "byte") : error;
	}
	return octets.length;
}
