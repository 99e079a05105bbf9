/** One reference through the crawl kernel: string → octets → URL → string. */
import { Address, Component, Limit, UNCHANGED } from "../../assembly/layout";
import { Flag } from "../../assembly/options";
import { Status } from "../../assembly/status";
import type { UriError } from "../errors";
import { decode, encode, firstLoneSurrogate, indexOfOctet, TOO_LONG } from "../transcode";
import { crawlError } from "./crawl-errors";
import type { CrawlWorkspace } from "./crawl-kernel";
import type { CrawlSettings } from "./crawl-options";
import { answerCrawlQuestion } from "./question";

const encoder = new TextEncoder();

/** The fetch form of a reference: the very string given when it has that form already. Errors are returned, not thrown. */
export function fetchForm(reference: string, settings: CrawlSettings, workspace: CrawlWorkspace, flags = 0): string | UriError {
	const length = encodeScalars(reference, settings, workspace);
	if (typeof length !== "number") return length;
	const end = run(length, settings, workspace, flags);
	if (end === UNCHANGED) return reference;
	return end > 0 ? decode(workspace, workspace.output, end) : failure(reference, -end, workspace);
}

/** The target of a reference against a base, normalized. Errors are returned, not thrown. */
export function resolveForm(
	reference: string,
	base: string,
	settings: CrawlSettings,
	workspace: CrawlWorkspace,
): string | UriError {
	const problem = putBase(base, settings, workspace);
	return problem ?? fetchForm(reference, settings, workspace, Flag.RESOLVE);
}

/** Makes a URL the base of the next calls. Returns the error if it cannot be one: `base-not-absolute`. */
function putBase(base: string, settings: CrawlSettings, workspace: CrawlWorkspace): UriError | undefined {
	if (workspace.hasBase(base, settings.word)) return undefined;
	const url = fetchForm(base, settings, workspace);
	if (typeof url !== "string") return crawlError(Status.BASE_NOT_ABSOLUTE, Component.NONE, url.offset, base);
	workspace.setBase({ text: base, octets: encoder.encode(url), resolution: settings.word });
	return undefined;
}

/** Encodes a string as UTF-8, lone surrogates as U+FFFD: WebIDL's USVString. Returns the number of octets. */
function encodeScalars(text: string, settings: CrawlSettings, workspace: CrawlWorkspace): number | UriError {
	const length = encode(text, workspace);
	if (length >= 0) return length;
	const isStrict = (settings.word & Flag.STRICT) !== 0;
	if (length === TOO_LONG) return tooLong(text);
	if (isStrict) return crawlError(Status.ILL_FORMED_STRING, Component.NONE, firstLoneSurrogate(text), text);
	const octets = encoder.encode(text);
	if (octets.length > Limit.REFERENCE) return tooLong(text);
	workspace.reserve(octets.length);
	workspace.inputOctets.set(octets);
	return octets.length;
}

function run(length: number, settings: CrawlSettings, workspace: CrawlWorkspace, flags: number): number {
	const { kernel, input, output } = workspace;
	const end = kernel.call.normalize(settings.word | flags, input, input + length, output);
	if (end !== -Status.NEEDS_ALABEL) return end;
	answerCrawlQuestion(kernel, settings.toAscii);
	return kernel.call.normalize(settings.word | flags, input, input + length, output);
}

function tooLong(text: string): UriError {
	return crawlError(Status.TOO_LONG, Component.NONE, indexOfOctet(text, Limit.REFERENCE), text);
}

function failure(reference: string, status: number, workspace: CrawlWorkspace): UriError {
	const words = workspace.kernel.words;
	const octet = (words[(Address.FAILURE + 4) >> 2] as number) - workspace.input;
	return crawlError(status, words[Address.FAILURE >> 2] as number, indexOfOctet(reference, octet), reference);
}
