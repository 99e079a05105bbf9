/** Leaf, typed-array side: octets of runs, one by one. The contracts are in lanes.ts, the Wasm side. */

export { chunksEndByOctet as chunksEnd } from "./chunks";
export { segmentAheadByOctet as segmentAhead, wordsEndByOctet as wordsEnd } from "./words";
