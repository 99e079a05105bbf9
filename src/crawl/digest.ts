/** SHA-256, by the crawl kernel, which has it for hosts without JavaScript as well. */
import { crawlKernels, crawlWorkspace } from "./crawl-kernel";

const SIZE = 32;

/** The SHA-256 of octets, as lower-case hexadecimal. */
export function sha256(octets: Uint8Array): string {
	const workspace = crawlWorkspace(crawlKernels.fastest);
	workspace.reserve(octets.length);
	workspace.inputOctets.set(octets);
	const { kernel, input, output } = workspace;
	kernel.call.sha256(input, input + octets.length, output);
	return Array.from(kernel.octets.subarray(output, output + SIZE), (octet) => octet.toString(16).padStart(2, "0")).join("");
}
