export function syntheticList(count: number, seed: number): { octets: Uint8Array; classes: number; invalid: number };
