/**
 * TextEncoder and TextDecoder for engines that have only the language: Unicode is left to the host, by one function. The classes
 * have no more than src/ uses.
 *
 * The bundler injects them: bundle-engine.mjs.
 */

/**
 * Decodes octets as UTF-8. Arguments and result are JSON: the octets, a character for each; whether to return null unless they are
 * UTF-8; whether to keep a byte order mark.
 */
declare const decodeUtf8: (args: string) => string;

/** Octets in each call of `fromCharCode`: an engine has a limit of arguments. */
const CHUNK = 8192;

class Encoder {
	encode(text: string): Uint8Array<ArrayBuffer> {
		// A lone surrogate becomes U+FFFD.
		const octets = encodeURIComponent((text as string & { toWellFormed(): string }).toWellFormed());
		return fromBinary(octets.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))));
	}

	/** As the standard's, except that text which does not fit is left out as a whole. */
	encodeInto(text: string, target: Uint8Array): TextEncoderEncodeIntoResult {
		const octets = this.encode(text);
		if (octets.length > target.length) return { read: 0, written: 0 };
		target.set(octets);
		return { read: text.length, written: octets.length };
	}
}

class Decoder {
	readonly #fatal: boolean;
	readonly #ignoreBom: boolean;

	constructor(_label = "utf-8", { fatal = false, ignoreBOM = false } = {}) {
		this.#fatal = fatal;
		this.#ignoreBom = ignoreBOM;
	}

	decode(octets: Uint8Array): string {
		const text = JSON.parse(decodeUtf8(JSON.stringify([toBinary(octets), this.#fatal, this.#ignoreBom]))) as string | null;
		if (text === null) throw new TypeError("The octets are not UTF-8.");
		return text;
	}
}

/** A string with a character for each octet. */
export function toBinary(octets: Uint8Array): string {
	const parts: string[] = [];
	for (let at = 0; at < octets.length; at += CHUNK) parts.push(String.fromCharCode(...octets.subarray(at, at + CHUNK)));
	return parts.join("");
}

/** The octets of a string with a character for each. */
export function fromBinary(text: string): Uint8Array<ArrayBuffer> {
	const octets = new Uint8Array(text.length);
	for (let at = 0; at < text.length; ++at) octets[at] = text.charCodeAt(at);
	return octets;
}

export { Decoder as TextDecoder, Encoder as TextEncoder };
