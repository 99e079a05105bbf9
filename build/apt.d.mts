/** Installs a package. Throws if that fails. */
export function installByApt(name: string): void;
