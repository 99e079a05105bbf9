/** The report of `shapes` as text. */
import { counted, grouped } from "../../counted";
import { placeText, proposalOf } from "../../learned/trap-text";
import { figuresOf } from "../picture/evidence";
import type { PicturedTrap, SitePicture } from "../picture/site-picture";
import { type TreeNode, treeOf } from "../picture/tree";
import { driftLine } from "./drift";
import type { ShapesReportData } from "./report";

/** Columns of a count. */
const WIDTH = 12;
/** Max sites that are drawn. */
const MAX_SITES = 200;

export function reportText(data: ShapesReportData): string {
	const { command, date, keys, counts, totals, sites } = data;
	const shown = sites.slice(0, MAX_SITES);
	const others = totals.sites - shown.length;
	return [
		`${command.join(" ")}\n${date}, keys by ${keys}\n`,
		`${counted(counts.sites, "site")} of several keys, ${grouped(counts.single)} of one, ${counted(counts.positions, "position")}\n`,
		...trapLines(data),
		...driftLines(data),
		...shown.map(siteText),
		...(others > 0 ? [`\nin the file only: ${counted(others, "site")}\n`] : []),
	].join("");
}

function trapLines({ traps, otherTraps }: ShapesReportData): string[] {
	if (traps.length === 0) return ["\nNo traps\n"];
	const lines = traps.flatMap((trap) => [
		`${columns(trap.keys)}  ${trap.trap}  ${placeText(trap.site, trap.at)}  ${figuresOf(trap)}\n`,
		`${columns()}  ${trap.sample}\n${columns()}  proposal: ${proposalOf(trap.proposal)}\n`,
	]);
	return ["\nTraps\n", ...lines, ...(otherTraps > 0 ? [`${columns(otherTraps)}  more\n`] : [])];
}

function driftLines({ drifts, otherDrifts }: ShapesReportData): string[] {
	if (drifts.length === 0) return [];
	return ["\nChanges\n", ...drifts.map(driftLine), ...(otherDrifts > 0 ? [`${grouped(otherDrifts)} more\n`] : [])];
}

function siteText(picture: SitePicture): string {
	const { site, keys, precision, kinds, years, left } = picture;
	const about = precision === undefined ? "" : `${precision} `;
	const head = `\n${site}  ${about}${counted(keys, "key")}, ${counted(kinds, "shape")}\n`;
	const kept = years.map((path) => `${columns()}  years stay below ${path}/\n`).join("");
	const rest = left === undefined ? "" : `${columns(left.shapes)}  more shapes\n`;
	return head + kept + nodeText(treeOf(picture), "", site) + rest;
}

function nodeText({ own, position, traps, children }: TreeNode, path: string, site: string): string {
	const merged = position && `${columns()}  ${path}: ${counted(position.merged, "word")} merged, ${position.rules.join(", ")}\n`;
	const marks = traps.map((trap) => `${columns()}  ${path}: ${markText(trap)}\n`);
	const line = own && `${columns(own[1])}  ${own[0]}  ${site}${own[2]}\n`;
	return [merged ?? "", ...marks, line ?? "", ...children.map((child) => nodeText(child, path + child.label, site))].join("");
}

function markText({ trap, at, keys, isOfSample }: PicturedTrap): string {
	return [trap, "of", counted(keys, "key"), isOfSample && "of a sample", at].filter(Boolean).join(" ");
}

/** A count, or blanks in its place. */
function columns(count?: number): string {
	return (count === undefined ? "" : grouped(count)).padStart(WIDTH);
}
