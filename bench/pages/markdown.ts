/** A Markdown table. */
export function markdown([head, ...lines]: readonly (readonly string[])[]): string {
	const written = (cells: readonly string[]) => `| ${cells.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
	const columns = head ?? [];
	return [written(columns), written(columns.map(() => "---")), ...lines.map(written)].join("\n");
}
