/**
 * The texts with which the host of a URL must begin, at one of its labels, for an expression to match. Those that end the host go on into the
 * path. They spare most URLs its automaton.
 *
 * ```
 *   ^https?:\/\/(?:[a-z0-9-]+\.)*?(youtube\.com|youtu\.be)     youtube.com, youtu.be: all that the expression says
 *   ^https?:\/\/(?:[a-z0-9-]+\.)*?amazon(?:\.[a-z]{2,})+       amazon
 *   ^https?:\/\/a\.example\/login\?                              a.example/login
 *   ^https?:\/\/[^/]+\/x                                       none
 * ```
 */
import { parseRegex } from "../regex/parse-regex";
import { flattened, literalOctet, type Regex } from "../regex/regex";

export interface HostTexts {
	readonly texts: readonly string[];
	/** Whether the expression says no more. */
	readonly isAll: boolean;
}

const MAX_TEXTS = 8;
/** No host has it. */
const NEVER = "/";
const LABELS = JSON.stringify(parseRegex("(?:[a-z0-9-]+\\.)*", "i"));
const HOST_OCTET = /^[a-z0-9_.-]$/;

/** A beginning of host and path, and whether what follows it is open. */
interface Start {
	readonly text: string;
	readonly isOpen: boolean;
}

/** The texts of an expression; undefined if there are none, or too many. */
export function hostTextsOf(regex: Regex): HostTexts | undefined {
	const parts = flattened(regex);
	if (parts[0]?.kind !== "start") return undefined;
	const scheme = schemeIn(parts);
	if (scheme === undefined) return undefined;
	if (scheme.length === 0) return { texts: [NEVER], isAll: false };
	const rest = parts.slice(1 + scheme.length);
	const hasLabels = JSON.stringify(rest[0]) === LABELS;
	const starts = startsOf(hasLabels ? rest.slice(1) : rest, [{ text: "", isOpen: true }]);
	const texts = [...new Set(starts?.map(({ text }) => text.replace(/^(?:www\.)+/, "")))];
	if (starts === undefined || texts.includes("")) return undefined;
	const isAll = hasLabels && scheme.isEither && starts.every(({ text, isOpen }) => isOpen && !text.startsWith("www."));
	return { texts, isAll: isAll && !texts.some(hasPath) };
}

/** The parts of the scheme, through "//"; of another scheme than http and https, none; undefined if the expression has no literal one. */
function schemeIn(parts: readonly Regex[]): { readonly length: number; readonly isEither: boolean } | undefined {
	const octets = parts.slice(1, 10).map(octetOf);
	if (octets[0] === undefined) return undefined;
	if (octets[0] !== "h") return { length: 0, isEither: false };
	const text = octets.map((octet) => octet ?? "?").join("");
	const isEither = text.startsWith("http?://") && isOptional(parts[5]);
	if (isEither || text.startsWith("https://")) return { length: 8, isEither };
	return text.startsWith("http://") ? { length: 7, isEither: false } : undefined;
}

function octetOf(part: Regex): string | undefined {
	const octet = part.kind === "octets" ? literalOctet(part.set) : undefined;
	return octet === undefined ? undefined : String.fromCharCode(octet);
}

/** Whether a part is `s?`. */
function isOptional(part: Regex | undefined): boolean {
	return part?.kind === "repeat" && part.min === 0 && part.max === 1 && octetOf(flattened(part.part)[0] ?? part.part) === "s";
}

/** The possible starts of the parts, each after one of these starts. */
function startsOf(parts: readonly Regex[], starts: readonly Start[]): readonly Start[] | undefined {
	let all: readonly Start[] | undefined = starts;
	for (const part of parts) {
		if (!all?.some(({ isOpen }) => isOpen)) break;
		all = all.length > MAX_TEXTS ? undefined : all.flatMap((start) => (start.isOpen ? goneOn(start, part) : [start]));
	}
	return all !== undefined && all.length > MAX_TEXTS ? undefined : all;
}

/** Whether an octet is part of the text after these. A path begins after a host: the text "/" is that of none. */
function isText(octet: string, before: string): boolean {
	return HOST_OCTET.test(octet) || (octet === "/" && before !== "");
}

function hasPath(text: string): boolean {
	return text.includes("/");
}

function goneOn({ text }: Start, part: Regex): readonly Start[] {
	const closed = { text, isOpen: false };
	const octet = octetOf(part);
	if (octet !== undefined) return [isText(octet, text) ? { text: text + octet, isOpen: true } : closed];
	if (hasPath(text)) return [closed];
	if (part.kind === "sequence") return startsOf(part.parts, [{ text, isOpen: true }]) ?? [closed];
	if (part.kind === "choice") return part.options.flatMap((option) => goneOn({ text, isOpen: true }, option));
	if (part.kind !== "repeat" || part.max !== 1) return [closed];
	const once = goneOn({ text, isOpen: true }, part.part);
	return part.min === 0 ? [{ text, isOpen: true }, ...once] : once;
}
