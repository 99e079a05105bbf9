/**
 * urlsieve/text: references in running text, as people see them, and what may be dangerous in them.
 *
 * @packageDocumentation
 */
export { type ExtractOptions, extract } from "./extract";
export type { Delimiter, ExtractedReference } from "./extracted";
export { inspect } from "./inspect";
export type { Finding, FindingCode } from "./inspect/finding";
export { expandSuffix } from "./suffix";
export { type Span, type SpanKind, visualize } from "./visualize";
