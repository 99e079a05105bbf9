/**
 * urlsieve at the edge: `POST /normalize` and `POST /dedupe` stream lists through, `GET /?url=` explains one reference.
 *
 * Nothing is kept from one request to the next: each has a normalizer, and a set, of its own.
 */
import { createNormalizer, engine, type NormalizeOptions, type Normalizer, SeenSet } from "urlsieve";
import { inspect } from "urlsieve/text";
import { type Limits, limitsOf, tooManyOctets } from "./limits";
import { answerFor, Refusal } from "./refusal";
import { answerOf, whileSmall, withinLimits } from "./streams";

type Answer = (request: Request, query: URLSearchParams, limits: Limits) => Response | Promise<Response>;

const ROUTES: { readonly [path: string]: { readonly methods: readonly string[]; readonly answer: Answer } } = {
	"/": { methods: ["GET", "HEAD"], answer: explainOne },
	"/normalize": { methods: ["POST"], answer: normalizeList },
	"/dedupe": { methods: ["POST"], answer: dedupeList },
};
const LIST_TYPE = /^text\/plain *(; *charset="?(utf-8|us-ascii)"? *)?$/i;

export default {
	async fetch(request: Request, variables: Limits): Promise<Response> {
		try {
			return await route(request, limitsOf(variables));
		} catch (error) {
			return answerFor(error);
		}
	},
};

function route(request: Request, limits: Limits): Response | Promise<Response> {
	const { pathname, searchParams } = new URL(request.url);
	const found = Object.hasOwn(ROUTES, pathname) ? ROUTES[pathname] : undefined;
	if (found === undefined) throw new Refusal(404, "not-found", `There is ${Object.keys(ROUTES).join(", ")}.`);
	if (found.methods.includes(request.method)) return found.answer(request, searchParams, limits);
	const allow = found.methods.join(", ");
	throw new Refusal(405, "method-not-allowed", `${pathname} takes ${allow}.`, {}, { allow });
}

/** The normal form of `?url=`, the steps to it, and what may be dangerous or misleading in the reference. */
function explainOne(_request: Request, query: URLSearchParams): Response {
	const url = query.get("url");
	if (url === null) throw new Refusal(400, "missing-url", "Say which reference is meant: /?url=, percent-encoded.");
	const explanation = createNormalizer().explain(url);
	const [first] = explanation.steps;
	// White space counts for nothing in normalization, but `inspect` takes it for a part of the reference.
	const findings = inspect(first?.rule === "white-space" ? first.after : url);
	return Response.json({ normal: explanation.value, explanation, findings, engine });
}

function normalizeList(request: Request, query: URLSearchParams, limits: Limits): Promise<Response> {
	const list = listOf(request, limits);
	return listAnswer(list.pipeThrough(normalizerOf(query).lineStream()));
}

/** Memory grows with the number of different references alone, and is free again when the request is over. */
function dedupeList(request: Request, query: URLSearchParams, limits: Limits): Promise<Response> {
	const list = listOf(request, limits);
	const normalizer = normalizerOf(query);
	const seen = new SeenSet({ normalizer });
	return listAnswer(list.pipeThrough(normalizer.dedupeStream(seen)).pipeThrough(whileSmall(seen, limits)));
}

/** `?invalid=` says what becomes of a line that cannot be normalized: `keep`, unless given, `drop`, `blank` or `fail`. */
function normalizerOf(query: URLSearchParams): Normalizer {
	const invalid = query.get("invalid") ?? undefined;
	return createNormalizer({ invalid: invalid as NormalizeOptions["invalid"] });
}

/** The list in the body of a request, unless its headers say already that it is none, or too large. */
function listOf({ headers, body }: Request, limits: Limits): ReadableStream<Uint8Array> {
	if (!LIST_TYPE.test(headers.get("content-type") ?? "text/plain")) {
		throw new Refusal(415, "unsupported-type", "A list is of type text/plain, in UTF-8.", {}, { accept: "text/plain" });
	}
	if ((headers.get("content-encoding") ?? "identity").toLowerCase() !== "identity") {
		throw new Refusal(415, "unsupported-encoding", "A list is sent unpacked.", {}, { "accept-encoding": "identity" });
	}
	if (Number(headers.get("content-length")) > limits.MOST_OCTETS) throw tooManyOctets(limits.MOST_OCTETS);
	return withinLimits(body ?? new Blob([]).stream(), limits);
}

function listAnswer(octets: ReadableStream<Uint8Array>): Promise<Response> {
	return answerOf(octets, { "content-type": "text/plain; charset=utf-8", "x-urlsieve-engine": engine });
}
