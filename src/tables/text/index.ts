/**
 * The entry `urlsieve/tables`: tables with a column of references. All other columns stay as they are, octet for octet.
 *
 * @module
 */
import "../../engine/wasm-engine";

export {
	type Component,
	OptionError,
	type OptionErrorCode,
	type RowFaultCode,
	SetError,
	type SetErrorCode,
	TableError,
	type TableErrorCode,
	UriError,
	type UriErrorCode,
	UrlsieveError,
	type UrlsieveErrorCode,
} from "../../errors";
export type { TextFormat } from "../../formats";
export type { Octets } from "../../input";
export type { NormalizeOptions } from "../../options";
export type { KeyNormalizer } from "../../rules/rules";
export { SeenSet, type SeenSetOptions } from "../../seen/seen-set";
export type { TableOptions } from "./table-options";
export type { RowReject, TableCounts } from "./table-sink";
export { type DedupeTableOptions, dedupeTable, normalizeTable, type TableStream } from "./table-stream";
