export declare const COMPRESSED_FILES: readonly { readonly name: string; readonly octets: Buffer; readonly lines: string }[];
export declare const CHECKED_FILE: Buffer;
