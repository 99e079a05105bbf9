/** The sentences of errors that end a run of a worker. */
import { UrlsieveError } from "urlsieve";
import { ReadError } from "./file-octets";

export function sentenceOf(error: unknown): string {
	if (error instanceof ReadError || error instanceof UrlsieveError) return error.message;
	if (error instanceof RangeError) return "The browser has too little memory for this list.";
	return `Unexpected error: ${error}`;
}
