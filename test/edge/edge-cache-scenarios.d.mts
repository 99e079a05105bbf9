export const SCENARIOS: { readonly [name: string]: () => Promise<void> };
