/** What a step took: seconds, octets, and megabytes. */
export interface Gauged {
	readonly time: number;
	readonly cpu: number;
	readonly read: number;
	readonly written: number;
	readonly memory: number;
}
export declare function gauged<Result extends object>(step: () => Result | Promise<Result>): Promise<Result & Gauged>;
