/**
 * The scheme ftp: RFC 1738 §3.2.
 *
 * ```
 *   ftpurl   = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
 *   fpath    = fsegment *[ "/" fsegment ]            fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
 *   ftptype  = "A" | "I" | "D" | "a" | "i" | "d"
 * ```
 */
import { requireObject } from "../input";
import { type Login, readLogin, writeLogin } from "./login";
import { LINE_ENDS, readSegments, rule, writeDecoded } from "./rule";
import { type Part, partError } from "./source";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** The type of a transfer: `a` as text, `i` as an image, `d` as the list of a directory. */
export type Typecode = "a" | "i" | "d";

/** The parts of an ftp URL, decoded. A slash in `cwd` or `name` is data, since it was encoded. */
export interface FtpRecord extends SchemeBase, Login {
	readonly scheme: "ftp";
	/** The arguments of the CWD commands, in order. They may be empty. */
	readonly cwd: readonly string[];
	/** The argument of RETR or NLST. */
	readonly name: string;
	readonly typecode?: Typecode | undefined;
}

/** Answers that a client asks its user for: RFC 1738 §3.2.1. */
export interface FtpAnswers {
	/** The user's e-mail address, which is the password of an anonymous login. The default is `"anonymous@"`. */
	readonly mailAddress?: string | undefined;
	/** The password, if the URL has a user without one. */
	readonly password?: string | undefined;
}

/** The characters of `fsegment`, and the slashes between segments. */
export const FSEGMENT = rule("fsegment", "?:@&=/", ":@&=");
const TYPECODES = ["a", "i", "d"];
const TYPECODE_FAULT = "A typecode must be a, i or d.";

export const ftp: SchemeSyntax<FtpRecord> = {
	read(source) {
		const login = readLogin(source, "ftpurl");
		const path = source.urlPath("ftpurl");
		if (path === undefined) return { scheme: "ftp", ...login, cwd: [], name: "" };
		const [fpath, typecode] = cutTypecode(path);
		const cwd = readSegments(fpath, FSEGMENT, LINE_ENDS);
		const name = cwd.pop() as string;
		return { scheme: "ftp", ...login, cwd, name, typecode };
	},
	write(record) {
		const { cwd, name, typecode } = record;
		const segments = [...cwd, name].map((segment) => writeDecoded(segment, FSEGMENT, "path", LINE_ENDS));
		return `ftp:${writeLogin(record)}/${segments.join("/")}${writeTypecode(typecode)}`;
	},
};

function cutTypecode(path: Part): [Part, Typecode | undefined] {
	const at = path.text.lastIndexOf(";");
	if (at < 0 || path.text.slice(at, at + 6).toLowerCase() !== ";type=") return [path, undefined];
	const typecode = path.slice(at + 6);
	const letter = typecode.text.toLowerCase();
	if (!TYPECODES.includes(letter)) throw typecode.fault("ftptype", TYPECODE_FAULT);
	return [path.slice(0, at), letter as Typecode];
}

function writeTypecode(typecode: Typecode | undefined): string {
	if (typecode === undefined) return "";
	if (TYPECODES.includes(typecode)) return `;type=${typecode}`;
	throw partError("ftptype", "path", TYPECODE_FAULT, typecode);
}

/**
 * Returns the commands that an FTP client sends for a record, without CR LF (RFC 1738 §3.2.1, §3.2.2). Throws UriError if the record
 * or an answer cannot be sent, for example because it contains CR or LF.
 *
 * Without a user, the login is anonymous. With a user but no password, here or in `answers`, there is no PASS, and the client must ask
 * for one. Each segment is the argument of one CWD. The typecode `d` gives NLST, as does an empty name without typecode (draft of
 * March 1994). Without a typecode there is no TYPE, and the client must guess.
 *
 * @example
 * ```ts
 * const url = parseScheme("ftp://ds.internic.net/rfc/rfc1738.txt;type=a");
 * if (url.scheme === "ftp") {
 *   ftpCommands(url, { mailAddress: "me@host.dom" }); // ["USER anonymous", "PASS me@host.dom", "CWD rfc", "TYPE A", "RETR rfc1738.txt"]
 *   ftpCommands({ ...url, user: "myname", cwd: ["/etc"] }); // ["USER myname", "CWD /etc", "TYPE A", "RETR rfc1738.txt"]
 * }
 * ```
 */
export function ftpCommands(record: FtpRecord, answers: FtpAnswers = {}): string[] {
	requireObject(record, "record");
	ftp.write(record);
	return [...logIn(record, answers), ...record.cwd.map((segment) => `CWD ${segment}`), ...transfer(record)];
}

function logIn({ user, password }: FtpRecord, answers: FtpAnswers): string[] {
	const secret = user === undefined ? (answers.mailAddress ?? "anonymous@") : (password ?? answers.password);
	if (secret === undefined) return [`USER ${user}`];
	if (LINE_ENDS.characters.test(secret)) {
		throw partError("password", "userinfo", `This part cannot have ${LINE_ENDS.names}.`, secret);
	}
	return [`USER ${user ?? "anonymous"}`, `PASS ${secret}`];
}

function transfer({ name, typecode }: FtpRecord): string[] {
	if (typecode === "d" || (typecode === undefined && name === "")) return [name === "" ? "NLST" : `NLST ${name}`];
	return typecode === undefined ? [`RETR ${name}`] : [`TYPE ${typecode.toUpperCase()}`, `RETR ${name}`];
}
