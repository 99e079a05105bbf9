/**
 * urlsieve at the edge: `POST /normalize` and `POST /dedupe` process lists as streams, `GET /?url=` explains one reference.
 *
 * Requests share no state: each has its own normalizer and set.
 */
import { createNormalizer, engine, type NormalizeOptions, type Normalizer, SeenSet } from "urlsieve";
import { inspect } from "urlsieve/text";
import { type Limits, limitsOf, tooManyOctets } from "./limits";
import { Refusal, responseFor } from "./refusal";
import { responseOf, withinLimits, withinSetLimit } from "./streams";

type Handler = (request: Request, query: URLSearchParams, limits: Limits) => Response | Promise<Response>;

const ROUTES: { readonly [path: string]: { readonly methods: readonly string[]; readonly handle: Handler } } = {
	"/": { methods: ["GET", "HEAD"], handle: explainOne },
	"/normalize": { methods: ["POST"], handle: normalizeList },
	"/dedupe": { methods: ["POST"], handle: dedupeList },
};
const LIST_TYPE = /^text\/plain *(; *charset="?(utf-8|us-ascii)"? *)?$/i;

export default {
	async fetch(request: Request, variables: Limits): Promise<Response> {
		try {
			return await route(request, limitsOf(variables));
		} catch (error) {
			return responseFor(error);
		}
	},
};

function route(request: Request, limits: Limits): Response | Promise<Response> {
	const { pathname, searchParams } = new URL(request.url);
	const found = Object.hasOwn(ROUTES, pathname) ? ROUTES[pathname] : undefined;
	if (found === undefined) throw new Refusal(404, "not-found", `The paths are ${Object.keys(ROUTES).join(", ")}.`);
	if (found.methods.includes(request.method)) return found.handle(request, searchParams, limits);
	const allow = found.methods.join(", ");
	throw new Refusal(405, "method-not-allowed", `${pathname} accepts ${allow} only.`, {}, { allow });
}

/** Returns the normal form of `?url=`, the steps to it, and findings about what may be dangerous or misleading. */
function explainOne(_request: Request, query: URLSearchParams): Response {
	const url = query.get("url");
	if (url === null) throw new Refusal(400, "missing-url", "Pass the reference, percent-encoded, as /?url=.");
	const explanation = createNormalizer().explain(url);
	const [first] = explanation.steps;
	// Normalization removes white space, but `inspect` regards it as part of the reference.
	const findings = inspect(first?.rule === "white-space" ? first.after : url);
	return Response.json({ normal: explanation.value, explanation, findings, engine });
}

function normalizeList(request: Request, query: URLSearchParams, limits: Limits): Promise<Response> {
	const list = listOf(request, limits);
	return listResponse(list.pipeThrough(normalizerOf(query).lineStream()));
}

/** Memory grows only with the number of distinct references, and is released after the request. */
function dedupeList(request: Request, query: URLSearchParams, limits: Limits): Promise<Response> {
	const list = listOf(request, limits);
	const normalizer = normalizerOf(query);
	const seen = new SeenSet({ normalizer });
	return listResponse(list.pipeThrough(normalizer.dedupeStream(seen)).pipeThrough(withinSetLimit(seen, limits)));
}

/** `?invalid=` sets what happens to lines that cannot be normalized: `keep` (default), `drop`, `blank` or `fail`. */
function normalizerOf(query: URLSearchParams): Normalizer {
	const invalid = query.get("invalid") ?? undefined;
	return createNormalizer({ invalid: invalid as NormalizeOptions["invalid"] });
}

/** The list in the body of a request. Throws a Refusal if the headers already show a wrong type or size. */
function listOf({ headers, body }: Request, limits: Limits): ReadableStream<Uint8Array> {
	if (!LIST_TYPE.test(headers.get("content-type") ?? "text/plain")) {
		throw new Refusal(415, "unsupported-type", "A list must be text/plain in UTF-8.", {}, { accept: "text/plain" });
	}
	if ((headers.get("content-encoding") ?? "identity").toLowerCase() !== "identity") {
		throw new Refusal(
			415,
			"unsupported-encoding",
			"A list must be sent without content-encoding.",
			{},
			{ "accept-encoding": "identity" },
		);
	}
	if (Number(headers.get("content-length")) > limits.MAX_BODY_OCTETS) throw tooManyOctets(limits.MAX_BODY_OCTETS);
	return withinLimits(body ?? new Blob([]).stream(), limits);
}

function listResponse(octets: ReadableStream<Uint8Array>): Promise<Response> {
	return responseOf(octets, { "content-type": "text/plain; charset=utf-8", "x-urlsieve-engine": engine });
}
