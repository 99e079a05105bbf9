export function random(seed: number): (limit: number) => number;
export const SEED: number;
