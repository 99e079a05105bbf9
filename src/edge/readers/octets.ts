/**
 * The steps from a target to the path that a reader routes on. Targets and paths are octets: one UTF-16 unit each.
 *
 * ```
 *   D  decode          /a%2Fb → /a/b        M  merge slashes        /a//b → /a/b
 *   U  unreserved      /%61%2F → /a%2F      R  remove dot segments  /a/../b → /b
 * ```
 */

export const TRIPLET = /%([0-9A-Fa-f]{2})/g;
const UNRESERVED = /[A-Za-z0-9._~-]/;

const octetOf = (digits: string) => String.fromCharCode(Number.parseInt(digits, 16));

/** D: decodes each triplet once. `%` without two digits stays. */
export function decode(text: string): string {
	return text.includes("%") ? text.replace(TRIPLET, (_, digits: string) => octetOf(digits)) : text;
}

/** U: decodes the triplets of unreserved characters. */
export function decodeUnreserved(text: string): string {
	return text.replace(TRIPLET, (triplet, digits: string) => {
		const octet = octetOf(digits);
		return UNRESERVED.test(octet) ? octet : triplet;
	});
}

/** M. */
export function mergeSlashes(path: string): string {
	return path.replace(/\/{2,}/g, "/");
}

/**
 * R: RFC 3986 §5.2.4 for a path that begins with `/`. Undefined if it leads above the root and `clamps` is false. `isDot`: what a dot
 * segment is besides `.` and `..`, as the number of its dots.
 */
export function removeDots(path: string, clamps = true, dotsOf = plainDots): string | undefined {
	if (!/\/[.%]/.test(path)) return path;
	const kept: string[] = [];
	const segments = path.slice(1).split("/");
	for (const [index, segment] of segments.entries()) {
		const dots = dotsOf(segment);
		if (dots === 0) kept.push(segment);
		else {
			if (dots === 2 && kept.pop() === undefined && !clamps) return undefined;
			if (index === segments.length - 1) kept.push("");
		}
	}
	return `/${kept.join("/")}`;
}

function plainDots(segment: string): number {
	return segment === "." ? 1 : segment === ".." ? 2 : 0;
}

/** Whether a `%` is followed by anything but two hexadecimal digits. */
export function hasBadTriplet(text: string): boolean {
	return /%(?![0-9A-Fa-f]{2})/.test(text);
}

/** `decodeURIComponent` as octets. Undefined where that throws: for a `%` without two digits, and for triplets that are not UTF-8. */
export function fromUtf8(text: string): string | undefined {
	try {
		return octetsOf(decodeURIComponent(text));
	} catch {
		return undefined;
	}
}

/** The UTF-8 of a text. */
export function octetsOf(text: string): string {
	return text.replace(/[^\0-\x7f]+/g, (run) => decode(encodeURIComponent(run)));
}

/** The text without these characters at its end. A regular expression would try every run of them: quadratic time. */
export function trimEnd(text: string, characters: string): string {
	let end = text.length;
	while (end > 0 && characters.includes(text[end - 1] as string)) --end;
	return text.slice(0, end);
}

/** Whether there is a control character of US-ASCII. */
export function hasControl(text: string): boolean {
	return /[^ -~\x80-\xff]/.test(text);
}

/** Encodes what `kept` does not match, a single octet each. */
export function encodeExcept(path: string, kept: RegExp): string {
	return Array.from(path, (octet) => (kept.test(octet) ? octet : triplet(octet))).join("");
}

/** The triplet of an octet. */
export function triplet(octet: string): string {
	return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
