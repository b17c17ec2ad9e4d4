import { z } from 'zod';
import { lenient, readableRows } from '../http/lenient-members.js';
import { audiobookshelfId } from './audiobookshelf-user.js';

export interface AudiobookshelfLibrary {
  readonly id: string;
  /** Its id where it has no name. */
  readonly name: string;
  /** The server's word: `book`, `podcast`; empty where it doesn't say. */
  readonly mediaType: string;
}

/** A book of a library, with what says who may see it. */
export interface AudiobookshelfBook {
  readonly id: string;
  readonly libraryId: string;
  readonly title: string;
  readonly narrators: readonly string[];
  /** As the server has it, with or without hyphens; null where it has none. */
  readonly isbn: string | null;
  readonly asin: string | null;
  /** Null where they can't be read: nobody may conclude that it has none. */
  readonly tags: readonly string[] | null;
  readonly isExplicit: boolean | null;
  /** Has it something to listen to? Null where the server doesn't say. */
  readonly hasAudio: boolean | null;
  /** Its files are gone, or hold no book. */
  readonly isMissing: boolean;
}

/** What a search found. */
export interface AudiobookshelfSearch {
  readonly books: readonly AudiobookshelfBook[];
  /** False where a row couldn't be read, or where there may be more: what isn't among them is then unknown, and not absent. */
  readonly isComplete: boolean;
}

/** One without an id is left out, since no account's access can name it. */
export const audiobookshelfLibraries = z.object({
  libraries: readableRows(
    z
      .object({ id: audiobookshelfId, name: lenient(z.string()), mediaType: lenient(z.string()) })
      .transform(({ id, name, mediaType }): AudiobookshelfLibrary => ({
        id,
        name: name?.trim() ? name : id,
        mediaType: mediaType ?? '',
      })),
  ),
});

export const audiobookshelfFindings = z.object({ book: z.array(z.unknown()) });

const name = z.string().max(512);
const number = lenient(z.string().trim().min(1).max(64));
const list = lenient(z.array(z.unknown()));

/** A row of a search. Servers write items short (`narratorName`, `numTracks`) or long (`narrators`, `tracks`); both are read. */
export const audiobookshelfFinding = z
  .object({
    libraryItem: z.object({
      id: audiobookshelfId,
      libraryId: audiobookshelfId,
      isMissing: lenient(z.boolean()),
      isInvalid: lenient(z.boolean()),
      media: z.object({
        metadata: z.object({
          title: lenient(name),
          narratorName: lenient(name),
          narrators: lenient(z.array(name)),
          isbn: number,
          asin: number,
          explicit: lenient(z.boolean()),
        }),
        tags: lenient(z.array(name)),
        numTracks: lenient(z.int().nonnegative()),
        tracks: list,
        audioFiles: list,
      }),
    }),
  })
  .transform(({ libraryItem: { id, libraryId, isMissing, isInvalid, media } }): AudiobookshelfBook => {
    const { title, narratorName, narrators, isbn, asin, explicit } = media.metadata;
    const tracks = media.numTracks ?? (media.tracks ?? media.audioFiles)?.length ?? null;
    return {
      id,
      libraryId,
      title: title ?? '',
      narrators: narrators ?? namesIn(narratorName ?? ''),
      isbn,
      asin,
      tags: media.tags,
      isExplicit: explicit,
      hasAudio: tracks === null ? null : tracks > 0,
      isMissing: isMissing === true || isInvalid === true,
    };
  });

const namesIn = (names: string): readonly string[] =>
  names
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
