/** The commands for long lists: see main.ts. */
export * as dedupe from "./commands/dedupe";
export * as normalize from "./commands/normalize";
export * as resolve from "./commands/resolve";
