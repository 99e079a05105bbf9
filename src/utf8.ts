/**
 * UTF-8. The host's coders are made when they are first used: a host without them, such as jsdom, can import the package. None keeps
 * state from one call to the next.
 */

let coder: TextEncoder | undefined;

/** Encodes strings. */
export const encoder: Pick<TextEncoder, "encode" | "encodeInto"> = {
	encode: (text) => encoding().encode(text),
	encodeInto: (text, target) => encoding().encodeInto(text, target),
};

function encoding(): TextEncoder {
	coder ??= new TextEncoder();
	return coder;
}

/** Replaces octets that are not UTF-8 with U+FFFD, and keeps a byte order mark. */
export const decoder = /* @__PURE__ */ decoderWith({ ignoreBOM: true });
/** Throws TypeError for octets that are not UTF-8, and keeps a byte order mark. */
export const strictDecoder = /* @__PURE__ */ decoderWith({ fatal: true, ignoreBOM: true });
/** Replaces octets that are not UTF-8 with U+FFFD, and drops a byte order mark. */
export const textDecoder = /* @__PURE__ */ decoderWith({});

function decoderWith(options: TextDecoderOptions) {
	let coder: TextDecoder | undefined;
	return {
		decode(octets: Uint8Array): string {
			coder ??= new TextDecoder("utf-8", options);
			return coder.decode(octets);
		},
	};
}

/** The octets of US-ASCII text: for constants, which must not need the host. */
export function asciiOctets(text: string): Uint8Array<ArrayBuffer> {
	return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Most numbers are small: they are encoded once. */
const SMALL = 1000;
const smallNumbers: Uint8Array[] = [];

/** A number from 0 on in decimal. */
export function decimal(number: number): Uint8Array {
	if (number >= SMALL) return asciiOctets(String(number));
	smallNumbers[number] ??= asciiOctets(String(number));
	return smallNumbers[number];
}
