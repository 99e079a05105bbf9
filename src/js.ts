/**
 * The entry `urlsieve/js`: `urlsieve` without WebAssembly.
 *
 * @module
 */
export * from "./api";
