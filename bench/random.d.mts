export function random(seed: number): (limit: number) => number;
