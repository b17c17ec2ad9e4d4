import type { ZodType } from 'zod';

/** What the defaults of some settings depend on. */
export interface Surroundings {
  /** Does a person see standard output? */
  readonly isTerminal: boolean;
}

/** One setting that the environment may give. */
export interface Variable<T> {
  /** Its name in the environment, in capitals. */
  readonly name: string;
  /** Reads the text of the variable; its messages say what is expected and never repeat the text. */
  readonly schema: ZodType<T, string>;
  /** What holds when the variable is not set or empty. */
  readonly fallback: (surroundings: Surroundings) => T;
  /** The default in words, for the configuration document. */
  readonly fallbackText: string;
  /** What it does and in which unit, for the configuration document. */
  readonly meaning: string;
  /** True where NAME_FILE may name a file that holds the value instead. */
  readonly secret: boolean;
}

/** What makes a {@link Variable}, beside its name and its default. */
interface VariableParts<T> {
  readonly schema: ZodType<T, string>;
  readonly meaning: string;
  /** In words; the fallback itself where it is left out, or `unset`. */
  readonly fallbackText?: string;
}

/** A setting that always has a value. */
export function variable<T>(name: string, parts: VariableParts<T> & { readonly fallback: NoInfer<T> }): Variable<T> {
  const { schema, fallback, fallbackText = inWords(fallback), meaning } = parts;
  return { name, schema, fallback: () => fallback, fallbackText, meaning, secret: false };
}

/** A setting that may be missing. */
export function optionalVariable<T>(
  name: string,
  { schema, fallbackText = 'unset', meaning }: VariableParts<T>,
): Variable<T | undefined> {
  return { name, schema, fallback: () => undefined, fallbackText, meaning, secret: false };
}

/** A setting that may be missing and must not be seen; a file may hold it. */
export function secretVariable<T>(name: string, parts: VariableParts<T>): Variable<T | undefined> {
  return { ...optionalVariable(name, parts), secret: true };
}

function inWords(fallback: unknown): string {
  if (Array.isArray(fallback)) return fallback.length === 0 ? 'empty' : `\`${fallback.join(',')}\``;
  return fallback === '' ? 'empty' : `\`${String(fallback)}\``;
}
