/** A-labels for the crawl kernel: the platform converts the whole host, and the kernel checks the result. */

import { Address, REFUSED } from "../../assembly/layout/addresses";
import { CrawlAddress, CrawlLimit, Question } from "../../assembly/layout/crawl-addresses";
import { answerQuestion, type HostKnowledge } from "../engine/idna";
import type { Kernel } from "../engine/kernel";
import { decoder, encoder } from "../utf8";

/**
 * Answers the kernel's pending question. It asks for A-labels (as the URL Standard, an emulated library or RFC 3986 defines them)
 * or for the registrable domain.
 */
export function answerCrawlQuestion(
	kernel: Pick<Kernel, "octets" | "words">,
	{ toAscii, registrableDomain }: HostKnowledge,
): void {
	const start = kernel.words[CrawlAddress.QUESTION_AT >> 2] as number;
	if (start === 0) {
		answerQuestion(kernel, toAscii);
		return;
	}
	const end = kernel.words[CrawlAddress.QUESTION_END >> 2] as number;
	const host = decoder.decode(kernel.octets.subarray(start, end));
	if (kernel.words[CrawlAddress.QUESTION_KIND >> 2] === Question.REGISTRABLE) {
		const domain = registrableDomain?.(host) ?? "";
		kernel.words[CrawlAddress.REGISTRABLE >> 2] = host.endsWith(domain) ? domain.length : 0;
		return;
	}
	const text = toAscii(host);
	const answer = encoder.encode(text);
	const isKnown = text !== undefined && answer.length <= CrawlLimit.ANSWER;
	if (isKnown) kernel.octets.set(answer, CrawlAddress.ANSWER);
	kernel.words[Address.ANSWER_LENGTH >> 2] = isKnown ? answer.length : REFUSED;
}
