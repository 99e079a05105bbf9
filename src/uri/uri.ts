/** Parsed references: RFC 3986 §3, App. B. */
import { Component } from "../../assembly/layout/addresses";
import { type Edition, editionRow, editions } from "../editions/editions";
import { engineInUse } from "../engine/select";
import { referenceWorkspace } from "../engine/shared";
import type { Workspace } from "../engine/workspace";
import { UriError, unwrap } from "../errors";
import { parseByEdition } from "../grammar/parse";
import { checkNames, textError } from "../input";
import { type NormalizeOptions, resolveOptions } from "../options";
import { recompose, type UriComponents } from "../reference/components";
import { componentText, normalizeReference, parseReference } from "../reference/reference";
import { type ResolveOptions, tryResolve } from "../reference/resolve";
import { change } from "./change";

/**
 * A parsed reference. Made by `parse`.
 *
 * @example
 * ```ts
 * const uri = parse("foo://user@example.com:8042/over/there?name=ferret#nose");
 * uri.host; // "example.com"
 * uri.query; // "name=ferret"
 * uri.toString(); // "foo://user@example.com:8042/over/there?name=ferret#nose"
 * ```
 */
export class Uri implements UriComponents {
	readonly scheme: string | undefined;
	readonly authority: string | undefined;
	readonly userinfo: string | undefined;
	readonly host: string | undefined;
	readonly port: string | undefined;
	readonly path: string;
	readonly query: string | undefined;
	readonly fragment: string | undefined;

	constructor(components: UriComponents) {
		this.scheme = components.scheme;
		this.authority = components.authority;
		this.userinfo = components.userinfo;
		this.host = components.host;
		this.port = components.port;
		this.path = components.path;
		this.query = components.query;
		this.fragment = components.fragment;
	}

	/** Returns the reference in normal form. Throws UriError if it has none. */
	normalize(options?: NormalizeOptions): Uri {
		const settings = resolveOptions(options);
		return parse(unwrap(normalizeReference(this.toString(), settings, referenceWorkspace(settings.engine))));
	}

	/** Resolves this reference against a base. Throws UriError as the function `resolve` does. */
	resolve(base: string | Uri, options?: ResolveOptions): Uri {
		return parse(unwrap(tryResolve(this.toString(), base?.toString(), options, referenceWorkspace(engineInUse()))));
	}

	/**
	 * Returns a copy with some components replaced, or removed where the change is `undefined`. Characters that a component cannot
	 * contain are percent-encoded, so that none becomes a delimiter. `authority` replaces userinfo, host and port at once.
	 *
	 * A path after an authority gets the leading "/" that it needs.
	 *
	 * Throws UriError, with component and rule, if encoding does not help: `invalid-scheme`, `invalid-port`, `invalid-ip-literal`,
	 * `invalid-component` (a userinfo or port without a host), `ill-formed-string`.
	 *
	 * @example
	 * ```ts
	 * parse("http://h/x?q").with({ path: "/a?b", query: undefined }).toString(); // "http://h/a%3Fb"
	 * ```
	 */
	with(changes: Partial<UriComponents>): Uri {
		const changed = change(this, changes);
		const made = parse(recompose(changed));
		const component = COMPONENTS.find((name) => made[name] !== changed[name]);
		if (component === undefined) return made;
		const input = changed[component] ?? "";
		const code = component === "port" ? "invalid-port" : "invalid-scheme";
		throw new UriError(code, `This is not a valid ${component}.`, { component, input, rule: component });
	}

	/** Returns the reference as text. */
	toString(): string {
		return recompose(this);
	}

	/** Returns the components that are present. */
	toJSON(): UriComponents {
		const present = Object.entries(this).filter(([, text]) => text !== undefined);
		return Object.fromEntries(present) as unknown as UriComponents;
	}
}

const COMPONENTS = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const;

/** Options of `parse`. */
export interface ParseOptions {
	/** Which edition of the standard to follow. The default is `"2005"`, RFC 3986. */
	readonly edition?: Edition | undefined;
}

/**
 * Splits a reference into its components, without changing them: in edition 2005, `recompose(parse(x)) === x`.
 *
 * Earlier editions differ slightly. In 1994 and 1997, a scheme may begin with a digit, "+", "-" or ".". In 1994, a reference must
 * have a scheme, a prefix `URL:` before it belongs to no component, and "?" does not end the authority, since a user name may
 * contain it.
 *
 * Throws UriError `invalid-scheme`, `invalid-ip-literal`, `invalid-port`, `ill-formed-string`, `too-long`, and in
 * 1994 `relative-reference`; OptionError `invalid-input` or `invalid-option`.
 *
 * @example
 * ```ts
 * parse("mailto:John.Doe@example.com").path; // "John.Doe@example.com"
 * parse("URL:ftp://info.cern.ch/pub", { edition: "1994" }).toString(); // "ftp://info.cern.ch/pub"
 * ```
 */
export function parse(reference: string, options?: ParseOptions): Uri {
	return unwrap(tryParse(reference, options));
}

/** Like `parse`, but returns the error of a reference. Throws OptionError. */
export function tryParse(reference: string, options: ParseOptions = {}): Uri | UriError {
	checkNames(options, "edition");
	const row = editionRow(options.edition);
	if (typeof reference !== "string") throw textError(reference, "reference");
	if (row !== editions()["2005"]) {
		const components = parseByEdition(reference, row);
		return components instanceof UriError ? components : new Uri(components);
	}
	const workspace = referenceWorkspace(engineInUse());
	return parseReference(reference, workspace) ?? new Uri(componentsOf(reference, workspace));
}

function componentsOf(reference: string, workspace: Workspace): UriComponents {
	const text = (component: Component) => componentText(reference, component, workspace);
	return {
		scheme: text(Component.SCHEME),
		authority: text(Component.AUTHORITY),
		userinfo: text(Component.USERINFO),
		host: text(Component.HOST),
		port: text(Component.PORT),
		path: text(Component.PATH) ?? "",
		query: text(Component.QUERY),
		fragment: text(Component.FRAGMENT),
	};
}
