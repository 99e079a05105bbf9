/** Comments of lists, as the kernel reads them (assembly/lines/admitted.ts), for lines that are text. */

/** Whether a line is a comment: blank, or with "#" first after octets up to SPACE. */
export function isComment(line: string): boolean {
	for (let at = 0; at < line.length; ++at) if (line.charCodeAt(at) > 0x20) return line.charCodeAt(at) === 0x23;
	return true;
}
