/** Leaf, typed-array side: fingerprints one by one. The contract is in lanes.ts, the Wasm side. */
export { fingerprintLines as fingerprintWritten } from "../seen/fingerprint";
export { fingerprintEach as fingerprintSorted } from "./one-by-one";
