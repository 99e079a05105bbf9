/**
 * The entry `urlsieve/node`: lists in files, in little memory. Node.js only.
 *
 * @module
 */
export type { PassName as DedupeFilePass } from "../cli/passes/three-passes";
export type { ParameterList, Policy } from "../crawl/policy";
export type { ProfileId } from "../crawl/profiles";
export type { NormalizeOptions } from "../options";
export { type DedupeFileCounts, type DedupeFileOptions, type DedupeFileProgress, dedupeFile } from "./dedupe-file";
export { FileError, type FileErrorCode } from "./file-error";
