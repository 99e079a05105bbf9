/**
 * The entry `urlsieve/duckdb`: functions for SQL in DuckDB, by the package `@duckdb/node-api`. Node.js.
 *
 * @module
 */
import "../engine/wasm-engine";
import { createNormalizer } from "../core-normalizer";
import { type CrawlNormalizer, createNormalizer as createCrawlNormalizer } from "../crawl/crawl-normalizer";
import type { ProfileId } from "../crawl/profiles";
import { destination } from "../edge/destination";
import { addressClass } from "../edge/hosts/address-class";
import { UriError } from "../errors";
import { validate } from "../grammar/validate";
import { inputError } from "../input";
import { PART_NAMES, type PublicSuffix } from "../lines/parts";
import { DUCKDB } from "./package-name";
import { partRows } from "./part-rows";

export { OptionError, type OptionErrorCode, UrlsieveError, type UrlsieveErrorCode } from "../errors";
export type { PublicSuffix } from "../lines/parts";

/** A connection of `@duckdb/node-api`. */
export interface DuckDbConnection {
	registerScalarFunction(scalarFunction: never): void;
}

/** Options of `registerUrlFunctions`. */
export interface UrlFunctionOptions {
	/** The Public Suffix List for `url_site`: `fromTldts(tldts)` of `urlsieve/crawl`. */
	readonly publicSuffix?: PublicSuffix | undefined;
}

/** The part of `@duckdb/node-api` that this entry needs: an optional package must not be required for types. */
interface DuckDb {
	readonly VARCHAR: object;
	readonly BOOLEAN: object;
	readonly DuckDBScalarFunction: { create(description: ScalarDescription): unknown };
}

interface ScalarDescription {
	readonly name: string;
	readonly parameterTypes: readonly object[];
	readonly returnType: object;
	readonly specialHandling: boolean;
	readonly mainFunction: (info: unknown, input: Chunk, output: Vector) => void;
}

interface Chunk {
	getColumnValues(index: number): unknown[];
}

interface Vector {
	setItem(index: number, value: Text | boolean): void;
	flush(): void;
}

/** A value of a column of text. */
type Text = string | null;

/** Returns a value for each row. A `null` is NULL. */
type RowFunction = (columns: readonly Text[][]) => readonly (Text | boolean)[];

/** Result of `url_compare` for references that are not equivalent. */
const DIFFERENT = "different";

/**
 * Registers functions for SQL on a connection, and thereby in its database:
 *
 * - `url_normalize(text)`: the normal form of RFC 3986.
 * - `url_key(text, profile)`: the key by which a profile of `urlsieve/crawl` compares pages, such as `'crawl@1'`.
 * - `url_valid(text)`: whether a text is a URI by the grammar of RFC 3986.
 * - `url_compare(a, b)`: the lowest level on which two references are equal, `'string'`, `'syntax'` or `'scheme'`, or `'different'`.
 * - `url_error(text)`: the error code of a text that has no normal form.
 * - `url_scheme(text)`, `url_host`, `url_site`, `url_port`, `url_path`, `url_query`, `url_fragment`, `url_politeness`: a part of the normal form,
 *   as `partColumns` of a normalizer has it. `url_site` needs the option `publicSuffix`; without it, a query with it is an error.
 * - `url_destination(text)`: the host that every HTTP client connects to, by `destination` of `urlsieve/edge`.
 * - `url_destination_error(text)`: why clients may connect to different hosts: the reason of `destination`.
 * - `address_class(text)`: what an address is for, such as `'private'`: `addressClass` of `urlsieve/edge`.
 *
 * They return NULL for NULL and, except `url_valid`, where there is nothing to return. DISTINCT takes all NULLs for one value.
 * A profile that is not known is an error of the query.
 *
 * Throws OptionError `invalid-input` unless `connection` is a connection, and an Error if `@duckdb/node-api` is not installed.
 *
 * @example
 * ```js
 * import { DuckDBInstance } from "@duckdb/node-api";
 * import { registerUrlFunctions } from "urlsieve/duckdb";
 *
 * const connection = await (await DuckDBInstance.create()).connect();
 * await registerUrlFunctions(connection);
 * const reader = await connection.runAndReadAll("SELECT url_normalize('HTTP://Example.com:80/%7Ea')");
 * reader.getRows()[0]; // ["http://example.com/~a"]
 * ```
 */
export async function registerUrlFunctions(
	connection: DuckDbConnection,
	{ publicSuffix }: UrlFunctionOptions = {},
): Promise<void> {
	const { BOOLEAN, DuckDBScalarFunction, VARCHAR } = await loadDuckDb();
	if (typeof connection?.registerScalarFunction !== "function") {
		throw inputError(connection, "connection", "a connection of @duckdb/node-api");
	}
	const register = (name: string, count: number, rows: RowFunction, returnType = VARCHAR) => {
		const parameterTypes = Array<object>(count).fill(VARCHAR);
		const mainFunction = (_: unknown, input: Chunk, output: Vector) => {
			const columns = parameterTypes.map((_, index) => input.getColumnValues(index) as Text[]);
			for (const [index, value] of rows(columns).entries()) output.setItem(index, value);
			output.flush();
		};
		// Without special handling, DuckDB expects that only NULL becomes NULL.
		const scalar = DuckDBScalarFunction.create({ name, mainFunction, returnType, parameterTypes, specialHandling: true });
		connection.registerScalarFunction(scalar as never);
	};
	register("url_normalize", 1, normalizeRows());
	register("url_key", 2, keyRows());
	register("url_valid", 1, validRows, BOOLEAN);
	register("url_compare", 2, compareRows());
	register("url_error", 1, errorRows());
	for (const [name, read] of Object.entries(OF_TEXT)) register(name, 1, rowsOf(read));
	for (const part of PART_NAMES) register(`url_${part}`, 1, partRows(part, publicSuffix));
}

/** The package, which is only loaded here: it is large, and native. */
async function loadDuckDb(): Promise<DuckDb> {
	try {
		return await import(DUCKDB);
	} catch (error) {
		if ((error as { code?: string }).code !== "ERR_MODULE_NOT_FOUND") throw error;
		throw new Error(`urlsieve/duckdb needs the package ${DUCKDB}; run npm install ${DUCKDB}`);
	}
}

function normalizeRows(): RowFunction {
	const normalizer = createNormalizer();
	return ([texts = []]) => {
		const forms = normalizer.normalizeAll(texts.filter((text) => text !== null)).values();
		return texts.map((text) => (text === null ? null : orNull(forms.next().value)));
	};
}

/** A value for each text, NULL for NULL. */
function rowsOf(read: (text: string) => Text): RowFunction {
	return ([texts = []]) => texts.map((text) => (text === null ? null : read(text)));
}

/** Functions of `urlsieve/edge`: text to text. */
const OF_TEXT: { readonly [name: string]: (text: string) => Text } = {
	url_destination: (text) => ofDestination(text, "host"),
	url_destination_error: (text) => ofDestination(text, "reason"),
	address_class: (text) => addressClass(text) ?? null,
};

function ofDestination(url: string, member: "host" | "reason"): Text {
	const found = destination(url, { clients: [] });
	return (found as { readonly host?: string; readonly reason?: string })[member] ?? null;
}

function errorRows(): RowFunction {
	const normalizer = createNormalizer();
	return ([texts = []]) => {
		const forms = normalizer.normalizeAll(texts.filter((text) => text !== null)).values();
		return texts.map((text) => (text === null ? null : codeOf(forms.next().value)));
	};
}

function codeOf(form: string | UriError | undefined): Text {
	return form instanceof UriError ? form.code : null;
}

function validRows([texts = []]: readonly Text[][]): (boolean | null)[] {
	return texts.map((text) => (text === null ? null : validate(text, { as: "uri" }).length === 0));
}

function keyRows(): RowFunction {
	const normalizers = new Map<string, CrawlNormalizer>();
	const normalizerFor = (profile: string) => {
		const normalizer = normalizers.get(profile) ?? createCrawlNormalizer({ profile: profile as ProfileId });
		normalizers.set(profile, normalizer);
		return normalizer;
	};
	return ([texts = [], profiles = []]) =>
		texts.map((text, index) => {
			const profile = profiles[index];
			return text === null || typeof profile !== "string" ? null : orNull(normalizerFor(profile).tryKey(text));
		});
}

function compareRows(): RowFunction {
	const normalizer = createNormalizer();
	return ([texts = [], others = []]) =>
		texts.map((text, index) => {
			const other = others[index];
			if (text === null || typeof other !== "string") return null;
			const isReject = [text, other].some((reference) => normalizer.tryNormalize(reference) instanceof UriError);
			return isReject ? null : (normalizer.compare(text, other) ?? DIFFERENT);
		});
}

function orNull(form: string | UriError | undefined): Text {
	return typeof form === "string" ? form : null;
}
