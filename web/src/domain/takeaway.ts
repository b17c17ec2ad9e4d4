import { ownLibraries, type LibraryConfig, type OwnLibrary } from './own-libraries.js';
import type { KindOfTitle } from './title-key.js';

/** A configuration that says of each library whether it serves files. */
interface ServingConfig extends LibraryConfig {
  readonly instances: readonly (LibraryConfig['instances'][number] & { readonly media_downloads: boolean })[];
}

/**
 * The libraries whose files of this kind the reader may have: of films and series the one that takes their requests, of books and
 * music each that they may use. Source: doc 2 §4 Completed file downloads, doc 4 section 8
 */
export function librariesWithFiles(config: ServingConfig, kind: KindOfTitle): readonly OwnLibrary[] {
  const own = ownLibraries(config, kind);
  const isOneOfSeveral = kind === 'book' || kind === 'music';
  const serving = new Set(
    config.instances
      .filter(({ media_downloads: serves, request_default: isFirst }) => serves && (isOneOfSeveral || isFirst))
      .map(({ id }) => id),
  );
  return (isOneOfSeveral ? own : own.slice(0, 1)).filter(({ id }) => serving.has(id));
}
