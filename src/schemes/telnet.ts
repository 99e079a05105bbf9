/**
 * The schemes telnet, rlogin and tn3270: RFC 1738 §3.8; draft of March 1994, "Telnet, rlogin, tn3270".
 *
 * ```
 *   telneturl = "telnet://" login [ "/" ]
 * ```
 */
import { type Login, readLogin, writeLogin } from "./login";
import type { Source } from "./source";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** An interactive service. User and password are decoded, and only advisory. */
export interface TelnetRecord extends SchemeBase, Login {
	readonly scheme: "telnet" | "rlogin" | "tn3270";
}

export const telnet: SchemeSyntax<TelnetRecord> = {
	read(source) {
		const scheme = source.scheme as TelnetRecord["scheme"];
		const login = readLogin(source, "telneturl");
		requireNoPath(source);
		return { scheme, ...login };
	},
	write(record) {
		return `${record.scheme}:${writeLogin(record)}/`;
	},
};

function requireNoPath({ rest }: Source): void {
	if (rest.text === "" || rest.text === "/") return;
	throw rest.fault("telneturl", 'Only "/" may follow the host.', rest.text.startsWith("/") ? 1 : 0);
}
