interface Served {
	readonly href: string;
	stop(): Promise<unknown>;
}

type Start = (origin: string) => Promise<Served>;

export const RUNTIMES: { readonly [runtime: string]: (use: (start: Start) => Promise<void>) => Promise<void> };

export function startOrigin(
	fieldOf: (path: string) => { readonly field?: string | undefined; readonly control?: string },
): Promise<{
	readonly requests: string[];
	readonly href: string;
	stop(): void;
}>;
