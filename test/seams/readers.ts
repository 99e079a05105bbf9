/**
 * Seam: what decompresses files.
 *
 * The fuzzer damages gzip and Zstandard files, and asks what each reader does with octets that come in pieces of any length. Behind the
 * command line, a file and a process for each would cost a thousand times more.
 */
export { CompressionError } from "../../src/files/input/compression-error";
export { gunzip } from "../../src/files/input/gzip";
export { OctetSource } from "../../src/files/input/octet-source";
export { unzstd } from "../../src/files/input/zstandard";
