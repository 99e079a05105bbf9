/** Writes a list as a table whose format is the extension of `file`. */
export declare function writeTable(file: string, octets: Uint8Array): Promise<void>;
