import { ownLibraries, type LibraryConfig } from './own-libraries.js';

/** A configuration that says of each library whether it serves files. */
interface ServingConfig extends LibraryConfig {
  readonly instances: readonly (LibraryConfig['instances'][number] & { readonly media_downloads: boolean })[];
}

/** The library whose film files the reader may have: the one that takes their requests, where it serves files. Source: doc 4 section 8 */
export function libraryWithFiles(config: ServingConfig): string | undefined {
  const [first] = ownLibraries(config, 'movie');
  return config.instances.find((one) => one.id === first?.id && one.request_default && one.media_downloads)?.id;
}

/** The manager's number of a film's file, from its answer about that film; null where it has none, or says nothing that can be read. */
export function fileOfFilm(answer: unknown, tmdbId: number): number | null {
  const films: readonly unknown[] = Array.isArray(answer) ? answer : [];
  for (const film of films) {
    const { tmdbId: id, movieFile } = (film ?? {}) as { readonly tmdbId?: unknown; readonly movieFile?: unknown };
    const { id: file } = (movieFile ?? {}) as { readonly id?: unknown };
    if (id === tmdbId && typeof file === 'number' && file > 0) return file;
  }
  return null;
}
