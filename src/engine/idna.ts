/** A-labels, which the kernel requests from its host (assembly/reference/host.ts). */
import { Address, Limit } from "../../assembly/layout/addresses";
import { optionError } from "../input";
import { encoder, strictDecoder } from "../utf8";
import type { Kernel } from "./kernel";

/**
 * Converts a host name to A-labels in lower case (RFC 5891; UTS #46, non-transitional). Returns `undefined` if it cannot.
 *
 * The kernel refuses results that are not lower-case DNS names, or that could be read as an IPv4 address.
 */
export type ToAscii = (host: string) => string | undefined;

/** Questions about names that the kernel may ask its host. */
export interface HostKnowledge {
	readonly toAscii: ToAscii;
	/** The registrable domain of a host, by the Public Suffix List; undefined when it has none. */
	readonly registrableDomain?: ((host: string) => string | undefined) | undefined;
}

/** The platform's conversion, by `URL`. It follows the platform's Unicode version. */
export function platformToAscii(host: string): string | undefined {
	// URL.canParse is wrong here: optimized by Node.js 20, it reads a Latin-1 string as UTF-8 and returns false.
	try {
		return new URL(`http://${host}`).hostname;
	} catch {
		return undefined;
	}
}

/** The conversion by the option "idna". Throws OptionError `invalid-option` unless it is a function or false. */
export function asciiBy(idna: ToAscii | false): ToAscii {
	if (idna === false) return () => undefined;
	if (typeof idna !== "function") throw optionError("idna", "a function or false", idna);
	return idna;
}

/** Answers the kernel's pending question. An empty answer refuses a host that is not UTF-8 or has no A-labels. */
export function answerQuestion(kernel: Pick<Kernel, "octets" | "words">, toAscii: ToAscii): void {
	const length = kernel.words[Address.QUESTION_LENGTH >> 2] as number;
	const answer = encoder.encode(ask(kernel.octets.slice(Address.QUESTION, Address.QUESTION + length), toAscii));
	const fits = answer.length <= Limit.ANSWER;
	if (fits) kernel.octets.set(answer, Address.ANSWER);
	kernel.words[Address.ANSWER_LENGTH >> 2] = fits ? answer.length : 0;
}

function ask(octets: Uint8Array, toAscii: ToAscii): string {
	let host: string;
	try {
		host = strictDecoder.decode(octets);
	} catch {
		return "";
	}
	return toAscii(host) ?? "";
}
