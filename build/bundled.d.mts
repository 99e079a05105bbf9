export const BUNDLED: readonly string[];
export function writeBundled(folder: string): void;
