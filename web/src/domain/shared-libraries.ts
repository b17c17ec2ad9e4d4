/** A library of a media server, as it can be chosen. */
export interface SharedLibrary {
  readonly id: string;
  /** Undefined where the server has no such library any more. */
  readonly name: string | undefined;
}

/**
 * What can be chosen: all that the server has, and what was chosen before and is gone there, so that saving takes nothing away that
 * nobody has seen.
 */
export function sharedLibraries(
  there: readonly { readonly id: string; readonly name: string }[],
  chosen: readonly string[],
): readonly SharedLibrary[] {
  const known = new Set(there.map(({ id }) => id));
  const gone = chosen.filter((id) => !known.has(id)).map((id) => ({ id, name: undefined }));
  return [...there.map(({ id, name }) => ({ id, name })), ...gone];
}
