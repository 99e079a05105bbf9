/**
 * urlsieve: rewrites URI references to the normal form of RFC 3986 and finds duplicates, in strings, lines and streams.
 *
 * @packageDocumentation
 */
import "./engine/wasm-engine";

export * from "./api";
