/**
 * The AssemblyScript types of the portable dialect, declared for the TypeScript compiler. There are no others: see
 * CONTRIBUTING.md, "One source, two compilers".
 */
declare type i32 = number;
declare type bool = boolean;
