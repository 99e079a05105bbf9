export declare function pack(folder: string): string;
export declare function packedFiles(): string[];
