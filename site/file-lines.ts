/** Reads the lines of files, and measures how far. */
import { readFile } from "./file-octets";
import { LineBatcher } from "./line-batcher";

const PROGRESS_INTERVAL_MS = 60;

export class FileLines {
	/** Octets of the files as stored, before decompression. */
	readonly octets: number;
	octetsRead = 0;
	readonly #files: readonly File[];
	#lastProgress = 0;

	constructor(files: readonly File[]) {
		this.#files = files;
		this.octets = files.reduce((sum, { size }) => sum + size, 0);
	}

	/**
	 * Passes the lines of the files, in order, to `take`, in the batches of LineBatcher. The last line of each file ends with it. Ends
	 * early once `isDone`. Throws ReadError.
	 */
	async read(take: (lines: Uint8Array) => void, isDone: () => boolean = () => false): Promise<void> {
		const batcher = new LineBatcher(take);
		const note = (count: number) => {
			this.octetsRead += count;
		};
		for (const file of this.#files) {
			if (isDone()) break;
			await readFile(file, (chunk) => batcher.push(chunk), note, isDone);
			batcher.end();
		}
	}

	/** Whether it is time to show the progress again. */
	isProgressDue(): boolean {
		const now = performance.now();
		if (now - this.#lastProgress < PROGRESS_INTERVAL_MS) return false;
		this.#lastProgress = now;
		return true;
	}
}
