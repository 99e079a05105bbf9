/**
 * urlsieve/text: finds references in running text, displays them, and warns of dangerous or misleading parts.
 *
 * @packageDocumentation
 */
export {
	type Component,
	OptionError,
	type OptionErrorCode,
	UriError,
	type UriErrorCode,
	UrlsieveError,
	type UrlsieveErrorCode,
} from "../errors";
export { type ExtractOptions, extract } from "./extract";
export { extractMarkup, type MarkupOptions } from "./extract-markup";
export type { Delimiter, ExtractedReference } from "./extracted";
export { type InspectOptions, inspect } from "./inspect";
export type { Finding, FindingCode } from "./inspect/finding";
export { expandSuffix } from "./suffix";
export { type Span, type SpanKind, visualize } from "./visualize";
