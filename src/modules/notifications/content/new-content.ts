import { z } from 'zod';
import type { MediaType } from '../../requests/requests.public.js';
import type { StormScope } from '../message-rows.js';

export const CONTENT_CATEGORIES = ['new_movie', 'new_episode', 'new_book', 'new_album', 'content_upgraded'] as const;

export type ContentCategory = (typeof CONTENT_CATEGORIES)[number];

const REPORTED = z.object({
  mediaType: z.enum(['movie', 'tv', 'book', 'music']),
  instanceId: z.string(),
  titleId: z.union([z.int(), z.string()]),
});

/**
 * A title of a library that has got files, by what its record is read by: the metadata provider's id of a film, the
 * library's catalog id of a series, the manager's own id of a book's record, the release group of an album.
 */
export type ReportedTitle = Readonly<z.infer<typeof REPORTED>>;

export function reportedTitle(content: Readonly<Record<string, string | number>> | undefined): ReportedTitle | null {
  return REPORTED.safeParse(content).data ?? null;
}

const NEW: Readonly<Record<MediaType, ContentCategory>> = {
  movie: 'new_movie',
  tv: 'new_episode',
  book: 'new_book',
  music: 'new_album',
};

export const contentCategory = (mediaType: MediaType, isUpgrade: boolean): ContentCategory =>
  isUpgrade ? 'content_upgraded' : NEW[mediaType];

/** Whose limit an alert counts against. */
export const stormScopeOf = (category: ContentCategory): StormScope =>
  category === 'content_upgraded' ? 'administrators' : 'broadcast';

/** Episodes of one series are one, and so are the formats of a book. Libraries stay apart, since others may use them. */
export function alertKey(
  category: ContentCategory,
  { mediaType, instanceId, titleId }: ReportedTitle,
  name?: string,
): string {
  return [category, mediaType, instanceId, name ?? titleId].join(':').slice(0, LONGEST_KEY);
}

const LONGEST_KEY = 255;
