export declare const KEY: number;
export declare function writeKeys(path: string, known: number, days: readonly number[]): Uint8Array[];
export declare function sortedKeys(keys: Uint8Array): Uint8Array;
