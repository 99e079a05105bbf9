/** Hosts beyond ASCII as Python's codec `idna` has them: IDNA 2003, whose tables are those of Unicode 3.2. */

/** The A-labels of a host; undefined where the platform is not known to agree with Python. */
export function idna2003(_host: string): string | undefined {
	return undefined;
}
