/** Leaf, typed-array side: fingerprints one by one. The contract is in lanes.ts, the Wasm side. */
export { fingerprintLines as fingerprintSorted } from "../fingerprint";
