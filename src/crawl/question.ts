/** A-labels for the crawl kernel: the platform converts the whole host, and the kernel checks the result. */
import { CrawlAddress, CrawlLimit } from "../../assembly/crawl-layout";
import { Address } from "../../assembly/layout";
import type { ToAscii } from "../engine/idna";
import { answerQuestion } from "../engine/idna";
import type { Kernel } from "../engine/kernel";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** Answers the question that the kernel has left: one of the URL Standard's host parser, or one of RFC 3986's rules. */
export function answerCrawlQuestion(kernel: Pick<Kernel, "octets" | "words">, toAscii: ToAscii): void {
	const start = kernel.words[CrawlAddress.QUESTION_AT >> 2] as number;
	if (start === 0) {
		answerQuestion(kernel, toAscii);
		return;
	}
	const end = kernel.words[CrawlAddress.QUESTION_END >> 2] as number;
	const answer = encoder.encode(toAscii(decoder.decode(kernel.octets.subarray(start, end))) ?? "");
	const fits = answer.length <= CrawlLimit.ANSWER;
	if (fits) kernel.octets.set(answer, CrawlAddress.ANSWER);
	kernel.words[Address.ANSWER_LENGTH >> 2] = fits ? answer.length : 0;
}
