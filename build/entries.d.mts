export declare const ENTRIES: Readonly<Record<string, string>>;
export declare const PROGRAM: Readonly<Record<string, string>>;
export const SMALL: Readonly<Record<string, string>>;
export declare function testedEntries(): { find: RegExp; replacement: string }[];
