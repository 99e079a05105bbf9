/** What the worker answers when it does not do what it was asked for: JSON, always of the same shape. */
import { UriError } from "urlsieve";

/** Why a request is refused: thrown wherever that turns out, and caught where answers are made. */
export class Refusal extends Error {
	readonly status: number;
	readonly code: string;
	/** What else the answer says, beside `code` and `message`. */
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

/** The answer for whatever was thrown. */
export function answerFor(error: unknown): Response {
	const { status, code, message, details, headers } = refusalOf(error);
	return Response.json({ error: { code, message, ...details } }, { status, headers });
}

function refusalOf(error: unknown): Refusal {
	if (error instanceof Refusal) return error;
	if (!(error instanceof UriError)) return new Refusal(500, "internal-error", "The worker failed to answer.");
	const { code, message, component, offset } = error;
	if (code === "set-full") return new Refusal(503, code, message);
	return new Refusal(400, code, message, code === "invalid-option" ? {} : { component, offset });
}
