/** The writings of rules of hosts and of values, and their names in evidence. */
import type { RuleEvidence } from "../row-batch";

/** The writing of a rule. `piece`: a name and its value, as they stand in keys. */
export type PairWriting =
	| { readonly kind: "value"; readonly piece: string; readonly host: string }
	| { readonly kind: "hostAlias"; readonly host: string; readonly target: string }
	| { readonly kind: "hostLabel"; readonly label: string };

/** The name of a rule in evidence. */
export function labelOf(writing: PairWriting): string {
	if (writing.kind === "hostLabel") return `hostLabel:${writing.label}`;
	if (writing.kind === "hostAlias") return `hostAlias:${writing.host}=${writing.target}`;
	return `value:${writing.piece}`;
}

/** The writing of a rule of earlier evidence, or undefined if it is of another kind, or cannot be read. */
export function writingOf({ rule, hosts }: Pick<RuleEvidence, "rule" | "hosts">): PairWriting | undefined {
	const [, kind, text = ""] = /^(value|hostAlias|hostLabel):(.+)$/su.exec(rule) ?? [];
	const [first = "", ...rest] = text.split("=");
	const second = rest.join("=");
	if (kind === "hostLabel") return hosts === undefined ? { kind, label: text } : undefined;
	const [host] = hosts ?? [];
	if (first === "" || second === "" || host === undefined) return undefined;
	if (kind === "hostAlias") return first === host && !second.includes("*") ? { kind, host, target: second } : undefined;
	return kind === "value" && decodedPiece(text) !== undefined ? { kind, piece: text, host } : undefined;
}

/** The name and the value of a piece as a policy decodes them, or undefined if they are not UTF-8. */
export function decodedPiece(piece: string): readonly [name: string, value: string] | undefined {
	const at = piece.indexOf("=");
	try {
		const [name, value] = [piece.slice(0, at), piece.slice(at + 1)].map((text) => decodeURIComponent(text.replaceAll("+", " ")));
		return at < 0 || !name || !value ? undefined : [name, value];
	} catch {
		return undefined;
	}
}
