import type { AskedTitle } from '../kinds/request-kind.js';
import type { CatalogId } from '../saved/requests.repository.js';

/** The input of a request for an album. Its key is the id of its release group in lower case. */
export interface AlbumSelection extends AskedTitle {
  readonly mediaType: 'music';
  /** The id of the release group as it was sent. */
  readonly foreignId: string;
  readonly title: string;
  /** A text by which the album was found; null for none. */
  readonly searchTerm: string | null;
  /** Where the id comes from; null when it wasn't sent. */
  readonly catalogRef: CatalogId | null;
}
