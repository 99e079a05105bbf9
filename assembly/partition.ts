/**
 * The ABI of the partition kernel: the core (index.ts) and, beside it, what deduplicates long lists. A third Wasm file, so that the
 * core stays small. Only the command line and `urlsieve/node` load it.
 *
 * It follows the rules of the core's ABI: octets in, octets out, i32 addresses, `-Status` for errors, no imports, no traps, all
 * state in linear memory.
 *
 * ```
 *   all of index.ts, and:
 *   fingerprintLines(key, lines, count, from, to)    as the core's, but four lines at a time with SIMD
 * ```
 */
export { gather, spread } from "./column";
export { fingerprint } from "./fingerprint";
export { writeFreshLines, writeFreshOriginals } from "./fresh";
export { hasSimd } from "./guard";
export { initialize, parse } from "./index";
export { normalizeLines } from "./lines";
export { heapBase } from "./memory";
export { normalize } from "./normalize";
export { fingerprintSorted as fingerprintLines } from "./partition/lanes";
export { resolve, setBase } from "./resolve";
export { seenAdd, seenCopy, seenCreate, seenFind } from "./seen";
