/** The list `sessions@1`, as far as it is about the query. Its removals from paths are in assembly/policy/session-path.ts. */
import { EntryFlag } from "../../../assembly/policy/program";

/** Names in lower case, each with its flags. All are compared without regard to case. */
export const SESSION_NAMES: readonly (readonly [name: string, flags: number])[] = [
	["phpsessid", 0],
	["jsessionid", 0],
	["aspsessionid", EntryFlag.PREFIX | EntryFlag.EIGHT_LETTERS],
	["cfid", EntryFlag.PAIR],
	["cftoken", EntryFlag.PAIR],
	["oscsid", 0],
	["zenid", 0],
];
