import { existsSync, readFileSync } from 'node:fs';

/** What there are pictures of: `art/README.md`. */
type ArtKind = 'poster' | 'backdrop' | 'portrait' | 'album' | 'book';

/** The pictures lie in the checkout, below which this file lies as it is, and compiled in a folder of its own. */
const [FOLDER] = ['../../art/pictures/', '../../../art/pictures/']
  .map((path) => new URL(path, import.meta.url))
  .filter((folder) => existsSync(folder));

export const ART_TYPE = 'image/webp';

/** The bytes of a picture; undefined where there is none of this name. @param name `poster-brass-city` */
export function artOf(name: string): Buffer | undefined {
  if (!FOLDER || !/^[a-z]+(?:-[a-z]+)+$/.test(name)) return undefined;
  const file = new URL(`${name}.webp`, FOLDER);
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** As TMDB names a picture: it has no dashes there. Null where there is none. */
export function tmdbPicture(kind: ArtKind, name: string): string | null {
  return artOf(`${kind}-${name}`) ? `/${kind}${name.replaceAll('-', 'X')}.webp` : null;
}

/** The other way round. */
export const nameOfTmdbPicture = (file: string): string =>
  file
    .replace(/^(poster|backdrop|portrait)/, '$1-')
    .replaceAll('X', '-')
    .replace(/\.webp$/, '');
