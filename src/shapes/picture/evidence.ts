/** Why words were merged, and why a place is a trap: sentences from the evidence of a file of shapes. */
import { agreeing, counted, grouped } from "../../counted";
import type { Position } from "../../learned/schema";
import type { PicturedTrap } from "./site-picture";

type Reasons = { readonly [rule: string]: (position: Position) => string };

/** By rule: docs/guide/shapes.md. */
const REASONS: Reasons = {
	many: ({ inner }) => `${having(inner)} pages below`,
	"same below": ({ inner, shared, median }) =>
		`${grouped(shared)} of ${counted(inner, "word")} with pages below have the same next segment, with a median of ${counted(median, "key")} each`,
	leaves: ({ leaves }) => `${having(leaves)} nothing below`,
	"short slugs": ({ leaves }) => `slugs are among the ${counted(leaves, "word")} with nothing below, and short ones joined them`,
};

function having(words: number): string {
	return `${counted(words, "word")} ${agreeing(words, "have")}`;
}

/** A sentence for each rule that merged words at a position. */
export function reasonsOf(position: Position): string[] {
	return position.rules.map((rule) => {
		const reason = Object.hasOwn(REASONS, rule) ? REASONS[rule] : undefined;
		return reason === undefined ? rule : `${rule}: ${reason(position)}`;
	});
}

/** How many words stayed apart, with the first of them. */
export function keptOf({ words, merged, kept }: Position): string | undefined {
	const count = words - merged;
	if (count === 0) return undefined;
	const more = count > kept.length ? " …" : "";
	return `${counted(count, "word")} stayed: ${kept.join(" ")}${more}`;
}

/** The figures of a trap, such as "values 215, paths 19", or "values 215, paths 19, of a sample". */
export function figuresOf({ counts, isOfSample }: Pick<PicturedTrap, "counts" | "isOfSample">): string {
	const figures = Object.entries(counts).map(([name, count]) => `${nameOf(name)} ${grouped(count)}`);
	return [...figures, ...(isOfSample ? ["of a sample"] : [])].join(", ");
}

/** `withContent` as "with content". */
function nameOf(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
