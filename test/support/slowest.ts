/** A reporter that names the slowest files of a run, with the time of each for imports, hooks and tests. */
import type { Reporter, TestModule } from "vitest/node";

const SHOWN = 10;

function secondsOf(module: TestModule): number {
	const { prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
	return (prepareDuration + collectDuration + setupDuration + duration) / 1000;
}

export default class Slowest implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const files = modules.map((module) => [secondsOf(module), module.relativeModuleId] as const).sort(([a], [b]) => b - a);
		const total = files.reduce((sum, [seconds]) => sum + seconds, 0);
		console.log(`\nThe slowest of ${files.length} files, which took ${total.toFixed(0)} s in all:`);
		for (const [seconds, file] of files.slice(0, SHOWN)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
	}
}
