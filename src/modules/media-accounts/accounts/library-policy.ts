/** Which libraries of an audiobook server: those of the instance, all with later ones, or some. Source: doc 1 §3. */
export type LibraryPolicyMode = 'default' | 'all' | 'selected';

/** Which libraries of an audiobook server somebody gets. Source: doc 1 §2, Audiobook library policy. */
export interface LibraryPolicy {
  readonly mode: LibraryPolicyMode;
  /** The server's own ids, each once; empty unless the mode is `selected`. */
  readonly libraryIds: readonly string[];
}

/** What holds for somebody for whom nothing was chosen. */
export const DEFAULT_POLICY: LibraryPolicy = { mode: 'default', libraryIds: [] };
