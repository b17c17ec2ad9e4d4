import { z } from 'zod';
import type { Secret } from '../../core/secrets/secret.js';
import { HttpTransport } from '../http/http-transport.js';
import { lenient } from '../http/lenient-members.js';
import { type PlexAccess, plexHeaders } from './plex-headers.js';

const DEADLINE_MS = 30_000;
/** A page of titles, each with its cast and summary. */
const MAX_BYTES = 16 * 1024 * 1024;

/** So many titles come with one call. */
export const PLEX_PAGE = 200;

/** The server's numbers for what a section holds. */
const KINDS = { movie: 1, show: 2 } as const;

/** A section of a server that holds films or series. */
export interface PlexSection {
  /** The server's own number of it, as text; what shares name is another one. */
  readonly key: string;
  readonly type: keyof typeof KINDS;
}

interface PlexSections {
  readonly sections: readonly PlexSection[];
  /** False where one of them could not be read. */
  readonly isComplete: boolean;
}

/** A film or series on a server. */
export interface PlexTitle {
  readonly ratingKey: string;
  readonly tmdbId: number | null;
  readonly tvdbId: number | null;
  /** As a filter of a share names it: `PG-13`, `de/12`; null where it has none. */
  readonly contentRating: string | null;
}

interface PlexTitlePage {
  readonly titles: readonly PlexTitle[];
  /** So many rows came, readable or not. */
  readonly rows: number;
  /** So many could not be read, or name no id: any title may be one of them. */
  readonly unknown: number;
  /** So many the section has, as the server says. */
  readonly total: number;
}

const identity = z.object({ MediaContainer: z.object({ machineIdentifier: z.string().max(128) }) });

const directory = z.object({ key: z.string().regex(/^\d{1,9}$/), type: z.string() });

/** A server has some ten. */
const MOST_SECTIONS = 200;

const sections = z.object({
  MediaContainer: z.object({ Directory: z.array(z.unknown()).max(MOST_SECTIONS).nullish() }),
});

const page = z.object({
  MediaContainer: z.object({ totalSize: lenient(z.int()), Metadata: z.array(z.unknown()).nullish() }),
});

const row = z.object({
  ratingKey: z.string().regex(/^\d{1,15}$/),
  contentRating: lenient(z.string().max(128)),
  Guid: z.array(z.object({ id: z.string() })),
});

/** A Plex Media Server itself, which says what it holds. Throws UpstreamError for everything but an affirmed answer. */
export class PlexMediaServer {
  constructor(
    private readonly access: PlexAccess,
    private readonly token: Secret,
  ) {}

  /** Which machine answers at this address? The token isn't sent. */
  async machineIdentifier(signal?: AbortSignal): Promise<string> {
    const call = {
      operation: 'server.identity',
      method: 'GET',
      path: ['identity'],
      signal,
      deadlineMs: 5_000,
    } as const;
    const transport = this.transport(plexHeaders(this.access.identity));
    return (await transport.json(call, identity)).MediaContainer.machineIdentifier;
  }

  async sections(signal?: AbortSignal): Promise<PlexSections> {
    const call = { operation: 'sections.list', method: 'GET', path: ['library', 'sections'], signal } as const;
    const { MediaContainer } = await this.transport(this.headers()).json(call, sections);
    const rows = (MediaContainer.Directory ?? []).map((row) => directory.safeParse(row));
    const found = rows.flatMap(({ data }): readonly PlexSection[] => {
      if (!data) return [];
      const { key, type } = data;
      return type === 'movie' || type === 'show' ? [{ key, type }] : [];
    });
    return { sections: found, isComplete: rows.every(({ success }) => success) };
  }

  /** The titles of a section from this place on, {@link PLEX_PAGE} at most. */
  async titles({ key, type }: PlexSection, start: number, signal?: AbortSignal): Promise<PlexTitlePage> {
    const part = { 'X-Plex-Container-Start': String(start), 'X-Plex-Container-Size': String(PLEX_PAGE) };
    const query = { type: KINDS[type], includeGuids: 1 };
    const path = ['library', 'sections', key, 'all'];
    const call = { operation: 'titles.list', method: 'GET', path, query, signal } as const;
    const { MediaContainer } = await this.transport({ ...this.headers(), ...part }).json(call, page);
    const rows = MediaContainer.Metadata ?? [];
    const titles = rows.map(titleOf).filter((title) => title !== null);
    // Where it doesn't say how many there are, a page that isn't full is the last one.
    const total = MediaContainer.totalSize ?? start + rows.length + (rows.length === PLEX_PAGE ? 1 : 0);
    return { titles, rows: rows.length, unknown: rows.length - titles.length, total };
  }

  private headers(): Readonly<Record<string, string | Secret>> {
    return { ...plexHeaders(this.access.identity), 'X-Plex-Token': this.token };
  }

  private transport(headers: Readonly<Record<string, string | Secret>>): HttpTransport {
    const { identity: _identity, ...access } = this.access;
    return new HttpTransport({ ...access, system: 'plex', deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES, headers });
  }
}

/** Null where it can't be read, or isn't known by one id of TMDB or TheTVDB. */
function titleOf(sent: unknown): PlexTitle | null {
  const judged = row.safeParse(sent);
  if (!judged.success) return null;
  const { ratingKey, contentRating, Guid } = judged.data;
  const [tmdbId, tvdbId] = [idOf(Guid, 'tmdb'), idOf(Guid, 'tvdb')];
  if (tmdbId === undefined || tvdbId === undefined || (tmdbId === null && tvdbId === null)) return null;
  return { ratingKey, tmdbId, tvdbId, contentRating };
}

/** Null for none; undefined where it is named more than one. */
function idOf(guids: readonly { readonly id: string }[], scheme: 'tmdb' | 'tvdb'): number | null | undefined {
  const named = guids.flatMap(({ id }) => new RegExp(`^${scheme}://([1-9]\\d{0,9})$`).exec(id)?.[1] ?? []);
  const [first, ...others] = new Set(named);
  return others.length > 0 ? undefined : first === undefined ? null : Number(first);
}
