/** Lists with duplicates. */

const REJECTS = ["1http://a", "http://[", "http://a:b/", "http:///", "http://[::1%25a", "x://u[@h", "https://"];

/** A list of `count` lines with duplicates, equivalent spellings, every kind of reject, and every line end. */
export function listOfDuplicates(count: number, seed: number): string {
	let state = seed;
	const next = (limit: number) => {
		state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
		return (state >>> 8) % limit;
	};
	const lines = Array.from({ length: count }, () => {
		const number = next(count >> 1);
		const page = `/${"path/".repeat(number % 5)}page-${number}?q=${number % 7}`;
		const kinds = [
			() => `http://example.com${page}`,
			() => `https://www.example.org${page}`,
			() => `HTTP://EXAMPLE.com:80${page}`,
			() => `http://example.com/./x/..${page.replace("page", "%70age")}`,
			() => `http://bücher.example${page}`,
			() => `${REJECTS[number % REJECTS.length]}${number}`,
			() => ` http://example.com${page}\t`,
			() => `http://example.com/${"long".repeat(number % 600)}`,
			() => "",
			() => `mailto:a${number}@EXAMPLE.com`,
		];
		const kind = kinds[next(14) % kinds.length] as () => string;
		return `${kind()}${next(9) === 0 ? "\r" : ""}\n`;
	});
	return lines.join("");
}
