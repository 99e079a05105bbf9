/** Decompression errors, with the codes of zlib where it has one. failure.ts has their messages. */

type Code = "Z_BUF_ERROR" | "Z_DATA_ERROR" | "ZSTD_DICTIONARY" | "ZSTD_WINDOW";

export class CompressionError extends Error {
	readonly code: Code;

	constructor(code: Code) {
		super(code);
		this.code = code;
	}
}

/** The data ends too early. */
export const truncated = () => new CompressionError("Z_BUF_ERROR");

/** The data contradicts itself or its format. */
export const damaged = () => new CompressionError("Z_DATA_ERROR");
