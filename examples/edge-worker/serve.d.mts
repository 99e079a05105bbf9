export const folder: string;
export function prepare(): Promise<void>;
export function serve(settings?: { port?: number; config?: string; log?: (text: string) => void }): Promise<{
	origin: string;
	pid: number;
	ended: Promise<number | null>;
	/** Without a signal: at once. By SIGTERM, workerd answers first what is under way. */
	stop: (signal?: NodeJS.Signals) => Promise<unknown>;
}>;
