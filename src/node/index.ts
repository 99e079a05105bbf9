/**
 * The entry `urlsieve/node`: lists in files, in little memory, and tables in Parquet and Arrow files. Node.js only.
 *
 * @module
 */
import "../engine/wasm-engine";
import { setProgram } from "../cli/threads/start";

export type { PassName as DedupeFilePass } from "../cli/passes/plan";
export type { ParameterList, Policy } from "../crawl/policy";
export type { ProfileId } from "../crawl/profiles";
export type { RowFaultCode } from "../datasets/table-error";
export type { RowReject, TableCounts } from "../datasets/table-feed";
export type { Component, UriErrorCode } from "../errors";
export type { NormalizeOptions } from "../options";
export { type DedupeFileCounts, type DedupeFileOptions, type DedupeFileProgress, dedupeFile } from "./dedupe-file";
export { FileError, type FileErrorCode } from "./file-error";
export { type AddedBatch, SeenStore, type SeenStoreOptions } from "./seen-store";
export {
	type DedupeTableFileOptions,
	dedupeTableFile,
	normalizeTableFile,
	type TableFileOptions,
	type TableFileProgress,
} from "./table-file";

// Threads of a store run the command line's file, which is beside this entry in the package.
setProgram(new URL("./urlsieve.js", import.meta.url).href);
