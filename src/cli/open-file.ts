/** An open file, and its name for messages. */
export interface OpenFile {
	readonly descriptor: number;
	readonly name: string;
}
