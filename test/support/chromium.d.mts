export const FLAGS: string[];
export const PATIENCE: number;
export function chromiumPath(places?: readonly string[]): string;
export function installChromium(): void;
