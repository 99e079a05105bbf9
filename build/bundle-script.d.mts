export declare function bundleScript(entryPoints: { readonly [name: string]: string }, outdir: string): Promise<void>;
