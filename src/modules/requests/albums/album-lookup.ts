import type { AlbumSelection } from './album-selection.js';

/**
 * The words to look an album up by where its exact id finds nothing: the text by which it was found, its title, and its
 * title up to the first bracket. Only the exact id decides whether what they find is the album.
 *
 * Source: doc 2 section 4, Requests rule 5.
 */
export function lookupWords({ title, searchTerm }: Pick<AlbumSelection, 'title' | 'searchTerm'>): readonly string[] {
  const [plain = ''] = title.split(/[([]/, 1);
  const words = [searchTerm ?? '', title, plain].map((text) => text.trim()).filter((text) => text !== '');
  return [...new Set(words)];
}
