/** Error responses: JSON, always of the same shape. */
import { UriError, UrlsieveError } from "urlsieve";

/** The reason to refuse a request. Thrown anywhere, caught by the worker's `fetch`. */
export class Refusal extends Error {
	readonly status: number;
	readonly code: string;
	/** Further properties of the error in the response. */
	readonly details: object;
	readonly headers: Record<string, string>;

	constructor(status: number, code: string, message: string, details: object = {}, headers: Record<string, string> = {}) {
		super(message);
		this.status = status;
		this.code = code;
		this.details = details;
		this.headers = headers;
	}
}

/** The response for any thrown value. */
export function responseFor(error: unknown): Response {
	const { status, code, message, details, headers } = refusalOf(error);
	return Response.json({ error: { code, message, ...details } }, { status, headers });
}

function refusalOf(error: unknown): Refusal {
	if (error instanceof Refusal) return error;
	if (!(error instanceof UrlsieveError)) return new Refusal(500, "internal-error", "The worker failed unexpectedly.");
	const { code, message } = error;
	if (code === "set-full") return new Refusal(503, code, message);
	return new Refusal(400, code, message, error instanceof UriError ? { component: error.component, offset: error.offset } : {});
}
