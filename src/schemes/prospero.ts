/**
 * The scheme prospero: RFC 1738 §3.11; draft of March 1994, "Prospero".
 *
 * ```
 *   prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]
 *   ppath       = psegment *[ "/" psegment ]            psegment  = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
 *   fieldspec   = ";" fieldname "=" fieldvalue          fieldname = fieldvalue = *[ uchar | "?" | ":" | "@" | "&" ]
 *   hsoname [ "%00" version [ attributes ] ]            in the draft, in place of ppath
 * ```
 */
import { type HostPort, readHostPort, writeHostPort } from "./login";
import { NUL, readDecoded, rule, writeAny, writeDecoded } from "./rule";
import { type Part, partError } from "./source";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** A field of a Prospero link, decoded. */
export interface ProsperoField {
	readonly name: string;
	readonly value: string;
}

/** The parts of a prospero URL. */
export interface ProsperoRecord extends SchemeBase, HostPort {
	readonly scheme: "prospero";
	/** The host-specific object name, decoded. Slashes in it have no meaning for the client. */
	readonly name: string;
	/** The fields, in the order in which the server matches them. */
	readonly fields: readonly ProsperoField[];
	/** The version after "%00", in digits (draft of March 1994). */
	readonly version?: string | undefined;
	/** The attributes after the version, letters and digits (same draft). */
	readonly attributes?: string | undefined;
}

const NAME = rule("ppath", "?:@&=/", ":@&=/");
const FIELD_NAME = rule("fieldname", "?:@&", ":@&");
const FIELD_VALUE = rule("fieldvalue", "?:@&", ":@&");
const TERMINATOR = "%00";
/** version [ attributes ] */
const VERSION = /^(\d+)([A-Za-z][A-Za-z0-9]*)?$/;

export const prospero: SchemeSyntax<ProsperoRecord> = {
	read(source) {
		const hostPort = readHostPort(source, "prosperourl");
		const path = source.urlPath("prosperourl");
		if (path === undefined) throw source.rest.fault("prosperourl", 'A prospero URL needs a "/" after the host.');
		const [object, fields] = path.cut(";");
		const [name, version] = object.cut(TERMINATOR);
		return {
			scheme: "prospero",
			...hostPort,
			name: readDecoded(name, NAME),
			...(version && readVersion(version)),
			fields: fields === undefined ? [] : readFields(fields),
		};
	},
	write(record) {
		const { name, fields } = record;
		const object = writeDecoded(name, NAME, "path", NUL) + writeVersion(record);
		return `prospero://${writeHostPort(record)}/${object}${fields.map(writeField).join("")}`;
	},
};

function readVersion(part: Part): Pick<ProsperoRecord, "version" | "attributes"> {
	const [, version, attributes] = VERSION.exec(part.text) ?? [];
	if (version === undefined) throw part.fault("version", 'A version, after "%00", must begin with digits.');
	return { version, attributes };
}

function writeVersion({ version, attributes }: ProsperoRecord): string {
	if (version === undefined && attributes === undefined) return "";
	const text = `${version ?? ""}${attributes ?? ""}`;
	const [, digits, letters] = VERSION.exec(text) ?? [];
	if (digits === version && letters === attributes) return TERMINATOR + text;
	throw partError("version", "path", "A version must consist of digits, and attributes after it must begin with a letter.", text);
}

function readFields(part: Part): ProsperoField[] {
	const fields: ProsperoField[] = [];
	for (let at = 0; at <= part.text.length; ) {
		const found = part.text.indexOf(";", at);
		const end = found < 0 ? part.text.length : found;
		fields.push(readField(part.slice(at, end)));
		at = end + 1;
	}
	return fields;
}

function readField(field: Part): ProsperoField {
	const [name, value] = field.cut("=");
	if (value === undefined) throw field.fault("fieldspec", 'A field must be a name, "=" and a value.');
	return { name: readDecoded(name, FIELD_NAME), value: readDecoded(value, FIELD_VALUE) };
}

function writeField({ name, value }: ProsperoField): string {
	return `;${writeAny(name, FIELD_NAME)}=${writeAny(value, FIELD_VALUE)}`;
}
