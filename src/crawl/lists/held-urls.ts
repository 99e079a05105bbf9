// Which URLs an exception holds for, as a text in which "*" is anything: its pattern up to where the query could complete a match.
//
//   ^https?:\/\/(?:[a-z0-9-]+\.)*?shop(?:\.[a-z]{2,}){1,}\/gp\/.*?cart    shop.*/gp/*
//   ^https?:\/\/[^/]+\/[^/]+\/settings                                    every host
import { Octet } from "../../../assembly/octets/char";
import { ANY_IN_LINE, hasOctet, type OctetSet, oneOctet, union } from "../regex/octet-set";
import { isAnchored, literalOctet, type Regex } from "../regex/regex";
import type { UrlTest } from "../schema/filter";

export const EVERY_HOST = "every host";
const MAX_NAMES = 3;

/** The URLs as text. */
export function heldUrls({ pattern, host, hosts, exceptHosts }: UrlTest): string {
	const names = hosts ?? (host === undefined ? undefined : [host]);
	const path = pattern !== undefined && isAnchored(pattern) ? textOf(pattern) : EVERY_HOST;
	if (names === undefined) return exceptHosts === undefined ? path : `${path} but ${shortened(exceptHosts)}`;
	return path === EVERY_HOST || hosts !== undefined ? shortened(names) : path;
}

function shortened(names: readonly string[]): string {
	const rest = names.length - MAX_NAMES;
	return names.slice(0, MAX_NAMES).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function textOf(pattern: Regex): string {
	const { text } = written(pattern, { text: "", isInPath: false, isCut: false });
	const [, urls = ""] = /^[^:]*:\/\/(.*)$/.exec(text.replace(/\*+/g, "*")) ?? [];
	return /^\*?(?:\/\*?)?\??$/.test(urls) ? EVERY_HOST : urls;
}

/** The part of a pattern that is written so far. */
interface Written {
	readonly text: string;
	/** Whether the "/" of the path may be in it, so that a "?" may follow. */
	readonly isInPath: boolean;
	/** Whether that is all that counts. */
	readonly isCut: boolean;
}

function written(regex: Regex, so: Written): Written {
	if (so.isCut) return so;
	if (regex.kind === "octets") return withOctet(regex.set, so);
	if (regex.kind === "sequence") return regex.parts.reduce((done, part) => written(part, done), so);
	if (regex.kind === "choice") return withChoice(regex.options, so);
	return regex.kind === "repeat" ? withRepeat(regex, so) : so;
}

function withOctet(set: OctetSet, { text, isInPath }: Written, isRepeated = false): Written {
	// A "." that stands by itself was meant as one.
	const octet = isDot(set) && !isRepeated ? Octet.DOT : literalOctet(set);
	if (octet === Octet.DOT) return { text: `${text}.`, isInPath, isCut: false };
	const mayBeSlash = hasOctet(set, Octet.SLASH) && text.includes("://");
	return {
		text: text + (octet === undefined ? "*" : String.fromCharCode(octet)),
		isInPath: isInPath || mayBeSlash,
		isCut: octet === Octet.QUESTION_MARK || (isInPath && hasOctet(set, Octet.QUESTION_MARK)),
	};
}

/** Whether a set is that of ".", but for the "?" that it may have lost. */
function isDot(set: OctetSet): boolean {
	return union(set, oneOctet(Octet.QUESTION_MARK)).join() === ANY_IN_LINE.join();
}

function withChoice(options: readonly Regex[], so: Written): Written {
	const all = options.map((option) => written(option, so));
	const texts = [...new Set(all.map(({ text }) => text.slice(so.text.length)))];
	return {
		text: so.text + (texts.length === 1 ? texts[0] : `(${texts.join("|")})`),
		isInPath: all.some(({ isInPath }) => isInPath),
		isCut: all.some(({ isCut }) => isCut),
	};
}

function withRepeat({ part, min, max }: Regex & { kind: "repeat" }, so: Written): Written {
	if (max === 0) return so;
	const turn = (from: Written) => (part.kind === "octets" && max > 1 ? withOctet(part.set, from, true) : written(part, from));
	const once = turn(so);
	const text = once.text.slice(so.text.length);
	// Labels before a host: the host stands for those below it, too.
	if (min === 0 && text.endsWith(".") && so.text.endsWith("://") && part.kind !== "octets") return so;
	const { isInPath, isCut } = max > 1 && !once.isCut ? turn(once) : once;
	const isAny = max > 1 && (min === 0 || part.kind === "octets");
	const repeated = isAny ? "*" : min === 0 ? `(${text})?` : text;
	return { text: so.text + repeated, isInPath, isCut };
}
