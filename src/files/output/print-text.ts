/** Short texts on standard output: answers, and help. */
import { STDOUT } from "../open-file";
import { OctetWriter } from "./octet-writer";

/** Writes a text to standard output. Throws Failure, or OutputClosed if the reader has closed the pipe. */
export function printText(text: string): void {
	new OctetWriter(STDOUT, "standard output").write(new TextEncoder().encode(text));
}
