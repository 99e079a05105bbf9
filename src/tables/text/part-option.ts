/** The option `parts` of tables. */
import { OptionError } from "../../errors";
import { isPart, PART_NAMES, type PartColumns, type PartName, type PublicSuffix } from "../../lines/parts";

/** The new columns for parts, in the given order. Throws OptionError `invalid-option`. */
export function partColumns(
	parts: { readonly [part in PartName]?: string } | undefined,
	suffixes: PublicSuffix | undefined,
): PartColumns | undefined {
	if (parts === undefined) return undefined;
	if (typeof parts !== "object" || parts === null) refuse('The option "parts" must be an object of names of columns, by part.');
	const columns = Object.entries(parts).map(([part, name]) => {
		if (!isPart(part)) return refuse(`The option "parts" has no part "${part}"; it has ${PART_NAMES.join(", ")}.`);
		if (typeof name !== "string" || name === "")
			return refuse(`The option "parts" must have the name of a new column for "${part}".`);
		return { part, name };
	});
	if ("site" in parts && suffixes === undefined)
		refuse('The part "site" needs the option "publicSuffix": fromTldts(tldts) of urlsieve/crawl.');
	return columns.length === 0 ? undefined : { columns, suffixes };
}

function refuse(message: string): never {
	throw new OptionError("invalid-option", message);
}
