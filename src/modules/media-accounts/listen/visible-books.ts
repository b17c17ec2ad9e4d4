import type {
  AudiobookshelfBook,
  AudiobookshelfLibrary,
} from '../../../clients/audiobookshelf/audiobookshelf-books.js';
import type { AudiobookshelfAccess, AudiobookshelfUser } from '../../../clients/audiobookshelf/audiobookshelf-user.js';

/** What an account may see; `everything` for administrators of the server. */
export type SeenBooks = AudiobookshelfAccess | 'everything';

/**
 * What does an account see now? Our key sees everything, so that this is ours to judge.
 *
 * @param account as the server has it now; null where it is gone
 * @returns null where the account can't be used, or where what it may see can't be read
 */
export function seenBooks(account: AudiobookshelfUser | null): SeenBooks | null {
  if (!account?.isActive) return null;
  return account.isAdministrator ? 'everything' : account.access;
}

/** The libraries of books among these that the account sees. */
export function visibleLibraries(
  libraries: readonly AudiobookshelfLibrary[],
  seen: SeenBooks,
): readonly AudiobookshelfLibrary[] {
  const books = libraries.filter(({ mediaType }) => mediaType === 'book');
  if (seen === 'everything' || seen.libraries === 'all') return books;
  const ids = new Set(seen.libraries);
  return books.filter(({ id }) => ids.has(id));
}

/**
 * Does the account see this book of a library that it sees? A book whose tags can't be read is seen by those alone to whom
 * tags mean nothing, and one that doesn't say whether it is explicit counts as explicit.
 *
 * Source: audiobookshelf facts, Tags, Explicit; issue 21, Listen.
 */
export function isVisible({ tags, isExplicit }: AudiobookshelfBook, seen: SeenBooks): boolean {
  if (seen === 'everything') return true;
  if (!seen.explicitContent && isExplicit !== false) return false;
  if (seen.tags === 'all') return true;
  if (tags === null) return false;
  if ('without' in seen.tags) {
    const { without } = seen.tags;
    return !tags.some((tag) => without.includes(tag));
  }
  const { only } = seen.tags;
  return tags.some((tag) => only.includes(tag));
}
