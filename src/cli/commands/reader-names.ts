/** The option --readers of `agree` and `inspect`. */
import { type ReaderId, readers } from "../../edge/readers/table";
import { usageFailure } from "../../failure";
import { suggestion } from "../../nearest";

/** The readers that --readers names. Throws Failure for fewer than two, and for unknown ones. */
export function readersOf(command: string, lists: readonly string[] = []): ReaderId[] {
	const ids = lists.flatMap((list) => list.split(","));
	if (ids.length < 2)
		throw usageFailure(command, `${command} requires --readers with at least two readers, such as nginx,tomcat`);
	const known = readers().flatMap(({ id }) => [id, id.replace("@1", "")]);
	const unknown = ids.find((id) => !known.includes(id));
	if (unknown === undefined) return ids as ReaderId[];
	throw usageFailure(command, `--readers takes ids of readers, and "${unknown}" is not one${suggestion(unknown, known)}`);
}
