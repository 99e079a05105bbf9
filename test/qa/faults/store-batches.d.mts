export declare const BATCHES: number;
export declare const BATCH_SIZE: number;
export declare function batch(number: number): string[];
