/** Something that is open, and what it is called. */
export interface OpenFile {
	readonly descriptor: number;
	readonly name: string;
}
