/** Packages of Debian and Ubuntu. */
import { downloads } from "./prepare.mjs";

/**
 * Suites that run side by side install packages, and apt-get fails at once if another one holds the lock of its lists or downloads. Its
 * option to wait is for the lock of dpkg alone.
 */
const ALONE = ["/var/lib/apt", "apt-get", "-o", "DPkg::Lock::Timeout=600", "--quiet", "--quiet"];

/** Installs a package. Throws if that fails. */
export function installByApt(name) {
	console.error(`urlsieve: installing ${name} …`);
	const stdio = ["ignore", "ignore", 2];
	downloads("flock", [...ALONE, "update"], { stdio });
	if (!downloads("flock", [...ALONE, "install", "--yes", "--no-install-recommends", name], { stdio }))
		throw new Error(`apt-get cannot install ${name}; see its messages above`);
}
