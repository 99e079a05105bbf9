/** Writes what has run so far: vitest ends its workers by a signal, at which V8 writes nothing. Only under `npm run coverage`. */
import { takeCoverage } from "node:v8";
import { afterAll } from "vitest";

afterAll(() => takeCoverage());
