type Row = [field: string | object, url: string, variant: string[]];
export function smallCases(count: number): Row[];
export function resultOf(edge: object, row: Row): string;
export function destinationCases(): string[];
export function destinationResult(edge: object, url: string): string;
