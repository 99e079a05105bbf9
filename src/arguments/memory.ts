/** The option `--memory`: a size such as 512M or 2G. */
import { LEAST_MEMORY } from "../dedupe/plan";
import { usageFailure } from "../failure";

const PREFIXES = "KMGT";

/** The octets of --memory. Throws Failure. */
export function memoryOf(command: string, value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	const [, number, unit = ""] = /^([0-9]+)([KMGT]?)(?:iB)?$/i.exec(value) ?? [];
	if (number === undefined) throw usageFailure(command, `--memory must be a size such as 512M or 2G, not "${value}"`);
	const octets = Number(number) * 1024 ** (1 + PREFIXES.indexOf(unit.toUpperCase() || "?"));
	if (octets >= LEAST_MEMORY) return octets;
	throw usageFailure(command, `--memory must be at least 16M, not "${value}"`);
}
