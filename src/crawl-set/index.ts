/**
 * urlsieve/crawl-set: sets of pages. All of `urlsieve/crawl`, and `SeenSet`, which takes a URL for known if its key is in the set.
 *
 * It is an entry of its own because it brings the kernel of the core with it, which holds the set.
 *
 * @packageDocumentation
 */
import "../engine/wasm-engine";

export * from "../crawl/index";
export { type AddedPages, SeenSet, type SeenSetOptions } from "./seen-set";
