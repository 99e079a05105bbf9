/**
 * urlsieve/crawl-datasets: tables by a profile or policy. All of `urlsieve/crawl-set`, and the streams of `urlsieve/datasets`.
 *
 * It is an entry of its own because it brings the kernels of all three with it.
 *
 * @packageDocumentation
 */
import "../engine/wasm-engine";

export * from "../crawl-set/index";
export { type RowFaultCode, TableError, type TableErrorCode } from "../datasets/table-error";
export type { RowReject, TableCounts } from "../datasets/table-feed";
export type { TableStream } from "../datasets/table-stream";
export { dedupeTable, type NormalizePagesOptions, normalizeTable, type PageTableOptions } from "./page-tables";
