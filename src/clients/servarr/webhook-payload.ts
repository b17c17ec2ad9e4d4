import { z } from 'zod';
import type { ServarrHappening, WebhookProfile } from './webhook-profiles.js';

/** What a webhook call reports. */
export interface WebhookEvent {
  /** Null for what is none of our business. */
  readonly happening: ServarrHappening | null;
  /** Did better files come in the place of others? */
  readonly isUpgrade: boolean;
  /** The metadata provider's id of the film; null where none is named. */
  readonly filmId: number | null;
  /** The series: its id in the catalog and, where the manager knows it, the metadata provider's; null where none is named. */
  readonly series: { readonly tvdbId: number; readonly tmdbId: number | null } | null;
  /** The manager's own id of the record of a book, which it always names; null where no book is named. */
  readonly bookRecordId: number | null;
  /** The release group of the album, in lower case; null where no single one is named. */
  readonly foreignAlbumId: string | null;
}

/** A larger one is none that a catalog has, and no row could bear it. */
const LARGEST_ID = 2 ** 31 - 1;

const id = z.int().positive().max(LARGEST_ID);

/** A record that can't be read counts as missing: the name of the event alone says what has happened. */
const payloadSchema = z.object({
  eventType: z.string().nullish(),
  isUpgrade: z.boolean().nullish().catch(null),
  movie: z.object({ tmdbId: id }).nullish().catch(null),
  series: z
    .object({ tvdbId: id, tmdbId: id.nullish().catch(null) })
    .nullish()
    .catch(null),
  book: z.object({ id }).nullish().catch(null),
  album: z.object({ mbId: z.guid() }).nullish().catch(null),
});

/** A call as it came, or null when it is none that a manager makes. */
export type WebhookPayload = z.infer<typeof payloadSchema>;

/** What is taken, for the description of the interface. */
export const TAKEN_PAYLOAD = z.looseObject({ eventType: z.string().nullish() });

/** Reads a body; null when its event has no name that could be read. */
export function readWebhookPayload(body: unknown): WebhookPayload | null {
  const read = payloadSchema.safeParse(body);
  return read.success ? read.data : null;
}

/** Interprets the payload by the profile of one product. Event names are compared by their letters alone, ignoring case. */
export function webhookEvent(
  { eventType, isUpgrade, movie, series, book, album }: WebhookPayload,
  profile: WebhookProfile,
): WebhookEvent {
  const name = (eventType ?? '').toLowerCase().replace(/[^a-z]/g, '');
  return {
    happening: happeningOf(name, profile),
    isUpgrade: isUpgrade ?? false,
    filmId: movie?.tmdbId ?? null,
    series: series ? { tvdbId: series.tvdbId, tmdbId: series.tmdbId ?? null } : null,
    bookRecordId: book?.id ?? null,
    foreignAlbumId: album?.mbId.toLowerCase() ?? null,
  };
}

/** Does an event of this name say nothing of titles, in any product? */
const isAboutManager = (name: string): boolean => name === '' || name === 'test' || name.startsWith('health');

function happeningOf(name: string, { events, others }: WebhookProfile): ServarrHappening | null {
  if (Object.hasOwn(events, name)) return events[name] ?? null;
  return others === undefined || isAboutManager(name) ? null : others;
}
