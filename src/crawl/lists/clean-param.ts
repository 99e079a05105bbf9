/**
 * Reads the `Clean-param` lines of a robots.txt: parameters that change nothing on the pages of its host, as Yandex documents them.
 *
 * ```
 *   Clean-param: p0[&p1&p2…] [path]      path: a prefix, in which "*" is any run; without one, all paths
 * ```
 *
 * The lines name no host, so a policy names such a list in a site.
 */
import type { FilterGroup, FilterRule, ListPlace } from "../schema/filter";
import { MAX_STARS } from "../schema/policy-schema";
import { ListError } from "./list-error";
import { CLEAN_PARAM } from "./list-format";
import { type ListReports, Unsupported } from "./list-reports";
import { decoded } from "./names";

/** Reads a list. Throws ListError if it has no such line, and under `strict` for one that cannot be taken. */
export function readCleanParam(text: string, reports: ListReports): FilterGroup[] {
	const rules: FilterRule[] = [];
	let lines = 0;
	for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
		const [, value] = CLEAN_PARAM.exec(line.replace(/#.*$/s, "")) ?? [];
		const place = { line: index + 1, path: "", text: line.trim() };
		if (value === undefined) reports.passedOver += line.trim() === "" ? 0 : 1;
		else {
			lines += 1;
			rules.push(...rulesOf(value.trim(), place, reports));
		}
	}
	if (lines > 0) return [{ rules, exceptions: [] }];
	throw new ListError(
		"list-syntax",
		"No line of the list is a rule: write Clean-param: NAME for each parameter.",
		"",
		text.slice(0, 60),
	);
}

function rulesOf(value: string, place: ListPlace, reports: ListReports): FilterRule[] {
	const [names = "", path, ...others] = value.split(/[ \t]+/);
	const url = reports.attempt(place, () => {
		if (names === "" || others.length > 0) throw refused("A line has names, which & separates, and a path at most");
		return path === undefined ? {} : { paths: [pathOf(path)] };
	});
	if (url === undefined) return [];
	return names
		.split("&")
		.filter((name) => name !== "")
		.map((text) => {
			const raw = decoded(text, false);
			const piece = { kind: "name", name: decoded(text), raw, ignoreCase: false, isNegated: false } as const;
			reports.count(place, url, piece);
			return { entry: `L${place.line}`, piece, url, exceptions: [] };
		});
}

function pathOf(path: string): string {
	if (path.split("*").length > MAX_STARS + 1) throw refused(`A path has ${MAX_STARS} stars at most`);
	return /^[/*]/.test(path) ? path : `/${path}`;
}

function refused(message: string): Unsupported {
	return new Unsupported("unsupported-modifier", message);
}
