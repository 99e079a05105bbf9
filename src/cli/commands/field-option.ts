/** The option --no-vary-search and its help. by-field.ts, which runs it, is loaded if it is given. */
export const FIELD_OPTION = { "no-vary-search": { type: "string" } } as const;

const FIELD = `  --no-vary-search F Go by a field No-Vary-Search, such as 'params=("utm_source")': lines are http and https URLs, and the same if
                     a cache may answer them with one response. A field that says nothing is an error.
                     See docs/reference/edge.md. `;

export const FIELD_HELP = `${FIELD}Requires --print key.
`;

export const DEDUPE_FIELD_HELP = `${FIELD}Prints original lines, or with
                     --print key, keys. They are held in memory. --audit - without -o prints only the log.
`;

export const COMPARE_FIELD_HELP = `${FIELD}Prints string,
                     no-vary-search or different.
`;
