/** The failure for the content of a file of --seen: damage, another version, or keys of other rules. */
import { SetError, UrlsieveError } from "../../errors";
import { clause, EXIT, Failure } from "../../failure";

/** Names the file in errors about its content. Returns others as they are. */
export function contentFailure(path: string, error: unknown): unknown {
	if (!(error instanceof UrlsieveError) || error.code === "set-full") return error;
	return new Failure(EXIT.IO, `cannot read ${path}: ${reasonOf(error)}`);
}

/** Returns the reason why a file cannot be used, and advice. Only a file without the magic at its start is unusable at octet 0. */
function reasonOf(error: UrlsieveError): string {
	const reason = clause(error.message);
	const { differs, offset = 0 } = error instanceof SetError ? error : {};
	if (differs !== undefined) {
		const advice = differs === "profile" ? "" : ': see "I changed my policy" in docs/guide/days.md';
		return `${reason}; use that ${differs} or another file${advice} (${error.code})`;
	}
	return `${reason}${offset === 0 ? "; pass a file written by --seen" : ""}`;
}
