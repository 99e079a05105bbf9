/** Sentences of the documents about a reference and a base. Checks the package or the oracle. */
import { describe, expect, it } from "vitest";
import type { Resolver } from "./resolution";

const BASE = "http://a/b/c/d;p?q";
const IN_2003 = { edition: "2003" } as const;
const IN_1997 = { edition: "1997" } as const;

/** One test per sentence of the three editions. */
export function describeResolutionSentences(resolver: Resolver): void {
	describe("RFC 3986", () => describeSentencesOf2005(resolver));
	describe("draft-fielding-uri-rfc2396bis-01", () => describeSentencesOf2003(resolver));
	describe("draft-fielding-url-syntax-05", () => describeSentencesOf1997(resolver));
}

function describeSentencesOf2005({ resolve, isSameDocument, establishBase }: Resolver): void {
	it('§4.2: a first segment with a colon "must be preceded by a dot-segment to make a relative-path reference"', () => {
		expect(resolve("./this:that", BASE)).toBe("http://a/b/c/this:that");
		expect(resolve("this:that", BASE)).toBe("this:that");
	});

	it('§4.4: a same-document reference is to a URI that is "aside from its fragment component, identical to the base URI"', () => {
		for (const reference of ["", "#", "#s", "d;p?q", "?q", "?q#s", `${BASE}#s`, "//a/b/c/d;p?q"]) {
			expect(isSameDocument(reference, BASE)).toBe(true);
		}
		for (const reference of ["?", "?y", "d;p", "g", ".", "/", "http:", "//a"])
			expect(isSameDocument(reference, BASE)).toBe(false);
	});

	it("§4.4: ignores the fragment of the base", () => {
		expect(isSameDocument("#s", "http://a/b#t")).toBe(true);
		expect(isSameDocument("", "http://a/b#t")).toBe(true);
	});

	it('§5.1: "A base URI must conform to the <absolute-URI> syntax": a base without a scheme is refused', () => {
		for (const base of ["", "a", "/a", "//a/b", "?q", "#s"]) {
			expect(() => resolve("g", base)).toThrow(expect.objectContaining({ code: "base-not-absolute" }));
		}
	});

	it('§5.1: a base obtained from a reference is "stripped of any fragment component prior to its use as a base URI"', () => {
		expect(establishBase({ retrieval: "http://a/b#s" })).toBe("http://a/b");
		expect(resolve("", "http://a/b?q#s")).toBe("http://a/b?q");
		expect(resolve("?y", "http://a/b?q#s")).toBe("http://a/b?y");
		expect(resolve("g", "http://a/b?q#s")).toBe("http://a/g");
	});

	it('§5.1: "the innermost defined base URI has the highest precedence"', () => {
		const sources = { embedded: "x:e", encapsulating: "x:n", retrieval: "x:r", fallback: "x:f" };
		const { embedded, ...fromEncapsulating } = sources;
		const { encapsulating, ...fromRetrieval } = fromEncapsulating;
		const { retrieval, ...fromFallback } = fromRetrieval;
		expect(establishBase(sources)).toBe(embedded);
		expect(establishBase(fromEncapsulating)).toBe(encapsulating);
		expect(establishBase(fromRetrieval)).toBe(retrieval);
		expect(establishBase(fromFallback)).toBe("x:f");
		expect(establishBase({})).toBe(undefined);
	});

	it('§5.2.1: "only the scheme component is required to be present in a base URI; the others may be empty or undefined"', () => {
		expect(resolve("g", "x:")).toBe("x:g");
		expect(resolve("?y", "x:")).toBe("x:?y");
		expect(resolve("", "x:")).toBe("x:");
		expect(resolve("//g", "x:")).toBe("x://g");
	});

	it('§5.2.1: "Normalization of the base URI is optional": it is kept unchanged', () => {
		expect(resolve("g", "HTTP://A:80/%7e/b")).toBe("HTTP://A:80/%7e/g");
		expect(resolve("?y", "http://a/b/../c")).toBe("http://a/b/../c?y");
	});

	it('§5.2.2: "A non-strict parser may ignore a scheme in the reference if it is identical to the base URI\'s scheme"', () => {
		expect(resolve("http:?y", BASE, { strict: false })).toBe("http://a/b/c/d;p?y");
		expect(resolve("http:/g", BASE, { strict: false })).toBe("http://a/g");
		expect(resolve("http://g", BASE, { strict: false })).toBe("http://g");
		expect(resolve("https:g", BASE, { strict: false })).toBe("https:g");
		expect(resolve("http:/g", BASE, { strict: true })).toBe("http:/g");
	});

	it("§5.2.2: removes dot-segments from references with a scheme, an authority or an absolute path", () => {
		expect(resolve("http://h/a/../b/./c", BASE)).toBe("http://h/b/c");
		expect(resolve("//h/a/../b/.", BASE)).toBe("http://h/b/");
		expect(resolve("/a/../b/..", BASE)).toBe("http://a/");
	});

	it('§5.2.3: "If the base URI has a defined authority component and an empty path", a slash comes before the reference\'s path', () => {
		expect(resolve("g", "http://a")).toBe("http://a/g");
		expect(resolve("g", "http://a?q")).toBe("http://a/g");
		expect(resolve("../g", "http://a")).toBe("http://a/g");
	});

	it('§5.2.3: "excluding the entire base URI path if it does not contain any / characters"', () => {
		expect(resolve("g", "x:y")).toBe("x:g");
		expect(resolve("g/h", "x:y?q")).toBe("x:g/h");
	});

	it('§5.3: "the distinction between a component that is undefined and a component that is empty"', () => {
		expect(resolve("?", BASE)).toBe("http://a/b/c/d;p?");
		expect(resolve("#", BASE)).toBe("http://a/b/c/d;p?q#");
		expect(resolve("g?#", BASE)).toBe("http://a/b/c/g?#");
		expect(resolve("//", BASE)).toBe("http://");
	});

	it('§5.4.2: "the .. syntax cannot be used to change the authority component of a URI"', () => {
		expect(resolve("../../../../../../../h/g", BASE)).toBe("http://a/h/g");
	});

	it('§5.4.2: dots "within the reference\'s query and fragment components" are not dot-segments', () => {
		expect(resolve("?../y", BASE)).toBe("http://a/b/c/d;p?../y");
		expect(resolve("#../s", BASE)).toBe("http://a/b/c/d;p?q#../s");
		expect(resolve("..?/../y", BASE)).toBe("http://a/b/?/../y");
		expect(resolve("g", "http://a/b/c/d?/../q")).toBe("http://a/b/c/g");
	});
}

function describeSentencesOf2003({ resolve, isSameDocument, establishBase }: Resolver): void {
	it('§3.2: "A base URI without an authority component implies that any relative reference will also be without an authority"', () => {
		expect(resolve("g", "x:/a/b", IN_2003)).toBe("x:/a/g");
		expect(resolve("/g", "x:/a/b", IN_2003)).toBe("x:/g");
	});

	it('§4.2: "A URI reference that does not contain a URI is a reference to the current document"', () => {
		for (const reference of ["", "#", "#s"]) expect(isSameDocument(reference, BASE, IN_2003)).toBe(true);
		for (const reference of ["?q", "d;p?q", "g", BASE]) expect(isSameDocument(reference, BASE, IN_2003)).toBe(false);
	});

	it('§5.1.4: without any other, "the base URI is defined by the context of the application"', () => {
		expect(establishBase({ ...IN_2003, fallback: "x:f" })).toBe("x:f");
		expect(establishBase({ ...IN_2003, retrieval: "x:r", fallback: "x:f" })).toBe("x:r");
	});

	it("§5.2: keeps dot-segments of a reference with a scheme, an authority or an absolute path", () => {
		for (const reference of ["http://h/a/../b", "x:/./a"]) expect(resolve(reference, BASE, IN_2003)).toBe(reference);
		expect(resolve("//h/a/../b", BASE, IN_2003)).toBe("http://h/a/../b");
		expect(resolve("/a/../b", BASE, IN_2003)).toBe("http://a/a/../b");
	});

	it('§5.2, step 1: "If the base URI\'s path component is the empty string, then a single slash character is copied to the buffer"', () => {
		expect(resolve("g", "http://a", IN_2003)).toBe("http://a/g");
	});

	it('§5.2, step 7: implementations may handle "one or more complete path segments of .." by retaining or by removing them, or not', () => {
		expect(resolve("../../../..", BASE, { ...IN_2003, excessDots: "keep" })).toBe("http://a/../..");
		expect(resolve("../../../..", BASE, { ...IN_2003, excessDots: "remove" })).toBe("http://a/");
		expect(() => resolve("../../../..", BASE, { ...IN_2003, excessDots: "error" })).toThrow(
			expect.objectContaining({ code: "excess-dots" }),
		);
		expect(resolve("../../g", BASE, { ...IN_2003, excessDots: "error" })).toBe("http://a/g");
	});

	it('App. G.2: "if the reference contains an empty path and a defined query, then the target URI inherits the base URI\'s path"', () => {
		expect(resolve("?", BASE, IN_2003)).toBe("http://a/b/c/d;p?");
		expect(resolve("?y#s", "http://a/b/../c?q", IN_2003)).toBe("http://a/b/../c?y#s");
	});
}

function describeSentencesOf1997({ resolve, isSameDocument, establishBase }: Resolver): void {
	it('§3: "A URL reference which does not contain a URL is a reference to the current document"', () => {
		for (const reference of ["", "#", "#s"]) expect(isSameDocument(reference, BASE, IN_1997)).toBe(true);
		for (const reference of ["?q", "d;p?q", "g", BASE]) expect(isSameDocument(reference, BASE, IN_1997)).toBe(false);
	});

	it('§5.1.1: "Content-Base takes precedence over any Content-Location"', () => {
		expect(establishBase({ ...IN_1997, contentBase: "x:b", contentLocation: "x:l" })).toBe("x:b");
		expect(establishBase({ ...IN_1997, contentLocation: "x:l", retrieval: "x:r" })).toBe("x:l");
		expect(establishBase({ ...IN_1997, embedded: "x:e", contentBase: "x:b" })).toBe("x:e");
	});

	it('§5.1.1: a relative Content-Location "must be resolved to its absolute form before it can be used as the base URL"', () => {
		expect(establishBase({ ...IN_1997, contentLocation: "../x", retrieval: "http://a/b/c/d" })).toBe("http://a/b/x");
	});

	it('§5.2: "The base URL\'s query component is not used by the resolution algorithm and may be discarded"', () => {
		expect(resolve("g", "http://a/b?q/../c", IN_1997)).toBe("http://a/g");
	});

	it('§5.2, step 3: a reference that "starts with a scheme name" is absolute "and we are done"', () => {
		for (const reference of ["http:g", "http:", "http://h/a/../b", "x:./a"]) {
			expect(resolve(reference, BASE, IN_1997)).toBe(reference);
			expect(resolve(reference, BASE, { ...IN_1997, strict: false })).toBe(reference);
		}
	});

	it("§5.2, steps 4 and 5: keeps dot-segments of a network-path and an absolute-path", () => {
		expect(resolve("//h/a/../b", BASE, IN_1997)).toBe("http://h/a/../b");
		expect(resolve("/a/./b", BASE, IN_1997)).toBe("http://a/a/./b");
	});

	it('§5.2, steps 6c to 6i: the query is part of the buffer when dots are removed, and ends up after "the first question-mark"', () => {
		expect(resolve("g?/../y", BASE, IN_1997)).toBe("http://a/b/c/y");
		expect(resolve("g?y/..", BASE, IN_1997)).toBe("http://a/b/c/");
		expect(resolve("g?y?/./z", BASE, IN_1997)).toBe("http://a/b/c/g?y?/z");
	});

	it('§5.2, step 7: "the distinction between a component that is undefined and a component that is empty"', () => {
		expect(resolve("?", BASE, IN_1997)).toBe("http://a/b/c/?");
		expect(resolve("g?#", BASE, IN_1997)).toBe("http://a/b/c/g?#");
	});
}
