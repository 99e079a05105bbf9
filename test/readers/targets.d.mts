export function generatedTargets(count: number, seed?: number): string[];
