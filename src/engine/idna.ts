/** A-labels: the one thing that the kernel asks its host for (assembly/host.ts). */
import { Address, Limit } from "../../assembly/layout";
import type { Kernel } from "./kernel";

/**
 * Turns a host name into A-labels (RFC 5891; UTS #46, non-transitional), in lower case, or answers `undefined` when it cannot.
 *
 * The kernel takes no answer that is not a name in the DNS in lower case, or that reads as an IPv4 address.
 */
export type ToAscii = (host: string) => string | undefined;

/** The platform's own: what `URL` makes of the host. Its tables are those of the platform's Unicode version. */
export function platformToAscii(host: string): string | undefined {
	// Not by URL.canParse: in Node.js 20, once optimized, it takes the octets of a Latin-1 string for UTF-8 and answers no.
	try {
		return new URL(`http://${host}`).hostname;
	} catch {
		return undefined;
	}
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Answers the question that the kernel has left. A host that is not UTF-8, or that has no A-labels, is refused. */
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
		host = decoder.decode(octets);
	} catch {
		return "";
	}
	return toAscii(host) ?? "";
}
