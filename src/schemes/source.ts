/** A URI being read, and parts of it that know their offsets. */
import { type Component, UriError, type UriErrorCode } from "../errors";
import { tryParse, type Uri } from "../uri/uri";

/** The optional prefix of a URL: RFC 1738, appendix; draft of March 1994, "URL syntax". */
const PREFIX = /^url:/i;

/** Error codes for components that all schemes share. Other components are `invalid-scheme-part`. */
const CODES: { readonly [component in Component]?: UriErrorCode } = {
	userinfo: "invalid-userinfo",
	host: "invalid-host",
	port: "invalid-port",
};

/** The BNF rules that the errors of `tryParse` violate. */
const RULES: { readonly [code in UriErrorCode]?: string } = {
	"invalid-scheme": "scheme",
	"invalid-ip-literal": "host",
	"invalid-port": "port",
};

/** The error for a part of a URI that cannot be read, or for a value that cannot be written. */
export function partError(rule: string, component: Component, message: string, input: string, offset = 0): UriError {
	return new UriError(CODES[component] ?? "invalid-scheme-part", message, { component, offset, input, rule });
}

/** A part of the URI being read. */
export class Part {
	readonly source: Source;
	readonly start: number;
	readonly text: string;
	readonly #component: Component;

	constructor(source: Source, component: Component, start: number, text: string) {
		this.source = source;
		this.#component = component;
		this.start = start;
		this.text = text;
	}

	slice(from: number, to?: number): Part {
		return new Part(this.source, this.#component, this.start + from, this.text.slice(from, to));
	}

	/** Splits the part at the first `delimiter`. The second half is undefined if there is none. */
	cut(delimiter: string): [Part, Part | undefined] {
		const at = this.text.indexOf(delimiter);
		return at < 0 ? [this, undefined] : [this.slice(0, at), this.slice(at + delimiter.length)];
	}

	/** The component at offset `at` of this part. */
	componentAt(at: number): Component {
		const isQuery = this.#component === "path" && this.start + at >= this.source.queryStart;
		return isQuery ? "query" : this.#component;
	}

	/** The error for the text at offset `at` of this part. */
	fault(rule: string, message: string, at = 0): UriError {
		return partError(rule, this.componentAt(at), message, this.source.input, this.start + at);
	}
}

/** A URI being read: its scheme in lower case, and its components as parts. */
export class Source {
	readonly input: string;
	/** The start of the scheme, after the prefix "URL:". */
	readonly schemeStart: number;
	readonly scheme: string;
	readonly userinfo: Part | undefined;
	readonly host: Part | undefined;
	readonly port: Part | undefined;
	/** Path and query: the text after the authority. */
	readonly rest: Part;
	readonly fragment: Part | undefined;
	/** The start of the query, after its "?", or an index beyond the input if there is none. */
	readonly queryStart: number;

	/** Throws UriError if the input violates the generic syntax or has no scheme. */
	constructor(input: string) {
		const prefix = PREFIX.test(input) ? 4 : 0;
		const { scheme, userinfo, host, port, path, query, fragment } = split(input, prefix);
		let at = prefix + (scheme as string).length + (host === undefined ? 1 : 3);
		const take = (component: Component, delimiter: number, text: string | undefined): Part | undefined => {
			if (text === undefined) return undefined;
			const start = at + delimiter;
			at = start + text.length;
			return new Part(this, component, start, text);
		};
		this.input = input;
		this.schemeStart = prefix;
		this.scheme = (scheme as string).toLowerCase();
		this.userinfo = take("userinfo", 0, userinfo);
		this.host = take("host", userinfo === undefined ? 0 : 1, host);
		this.port = take("port", 1, port);
		this.queryStart = query === undefined ? input.length + 1 : at + path.length + 1;
		this.rest = take("path", 0, query === undefined ? path : `${path}?${query}`) as Part;
		this.fragment = take("fragment", 1, fragment);
	}

	/** The text after the "/" that ends the host (`urlpath`, RFC 1738 §3.1), or undefined if there is no "/". */
	urlPath(rule: string): Part | undefined {
		if (this.rest.text === "") return undefined;
		if (!this.rest.text.startsWith("/")) throw this.rest.fault(rule, 'The text after the host must begin with "/".');
		return this.rest.slice(1);
	}

	/** The text after the scheme, for schemes without a host. */
	schemePart(rule: string): Part {
		if (this.host === undefined) return this.rest;
		throw this.host.fault(rule, `A URI of the scheme ${this.scheme} cannot have a host.`);
	}
}

function split(input: string, prefix: number): Uri {
	const uri = tryParse(input.slice(prefix));
	if (uri instanceof UriError) {
		const { code, message, component, offset } = uri;
		throw new UriError(code, message, { component, offset: offset + prefix, input, rule: RULES[code] });
	}
	if (uri.scheme !== undefined) return uri;
	const message = "A URL must begin with a scheme and a colon.";
	throw new UriError("invalid-scheme", message, { component: "scheme", offset: prefix, input, rule: "genericurl" });
}
