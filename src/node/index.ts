/**
 * The entry `urlsieve/node`: lists in files, in little memory, and tables in Parquet and Arrow files. Node.js only.
 *
 * @module
 */
import "../engine/wasm-engine";
import { installedProgram } from "../installed";
import { setProgram } from "../threads/start";

export type { ProfileId } from "../crawl/profiles";
export type { ParameterList, Policy } from "../crawl/schema/policy";
export {
	type Component,
	FileError,
	type FileErrorCode,
	ListError,
	type ListErrorCode,
	OptionError,
	type OptionErrorCode,
	PolicyError,
	type PolicyErrorCode,
	type PolicyFault,
	type RowFaultCode,
	SetError,
	type SetErrorCode,
	TableError,
	type TableErrorCode,
	UriError,
	type UriErrorCode,
	UrlsieveError,
	type UrlsieveErrorCode,
} from "../errors";
export type { LibraryFormat } from "../formats";
export type { PassName as DedupeFilePass } from "../job/pace";
export type { NamedRuleCounts, UnstableRules } from "../lines/rule-counts";
export type { NormalizeOptions } from "../options";
export type { RowReject, TableCounts } from "../tables/text/table-sink";
export { type DedupeFileCounts, type DedupeFileOptions, type DedupeFileProgress, dedupeFile } from "./dedupe-file";
export type { SeenStoreOptions } from "./open-store";
export { type AddedBatch, SeenStore } from "./seen-store";
export {
	type DedupeTableFileOptions,
	dedupeTableFile,
	normalizeTableFile,
	type TableFileOptions,
	type TableFileProgress,
} from "./table-file";

// Bundlers take "new URL" for a file that they have to add, and a bundle has no place beside which one could be.
setProgram(installedProgram);
