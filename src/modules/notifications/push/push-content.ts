import { z } from 'zod';
import type { MediaType } from '../../requests/requests.public.js';
import type { PushCategory } from './push-categories.js';
import type { PushNews } from './push-texts.js';

/** What has come into a library, as a message keeps it. */
export interface NewContent {
  readonly mediaType: MediaType;
  readonly instanceId: string;
  readonly title: string;
  /** The metadata provider's id; left out where none is known. */
  readonly tmdbId?: number;
  /** Under which a book or an album is filed. */
  readonly foreignId?: string;
  /** A series: the season. */
  readonly season?: number;
  /** A series: the number of the episode, where it is one alone. */
  readonly episode?: number;
}

type ContentNews = Extract<
  PushNews,
  { readonly category: 'new_movie' | 'new_episode' | 'new_book' | 'new_album' | 'content_upgraded' }
>;

const CONTENT = z.object({
  mediaType: z.enum(['movie', 'tv', 'book', 'music']),
  instanceId: z.string(),
  title: z.string(),
  tmdbId: z.int().optional(),
  foreignId: z.string().optional(),
  season: z.int().optional(),
  episode: z.int().optional(),
});

const isContentCategory = (category: PushCategory): category is ContentNews['category'] =>
  ['new_movie', 'new_episode', 'new_book', 'new_album', 'content_upgraded'].includes(category);

/** What a message about new content tells, and of which library; null where it is none that can be read. */
export function contentOf(
  category: PushCategory,
  subject: Readonly<Record<string, string | number>>,
): { readonly news: ContentNews; readonly instanceId: string } | null {
  const read = CONTENT.safeParse(subject);
  if (!read.success || !isContentCategory(category)) return null;
  const { mediaType, instanceId, title, tmdbId, foreignId, season, episode } = read.data;
  const isFiled = mediaType === 'book' || mediaType === 'music';
  const about = {
    mediaType,
    title,
    tmdbId: tmdbId ?? null,
    foreignId: foreignId ?? null,
    instanceId: isFiled ? instanceId : null,
  };
  const episodes = season === undefined ? null : { season, episode: episode ?? null };
  const news = category === 'new_episode' ? { category, ...about, episodes } : { category, ...about };
  return { news, instanceId };
}
