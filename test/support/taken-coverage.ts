/**
 * Under `npm run coverage`, writes what has run so far: vitest ends its workers by a signal, at which V8 writes nothing. Processes that run
 * the command line for a file of tests end with it: idle ones are killed before they have written.
 */
import { takeCoverage } from "node:v8";
import { afterAll } from "vitest";

if (process.env.NODE_V8_COVERAGE !== undefined) {
	const { Resident } = await import("../cli/resident");
	afterAll(() => {
		Resident.endAll();
		takeCoverage();
	});
}
