/** Reads a list that a policy names. */
import { type ReadList, readList } from "urlsieve/crawl";
import { formatOf } from "../src/crawl/lists/list-format";
import { readPart } from "./file-octets";

/** Octets that are read: more than a list may have, however long the file is. */
const MAX_READ = 1 << 21;

/** Recognizes the format by the content. Throws ListError, or ReadError. */
export async function readListFile(name: string, file: File): Promise<ReadList> {
	const octets = await readPart(file, 0, MAX_READ);
	return readList(formatOf(octets), octets, { name });
}
