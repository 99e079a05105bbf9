type Broken = Promise<{ readonly [scenario: string]: string }>;

export function brokenInDeno(): Broken;
export function brokenInWorkerd(): Broken;
