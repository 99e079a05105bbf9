/** The report of `shapes` as text. */
import { grouped } from "../../counted";
import type { Proposal } from "../file/schema";
import { driftLine } from "./drift";
import type { ShapesReportData, SiteReport } from "./report";
import type { ShapeNode } from "./tree";

/** Columns of a count. */
const WIDTH = 12;

export function reportText(data: ShapesReportData): string {
	const { command, date, keys, counts, sites, otherSites } = data;
	return [
		`${command.join(" ")}\n${date}, keys by ${keys}\n`,
		`${grouped(counts.sites)} sites of several keys, ${grouped(counts.single)} of one, ${grouped(counts.positions)} positions\n`,
		...trapLines(data),
		...driftLines(data),
		...sites.map(siteText),
		...(otherSites > 0 ? [`\n${grouped(otherSites)} more sites are in the file.\n`] : []),
	].join("");
}

function trapLines({ traps, otherTraps }: ShapesReportData): string[] {
	if (traps.length === 0) return ["\nNo traps\n"];
	const lines = traps.flatMap(({ trap, site, at = "", keys, counts, sample, proposal }) => [
		`${grouped(keys).padStart(WIDTH)}  ${trap}  ${placeText(site, at)}  ${numbers(counts)}\n`,
		`${"".padStart(WIDTH)}  ${sample}\n${"".padStart(WIDTH)}  proposal: ${proposalText(proposal)}\n`,
	]);
	return ["\nTraps\n", ...lines, ...(otherTraps > 0 ? [`${grouped(otherTraps).padStart(WIDTH)}  more\n`] : [])];
}

function proposalText(proposal: Proposal): string {
	return "policy" in proposal ? `in "sites" of a policy, ${JSON.stringify(proposal.policy)}` : proposal.options;
}

function numbers(counts: { readonly [name: string]: number }): string {
	return Object.entries(counts)
		.map(([name, count]) => `${name} ${grouped(count)}`)
		.join(", ");
}

function driftLines({ drifts, otherDrifts }: ShapesReportData): string[] {
	if (drifts.length === 0) return [];
	return ["\nChanges\n", ...drifts.map(driftLine), ...(otherDrifts > 0 ? [`${grouped(otherDrifts)} more\n`] : [])];
}

function siteText({ site, keys, sample, kinds, years, tree, otherShapes }: SiteReport): string {
	const about = sample === undefined ? "" : "about ";
	const head = `\n${site}  ${about}${grouped(keys)} keys, ${grouped(kinds)} shapes\n`;
	const kept = years.map((path) => `${"".padStart(WIDTH)}  years stay below ${path}/\n`).join("");
	const rest = otherShapes > 0 ? `${grouped(otherShapes).padStart(WIDTH)}  more shapes\n` : "";
	return head + kept + nodeText(tree, "") + rest;
}

function nodeText(node: ShapeNode, path: string): string {
	const { shapes, merged, traps, below } = node;
	const lines = shapes.map(({ shape, keys, example }) => `${grouped(keys).padStart(WIDTH)}  ${shape}  ${example}\n`);
	const why = merged && `${"".padStart(WIDTH)}  ${path}: ${merged.merged} words merged, ${merged.rules.join(", ")}\n`;
	const marks = traps.map(
		({ trap, at = "", keys }) => `${"".padStart(WIDTH)}  ${path}: ${trap} of ${grouped(keys)} keys ${at}\n`,
	);
	return [why ?? "", ...marks, ...lines, ...below.map((child) => nodeText(child, `${path}/${child.token}`))].join("");
}

/** A path of a site, or a name of a parameter there. */
function placeText(site: string, at: string): string {
	return at.startsWith("/") || at === "" ? site + at : `${site} ${at}`;
}
