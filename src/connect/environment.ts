/** A proxy in the environment, which would resolve names itself, out of reach of any check. */
import { invalid } from "./guard-options";

const PROXIES = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"];

/**
 * Throws OptionError `invalid-option` if Node.js was told to use a proxy: NODE_USE_ENV_PROXY or --use-env-proxy, with HTTP_PROXY or
 * HTTPS_PROXY. Without being told it ignores those, and so does a guard.
 */
export function checkEnvironment(): void {
	const { env, execArgv } = process;
	const isTold =
		env.NODE_USE_ENV_PROXY === "1" || [...execArgv, ...(env.NODE_OPTIONS ?? "").split(" ")].includes("--use-env-proxy");
	const proxy = PROXIES.find((name) => env[name]);
	if (!isTold || proxy === undefined) return;
	throw invalid(
		`A guard connects by itself, but Node.js is told to use the proxy of ${proxy}: let the proxy check its addresses, or unset NODE_USE_ENV_PROXY.`,
	);
}
