/** One reference through the crawl kernel: string → octets → URL → string. */

import { Address, Component, Limit, UNCHANGED } from "../../assembly/layout/addresses";
import { CrawlAddress } from "../../assembly/layout/crawl-addresses";
import { CrawlFlag, Profile } from "../../assembly/layout/crawl-options";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { MAX_QUESTIONS } from "../../assembly/policy/rewrite/room";
import { UriError } from "../errors";
import { textError } from "../input";
import type { NormalOctets } from "../reference/reference";
import { shapeIn } from "../reference/shape";
import { decode, decodeUtf8, encode, firstLoneSurrogate, indexOfOctet, NOT_TEXT, TOO_LONG } from "../reference/transcode";
import type { Forms } from "../rules/rules";
import { encoder } from "../utf8";
import { crawlError } from "./crawl-errors";
import type { CrawlWorkspace } from "./crawl-kernel";
import type { CrawlSettings } from "./crawl-options";

/** Returns the fetch form of a reference, or the very same string if it already has it. Returns errors, does not throw them. */
export function fetchForm(reference: string, settings: CrawlSettings, workspace: CrawlWorkspace, flags = 0): string | UriError {
	return form("normalize", reference, settings, workspace, flags);
}

/** Returns the key of a reference, or the very same string if it is its own key. Returns errors, does not throw them. */
export function keyForm(reference: string, settings: CrawlSettings, workspace: CrawlWorkspace): string | UriError {
	return form("key", reference, settings, workspace, 0);
}

/** `flags` are 0, or Flag.RESOLVE: a target of RFC 3986 need not be US-ASCII. */
function form(
	name: "normalize" | "key",
	reference: string,
	settings: CrawlSettings,
	workspace: CrawlWorkspace,
	flags: number,
): string | UriError {
	const length = encodeScalars(reference, settings, workspace);
	if (typeof length !== "number") return length;
	const end = run(name, length, settings, workspace, flags);
	if (end === UNCHANGED) return reference;
	if (end < 0) return failure(reference, -end, workspace);
	const isAscii = flags === 0 && !isEmulation(settings);
	return (isAscii ? decode : decodeUtf8)(workspace, workspace.output, end);
}

/** Returns both forms of a reference, in one pass. Returns errors, does not throw them. */
export function bothForms(reference: string, settings: CrawlSettings, workspace: CrawlWorkspace): Forms | UriError {
	const length = encodeScalars(reference, settings, workspace);
	if (typeof length !== "number") return length;
	const end = run("both", length, settings, workspace, 0);
	if (end < 0) return failure(reference, -end, workspace);
	const { words } = workspace.kernel;
	const text = (at: number) => {
		const address = (CrawlAddress.FORMS + at) >> 2;
		const isAscii = !isEmulation(settings);
		return (isAscii ? decode : decodeUtf8)(workspace, words[address] as number, words[address + 1] as number);
	};
	return { fetch: text(0), key: text(8) };
}

/** Writes the fingerprint of the key of a reference to the fingerprints of the workspace. Returns its error, if it has no key. */
export function fingerprintKey(
	reference: string,
	settings: CrawlSettings,
	workspace: CrawlWorkspace,
	key: Uint8Array,
): UriError | undefined {
	const own = keyOctets(reference, settings, workspace);
	if (own instanceof UriError) return own;
	workspace.setKey(key);
	workspace.kernel.call.fingerprint(workspace.key, own.start, own.end, workspace.fingerprints);
	return undefined;
}

/** Returns the shape of the key of a reference. Returns errors, does not throw them. */
export function shapeOf(reference: string, settings: CrawlSettings, workspace: CrawlWorkspace): string | UriError {
	const key = keyOctets(reference, settings, workspace);
	return key instanceof UriError ? key : shapeIn(workspace, key, !isEmulation(settings), reference);
}

/** Leaves the key of a reference in the kernel's memory, where it is valid until the next call. */
function keyOctets(reference: string, settings: CrawlSettings, workspace: CrawlWorkspace): NormalOctets | UriError {
	const length = encodeScalars(reference, settings, workspace);
	if (typeof length !== "number") return length;
	const end = run("key", length, settings, workspace, 0);
	if (end === UNCHANGED) return { start: workspace.input, end: workspace.input + length };
	return end < 0 ? failure(reference, -end, workspace) : { start: workspace.output, end };
}

/** Whether the rules are those of another library. Its forms need not be US-ASCII, and it resolves nothing. */
export function isEmulation({ word }: CrawlSettings): boolean {
	return (word & CrawlFlag.PROFILE) !== Profile.WHATWG;
}

/** Resolves a reference against a base: see `CrawlNormalizer.resolve`. Returns errors, does not throw them. */
export function resolveForm(
	reference: string,
	base: string,
	settings: CrawlSettings,
	workspace: CrawlWorkspace,
): string | UriError {
	const problem = putBase(base, settings, workspace);
	return problem ?? fetchForm(reference, settings, workspace, Flag.RESOLVE);
}

/**
 * Makes a reference the base of the next calls. Returns the error if it cannot be one, or if the profile resolves nothing,
 * `profile-cannot`.
 */
export function putBase(base: string, settings: CrawlSettings, workspace: CrawlWorkspace): UriError | undefined {
	if (isEmulation(settings)) return crawlError(Status.PROFILE_CANNOT, Component.NONE, 0, base);
	if (workspace.hasBase(base, settings.word)) return undefined;
	const octets = baseOctets(base, settings, workspace);
	if (octets instanceof UriError) return octets;
	const status = workspace.setBase({ text: base, octets, resolution: settings.word });
	if (status === Status.OK) return undefined;
	workspace.dropBase();
	return failure(base, -status, workspace, workspace.base);
}

/** The base as the kernel takes it: on rfc3986 as it stands, otherwise a URL of the URL Standard, whatever the rules of a policy. */
function baseOctets(base: string, settings: CrawlSettings, workspace: CrawlWorkspace): Uint8Array | UriError {
	if (settings.policy && settings.policy.base !== "whatwg") {
		const length = encodeScalars(base, settings, workspace);
		return typeof length === "number" ? workspace.inputOctets.slice(0, length) : length;
	}
	const url = fetchForm(base, { ...settings, word: settings.word & ~CrawlFlag.POLICY }, workspace);
	if (typeof url === "string") return encoder.encode(url);
	return crawlError(Status.BASE_NOT_ABSOLUTE, Component.NONE, url.offset, base);
}

/** Encodes a string as UTF-8, lone surrogates as U+FFFD: WebIDL's USVString. Returns the number of octets. */
function encodeScalars(text: string, settings: CrawlSettings, workspace: CrawlWorkspace): number | UriError {
	const length = encode(text, workspace);
	if (length >= 0) return length;
	if (length === NOT_TEXT) throw textError(text, "reference");
	if (length === TOO_LONG) return tooLong(text);
	if (!settings.replacesSurrogates) return crawlError(Status.ILL_FORMED_STRING, Component.NONE, firstLoneSurrogate(text), text);
	const octets = encoder.encode(text);
	if (octets.length > Limit.REFERENCE) return tooLong(text);
	workspace.reserve(octets.length);
	workspace.inputOctets.set(octets);
	return octets.length;
}

function run(
	name: "normalize" | "key" | "both",
	length: number,
	settings: CrawlSettings,
	workspace: CrawlWorkspace,
	flags: number,
): number {
	const { kernel, input, output } = workspace;
	const word = settings.word | flags;
	let end = kernel.call[name](word, input, input + length, output);
	// Each round of rewrites may have a question. Or one is about a host and one about its registrable domain, for which the first is asked again.
	for (let questions = 0; end < 0 && questions < MAX_QUESTIONS && workspace.answer(-end, settings); ++questions) {
		end = kernel.call[name](word, input, input + length, output);
	}
	return end;
}

function tooLong(text: string): UriError {
	return crawlError(Status.TOO_LONG, Component.NONE, indexOfOctet(text, Limit.REFERENCE), text);
}

function failure(reference: string, status: number, workspace: CrawlWorkspace, start = workspace.input): UriError {
	const words = workspace.kernel.words;
	const octet = (words[Address.FAILURE_AT >> 2] as number) - start;
	return crawlError(status, words[Address.FAILURE >> 2] as number, indexOfOctet(reference, octet), reference);
}
