/** Under `npm run coverage`, writes what has run so far: vitest ends its workers by a signal, at which V8 writes nothing. */
import { takeCoverage } from "node:v8";
import { afterAll } from "vitest";

if (process.env.NODE_V8_COVERAGE !== undefined) afterAll(() => takeCoverage());
