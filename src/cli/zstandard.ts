/**
 * Unpacks Zstandard (RFC 8878) as a stream. By a library, for Node.js has no unpacker before 22.15, and the one it has since leaves
 * out frames behind the first (nodejs/node#64741). Checksums of frames are not looked at.
 */
import { Transform } from "node:stream";
import { Decompress, type ZstdError, ZstdErrorCode } from "fzstd";

export class ZstandardUnpacker extends Transform {
	readonly #unpack = new Decompress((octets) => this.push(octets));

	override _transform(chunk: Uint8Array, _encoding: string, done: (error?: Error) => void): void {
		this.#take(chunk, false, done);
	}

	override _flush(done: (error?: Error) => void): void {
		this.#take(new Uint8Array(0), true, done);
	}

	/** An end in the middle of a frame is an error, and so is what is no frame: with zlib's codes. */
	#take(chunk: Uint8Array, isLast: boolean, done: (error?: Error) => void): void {
		try {
			this.#unpack.push(chunk, isLast);
			done();
		} catch (error) {
			const isShort = (error as ZstdError).code === ZstdErrorCode.UnexpectedEOF;
			done(Object.assign(error as Error, { code: isShort ? "Z_BUF_ERROR" : "Z_DATA_ERROR" }));
		}
	}
}
