export declare const CACHE_RULES: readonly string[];
export declare function holds(rule: string, command: string, cli: string): Promise<boolean>;
