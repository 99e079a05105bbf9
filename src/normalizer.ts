/** The normalizer: rules that are checked once, and all that they do as methods. */

import { type UriError, unwrap } from "./errors";
import { type Octets, requireString } from "./input";
import type { NormalizedColumn } from "./lines/column";
import type { LineStream } from "./lines/line-stream";
import type { NormalizedLines } from "./lines/lines";
import type { PartName } from "./lines/parts";
import type { Utf8Column } from "./lines/utf8-column";
import type { ResolveOptions } from "./reference/resolve";
import {
	type BothColumns,
	bothColumns,
	type ColumnsByPart,
	columnOf,
	type PartColumnsOptions,
	partColumnsOf,
} from "./rules/rule-columns";
import { type BothLines, bothLines, linesInto, linesOf, streamOf, stringsOf, targetsOf } from "./rules/rule-lines";
import { shapesOfLines, shapesOfStrings } from "./rules/rule-shapes";
import type { Forms, Rules, RuleTypes } from "./rules/rules";

/**
 * Normalizes references by one set of rules. Made by `createNormalizer`.
 *
 * The normal form is what `normalize` returns, by a profile or a policy the URL to fetch. The key is equal for references to the same page;
 * by the rules of RFC 3986 of `urlsieve`, it is the normal form.
 */
export class Normalizer<Types extends RuleTypes = RuleTypes> {
	/** The options, checked and with their defaults. */
	readonly settings: Types["settings"];
	/** @internal */
	readonly rules: Rules<Types>;

	/** @internal */
	constructor(rules: Rules<Types>) {
		this.settings = rules.settings;
		this.rules = rules;
	}

	/** Returns the normal form of a reference, or the same string if it is already normal. Throws UriError if it has none. */
	normalize(reference: string): string {
		return unwrap(this.rules.tryForm("fetch", reference));
	}

	/** Like `normalize`, but returns the error. */
	tryNormalize(reference: string): string | UriError {
		return this.rules.tryForm("fetch", reference);
	}

	/** Returns the key of a reference. Compare and store it; never fetch it. Throws UriError if it has none. */
	key(reference: string): string {
		return unwrap(this.rules.tryForm("key", reference));
	}

	/** Like `key`, but returns the error. */
	tryKey(reference: string): string | UriError {
		return this.rules.tryForm("key", reference);
	}

	/** Returns the shape of the key of a reference, `shape@1`: `http://h/users/{int}`. Throws UriError if it has no key. */
	shape(reference: string): string {
		return unwrap(this.rules.tryShape(reference));
	}

	/** Like `shape`, but returns the error. */
	tryShape(reference: string): string | UriError {
		return this.rules.tryShape(reference);
	}

	/** Returns the normal form and the key, in one pass. Throws UriError. */
	both(reference: string): Forms {
		return unwrap(this.rules.tryForms(reference));
	}

	/** Whether `normalize` returns the reference unchanged. Returns false if it cannot be normalized. */
	isNormalized(reference: string): boolean {
		requireString(reference, "reference");
		return this.tryNormalize(reference) === reference;
	}

	/** Whether two references have the same key. Throws UriError if either has none. */
	equivalent(a: string, b: string): boolean {
		return this.rules.equivalent(a, b);
	}

	/**
	 * Why two references have the same key; `undefined` if they do not. A string: the lowest level of the comparison ladder (RFC 3986 §6.2)
	 * on which they are equal. An array, by a profile or a policy: the decisive rules, by the names that `explain` gives them; without any
	 * one of them the keys would differ. Throws UriError if either has no key.
	 *
	 * @example
	 * ```ts
	 * createNormalizer().compare("http://h", "HTTP://h/"); // "scheme"
	 * createNormalizer().compare("http://h/a", "http://h/b"); // undefined
	 * ```
	 */
	compare(a: string, b: string): Types["comparison"] | undefined {
		return this.rules.compare(a, b);
	}

	/**
	 * Returns how a reference gets its key: each rule that changes it, in order, with its source and the text before and after. Throws
	 * UriError if it has no key.
	 *
	 * @example
	 * ```ts
	 * const { steps, value } = createNormalizer().explain("HTTP://h/%7Ea");
	 * steps.map(({ rule }) => rule); // ["scheme-case", "percent-unreserved"]
	 * value; // "http://h/~a"
	 * ```
	 */
	explain(reference: string): Types["explanation"] {
		return this.rules.explain(reference);
	}

	/**
	 * Returns the pieces of the query that the key leaves out, in the order of the query, each with the list and entry that removed it: none
	 * by the rules of RFC 3986. Throws UriError.
	 */
	removals(reference: string): Types["removal"][] {
		return unwrap(this.rules.tryRemovals(reference));
	}

	/**
	 * Resolves a reference against a base. By `whatwg@1`, `crawl@1` and policies on `whatwg`, it returns what `normalize` returns for the
	 * target; by rules of RFC 3986, the target as §5.2 has it. The key of what it returns is that of the target. `options` are for
	 * `createNormalizer` of `urlsieve`. Throws UriError `base-not-absolute`, `profile-cannot` if the profile resolves nothing, or as
	 * `normalize` does.
	 */
	resolve(reference: string, base: string, options?: ResolveOptions): string {
		return unwrap(this.rules.tryResolve(reference, base, options));
	}

	/** Like `resolve`, but returns the error. */
	tryResolve(reference: string, base: string, options?: ResolveOptions): string | UriError {
		return this.rules.tryResolve(reference, base, options);
	}

	/**
	 * Returns the normal form of each reference of an array or another iterable, or the error in its place; the very same string where it is
	 * already normal.
	 *
	 * @example
	 * ```ts
	 * const [first, second, third] = createNormalizer().normalizeAll(["HTTP://a", "http://b/", "http://["]);
	 * [first, second]; // ["http://a/", "http://b/"]
	 * third instanceof UriError; // true
	 * ```
	 */
	normalizeAll(references: Iterable<string>): (string | UriError)[] {
		return stringsOf(this.rules, references, "fetch");
	}

	/** Returns the key of each reference, or the error in its place. */
	keyAll(references: Iterable<string>): (string | UriError)[] {
		return stringsOf(this.rules, references, "key");
	}

	/** Returns the shape of each reference, or the error in its place. */
	shapeAll(references: Iterable<string>): (string | UriError)[] {
		return shapesOfStrings(this.rules, references);
	}

	/**
	 * Normalizes octets that hold one reference per line. A line ends with LF or CR LF. A byte order mark at the start is
	 * dropped. Each input line gives one output line, ended by LF, except rejected lines under `invalid: "drop"`.
	 *
	 * Throws OptionError `invalid-input`, or under `invalid: "fail"` the error of the first invalid line, with its `line`.
	 */
	normalizeLines(lines: Octets): NormalizedLines {
		return linesOf(this.rules, lines, "fetch");
	}

	/**
	 * Like `normalizeLines`, but writes to `output`; the `lines` of the result are a view of it. Memory that is used again costs less
	 * than fresh memory.
	 *
	 * `output` needs five octets for each of `lines` and 1,024 more. Throws OptionError `output-too-small`, whose `bound` suffices, if it
	 * is shorter, and `invalid-option` if both overlap; nothing is written then. With an `idna` of yours, which may return A-labels of
	 * any length, all lines are normalized before the first is written. Throws what `normalizeLines` does.
	 *
	 * @example
	 * ```ts
	 * const input = new TextEncoder().encode("HTTP://a\nhttp://b/\n");
	 * const output = new Uint8Array(5 * input.length + 1024);
	 * const { lines } = createNormalizer().normalizeLinesInto(input, output);
	 * new TextDecoder().decode(lines); // "http://a/\nhttp://b/\n"
	 * lines.buffer === output.buffer; // true
	 * ```
	 */
	normalizeLinesInto(lines: Octets, output: Octets): NormalizedLines {
		return linesInto(this.rules, lines, output);
	}

	/** The key of each line: as `normalizeLines`. */
	keyLines(lines: Octets): NormalizedLines {
		return linesOf(this.rules, lines, "key");
	}

	/** The shape of the key of each line: as `normalizeLines`. A rejected line that is kept stays as it is. */
	shapeLines(lines: Octets): NormalizedLines {
		return shapesOfLines(this.rules, lines);
	}

	/** Both forms of each line, in two buffers with the same lines, in one pass. A line without key is rejected in both. */
	bothLines(lines: Octets): BothLines {
		return bothLines(this.rules, lines);
	}

	/** Resolves one reference per line against a base, without normalizing the targets. Lines are handled as by `normalizeLines`. */
	resolveLines(lines: Octets, base: string, options?: ResolveOptions): NormalizedLines {
		return targetsOf(this.rules, lines, base, options);
	}

	/**
	 * Normalizes a column of references in Apache Arrow's Utf8 layout: n + 1 offsets, the first of which need not be 0, and the
	 * concatenated octets of the values. Each value is one reference, even if it contains LF or NUL.
	 *
	 * `valid` is Arrow's validity bitmap, least significant bit first. In the result, a bit is 1 for a value in normal form and 0
	 * for a null or a value that cannot be normalized. A null takes no octets. An invalid value keeps its octets under
	 * `invalid: "keep"`, although readers of Arrow see a null, and takes none under `"drop"` and `"blank"`. The number of values
	 * never changes.
	 *
	 * Throws OptionError `invalid-option` if offsets descend or point outside the data, or if the bitmap is too short, UriError `too-long` if
	 * the result exceeds 2,147,483,647 octets. Under `invalid: "fail"`, throws the error of the first invalid value: `offset`
	 * counts octets of the value, and the message names its index.
	 *
	 * @example
	 * ```ts
	 * const data = new TextEncoder().encode("HTTP://a1:x:b");
	 * const column = createNormalizer().normalizeColumn({ offsets: Int32Array.of(0, 8, 10, 13), data });
	 * [...column.offsets]; // [0, 9, 11, 14]
	 * new TextDecoder().decode(column.data); // "http://a/1:x:b"
	 * column.valid[0]; // 5: the first value and the third
	 * ```
	 */
	normalizeColumn(column: Utf8Column): NormalizedColumn {
		return columnOf(this.rules, column, "fetch");
	}

	/** The key of each reference of a column: as `normalizeColumn`. */
	keyColumn(column: Utf8Column): NormalizedColumn {
		return columnOf(this.rules, column, "key");
	}

	/** Both forms of a column, one after the other. A reference without key is rejected in both. */
	bothColumn(column: Utf8Column): BothColumns {
		return bothColumns(this.rules, column);
	}

	/**
	 * Splits the references of a column, by the names of the parts of their normal forms: a column each. `"fetch"` is the normal form itself,
	 * `"key"` the key, and `"shape"` the shape of that. A part that a reference does not have is a null; so are all parts of a null and of
	 * a value that cannot be normalized.
	 *
	 * Throws as `normalizeColumn` does, and OptionError `invalid-option` for a name that no part has, and for `"site"` without
	 * `publicSuffix`.
	 *
	 * @example
	 * ```ts
	 * const data = new TextEncoder().encode("HTTP://A:80/bx:c");
	 * const { host, path } = createNormalizer().partColumns({ offsets: Int32Array.of(0, 13, 16), data }, ["host", "path"]);
	 * new TextDecoder().decode(path.data); // "/bc"
	 * [...path.offsets]; // [0, 2, 3]
	 * host.valid[0]; // 1: the second value has no host
	 * ```
	 */
	partColumns<Name extends PartName | "fetch" | "key">(
		column: Utf8Column,
		names: readonly Name[],
		options: PartColumnsOptions = {},
	): ColumnsByPart<Name> {
		return partColumnsOf(this.rules, column, names, options);
	}

	/**
	 * Returns a transform stream (Web Streams) that normalizes lines as `normalizeLines` does. Lines may span chunks. Memory use
	 * is constant, apart from one unfinished line of at most 16 MiB.
	 *
	 * `counts` has the numbers of `lines` and `rejects` so far. Under `invalid: "fail"`, an invalid line errors the stream with a
	 * UriError that has its `line`.
	 */
	lineStream(): LineStream {
		return streamOf(this.rules, "fetch");
	}

	/** The key of each line: as `lineStream`. */
	keyStream(): LineStream {
		return streamOf(this.rules, "key");
	}

	/**
	 * Both forms of each line, with a TAB between them: as `lineStream`. A rejected line that is kept is written twice, with `%09` for its
	 * TABs. Throws OptionError `invalid-option` by the rules of `urlsieve`, which have one form.
	 */
	bothStream(): LineStream {
		return streamOf(this.rules, "pair");
	}
}
