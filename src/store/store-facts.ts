/** The facts that `urlsieve seen stat` shows. */
export interface StoreFacts {
	readonly count: number;
	readonly runs: readonly { readonly count: number; readonly size: number }[];
	readonly logged: number;
	readonly size: number;
	/** Octets of no use until the file is rewritten. */
	readonly dead: number;
	/** Octets after the last valid record of the log: left by a kill, following damage, or being written. */
	readonly torn: number;
	/** Whether the other root is invalid: torn by a kill, or damaged. Keys that only it acknowledges are missing. */
	readonly hasTornRoot: boolean;
	readonly generation: number;
}
