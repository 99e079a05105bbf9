export const folder: string;
export function prepare(): Promise<void>;
export function serve(settings?: { port?: number; config?: string; log?: (text: string) => void }): Promise<{
	origin: string;
	pid: number;
	ended: Promise<number | null>;
	/** Stops workerd, by default at once (SIGKILL). On SIGTERM it finishes pending requests first. */
	stop: (signal?: NodeJS.Signals) => Promise<unknown>;
}>;
