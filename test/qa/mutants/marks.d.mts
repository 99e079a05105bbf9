export function isMarked(lines: readonly string[], line: number): boolean;
