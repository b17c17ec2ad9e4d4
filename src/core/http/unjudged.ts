/**
 * A query as it came: a value may be anything, or a list when it was given more than once. `Described` says which names
 * the route reads and what it takes; the description of the interface is made of it.
 */
export type Unjudged<Described> = { readonly [Name in keyof Described]?: unknown };
