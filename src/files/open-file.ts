/** Open files, and the numbers that files are opened and read with. */

/** An open file, and its name for messages. */
export interface OpenFile {
	readonly descriptor: number;
	readonly name: string;
}

/** The descriptors of standard input and standard output. */
export const STDIN = 0;
export const STDOUT = 1;

/** Readable and writable only by the owner. */
export const PRIVATE_MODE = 0o600;

/** Octets read at a time. */
export const READ_SIZE = 262144;
