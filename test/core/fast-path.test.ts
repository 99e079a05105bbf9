/** What the fast path restates for speed agrees with the rules it restates. */
import { describe, expect, it } from "vitest";
import { Class, is } from "../../assembly/octets/classes";
import { attach } from "../../assembly/octets/memory";
import { encoded } from "../../assembly/reference/percent";
import { defaultPort, findScheme, hasTrait, Trait } from "../../assembly/reference/schemes";
import { DELIMITER, HTTP, HTTP_PORT, HTTPS_PORT, S_DELIMITER } from "../../assembly/reference/web-words";
import { createKernel } from "../seams/kernels";

const kernel = createKernel("js");
attach({ octets: kernel.octets, words: kernel.words, view: new DataView(kernel.octets.buffer) });
const AREA = kernel.call.heapBase();

/** The first four octets of a text as a little-endian word. */
function wordOf(text: string): number {
	return [...text].reduce((word, character, index) => word | (character.charCodeAt(0) << (8 * index)), 0);
}

function rowOf(name: string): number {
	kernel.octets.set(new TextEncoder().encode(name), AREA);
	return findScheme(AREA, AREA + name.length);
}

describe("the words of http and https", () => {
	it.each([
		["http", DELIMITER, HTTP_PORT],
		["https", S_DELIMITER, HTTPS_PORT],
	])("spell %s as the scheme registry does, with its default port", (name, delimiter, port) => {
		expect([HTTP, delimiter]).toEqual([wordOf("http"), wordOf(`${name.slice(4)}://`.slice(0, 4))]);
		expect(port).toBe(wordOf(`:${defaultPort(rowOf(name))}`));
		expect(hasTrait(rowOf(name), Trait.SLASH_PATH)).toBe(true);
		expect(hasTrait(rowOf(name), Trait.DNS_HOST)).toBe(true);
		expect(hasTrait(rowOf(name), Trait.OPAQUE | Trait.KEEPS_TRIPLETS)).toBe(false);
	});
});

describe("the classes of the fast path", () => {
	it("pass as a plain host only what host-case keeps", () => {
		for (let octet = 0; octet < 256; ++octet) {
			if (is(octet, Class.PLAIN_HOST)) expect([octet, is(octet, Class.LOWER_REG_NAME)]).toEqual([octet, true]);
		}
	});

	it("have every octet that is special in a line outside the class of the index", () => {
		for (const octet of "\n\r\t %#|") expect([octet, is(octet.charCodeAt(0), Class.QUERY)]).toEqual([octet, false]);
	});
});

it("has each triplet with its hex digits in upper case", () => {
	for (let octet = 0; octet < 256; ++octet) {
		expect(encoded(octet)).toBe(wordOf(`%${octet.toString(16).toUpperCase().padStart(2, "0")}`));
	}
});
