export const FLAGS: string[];
export function chromiumPath(places?: readonly string[]): string;
export function installChromium(): void;
