/**
 * The names of AssemblyScript's types that the portable sources use, for the TypeScript compiler.
 * The portable dialect has no other types: see CONTRIBUTING.md, "One source, two compilers".
 */
declare type i32 = number;
declare type bool = boolean;
