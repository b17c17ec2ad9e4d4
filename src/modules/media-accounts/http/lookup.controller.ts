import { Controller, Get, Query } from '@nestjs/common';
import { SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsJudgedByService, KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { ListeningApps } from '../../instances/instances.public.js';
import { type ListenItem, type AudiobookOnServer, ListenService } from '../listen/listen.service.js';
import { type TitleOnServers, WatchManyService } from '../watch/watch-many.service.js';
import { type TitleOnServer, WatchService } from '../watch/watch.service.js';
import { type AskedTitle, LONGEST_TITLE } from '../watch/watched-title.js';
import { askedTitlesOf, type WatchManyQuery } from './watch-many.query.js';

/** Which title somebody wants to watch. One of the ids has to be there. */
export interface WatchQuery {
  readonly media_type: 'movie' | 'tv';
  /** 0 is none. */
  readonly tmdb_id?: number;
  /** 0 is none. */
  readonly tvdb_id?: number;
  /** Narrows the search, and decides nothing. 0 is none. */
  readonly year?: number;
  /** Narrows the search, and decides nothing. At most 256 characters are looked at. */
  readonly title?: string;
}

const LARGEST_ID = 2_147_483_647;
const LAST_YEAR = 9_999;

/** @throws AppError 400 naming the first fault. */
export function askedTitleOf(query: UnvalidatedQuery<WatchQuery>): AskedTitle {
  const type = queryWord('media_type', query.media_type);
  if (type !== 'movie' && type !== 'tv')
    throw badRequest('not_one_of', 'media_type must be movie or tv', {
      name: 'media_type',
      values: 'movie, tv',
    });
  const tmdbId = numberOf('tmdb_id', query.tmdb_id, LARGEST_ID);
  const tvdbId = numberOf('tvdb_id', query.tvdb_id, LARGEST_ID);
  if (tmdbId === null && tvdbId === null) throw badRequest('title_id_required', 'tmdb_id or tvdb_id required');
  const year = numberOf('year', query.year, LAST_YEAR);
  const title = queryWord('title', query.title)?.trim().slice(0, LONGEST_TITLE).trim() ?? '';
  return { type, tmdbId, tvdbId, ...(year === null ? {} : { year }), ...(title === '' ? {} : { title }) };
}

/** Null for none: it is left out, empty or 0. */
function numberOf(name: string, value: unknown, largest: number): number | null {
  const text = queryWord(name, value) ?? '0';
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > largest) throw badRequest('invalid', `invalid ${name}`, { name });
  return number === 0 ? null : number;
}

/** A server on which the caller has an account, and whether it has the title. */
interface WatchPlaceView {
  readonly instance_id: string;
  readonly service_type: TitleOnServer['serviceType'];
  readonly name: string;
  /** `unreachable` and `unverified` say nothing of the title. */
  readonly state: TitleOnServer['state'];
  /** Where the title is opened; left out where nobody knows. */
  readonly url?: string;
  /** Where Plex is opened, when the address of the title itself isn't known. */
  readonly fallback_url?: string;
}

function watchPlaceView({ instanceId, serviceType, name, state, url, fallbackUrl }: TitleOnServer): WatchPlaceView {
  return {
    instance_id: instanceId,
    service_type: serviceType,
    name,
    state,
    ...(url === null ? {} : { url }),
    ...(fallbackUrl === null ? {} : { fallback_url: fallbackUrl }),
  };
}

/** Where titles are, by their ids. A kids account lacks those that are outside of its limits, or that nobody knows. */
interface WatchManyView {
  readonly movies: Readonly<Record<string, readonly WatchPlaceView[]>>;
  readonly series: Readonly<Record<string, readonly WatchPlaceView[]>>;
}

function watchManyView(titles: readonly TitleOnServers[]): WatchManyView {
  const placesOf = (kind: TitleOnServers['type']): Record<string, readonly WatchPlaceView[]> =>
    Object.fromEntries(
      titles
        .filter(({ type }) => type === kind)
        .map(({ tmdbId, places }) => [String(tmdbId), places.map(watchPlaceView)]),
    );
  return { movies: placesOf('movie'), series: placesOf('tv') };
}

/** Which book somebody wants to listen to. */
export interface ListenQuery {
  /** The book library that has it. */
  readonly instance_id: string;
  /** The id of the title there. */
  readonly foreign_book_id: string;
}

/** An audiobook. */
interface ListenItemView {
  readonly id: string;
  readonly title: string;
  readonly library_name: string;
  readonly narrators: readonly string[];
  /** Where it is opened; left out where the server has no address for people. */
  readonly url?: string;
}

/** A server on which the caller has an account, and whether it has the audiobook. */
interface ListenPlaceView {
  readonly instance_id: string;
  readonly service_type: 'audiobook_server';
  readonly name: string;
  /** `unreachable` and `unverified` say nothing of the audiobook. */
  readonly state: AudiobookOnServer['state'];
  readonly items: readonly ListenItemView[];
  /** Where the server is opened, when the audiobook wasn't found. */
  readonly fallback_url?: string;
  /** With which app to listen: the caller's choice, else the server's, else a browser. */
  readonly listening_apps: ListeningApps;
}

const LONGEST = 255;

const itemView = ({ id, title, libraryName, narrators, url }: ListenItem): ListenItemView => ({
  id,
  title,
  library_name: libraryName,
  narrators,
  ...(url === null ? {} : { url }),
});

function listenPlaceView({ instanceId, name, state, items, fallbackUrl, apps }: AudiobookOnServer): ListenPlaceView {
  return {
    instance_id: instanceId,
    service_type: 'audiobook_server',
    name,
    state,
    items: items.map(itemView),
    ...(fallbackUrl === null ? {} : { fallback_url: fallbackUrl }),
    listening_apps: apps,
  };
}

/**
 * Where the caller can watch a title, or listen to a book. Books have no ratings, so a kids account gets what anybody gets:
 * what its account on the server may hear.
 */
@Controller('api/media-servers')
export class LookupController {
  constructor(
    private readonly watchService: WatchService,
    private readonly watchManyService: WatchManyService,
    private readonly listenService: ListenService,
  ) {}

  /** List where a film or series is on the video servers on which the caller has an account. */
  @Get('watch')
  @SignedIn()
  @KidsJudgedByService()
  @Answers({
    404: 'The title is outside the limits of a kids account.',
    503: 'The limits of a kids account can not be checked for now.',
  })
  async watch(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<WatchQuery>,
  ): Promise<readonly WatchPlaceView[]> {
    return (await this.watchService.findOnServers(caller, askedTitleOf(query))).map(watchPlaceView);
  }

  /**
   * List where several films and series are on the caller's video servers. Each has what `GET /api/media-servers/watch` answers for it,
   * and each server is asked once.
   */
  @Get('watch/many')
  @SignedIn()
  @KidsJudgedByService()
  @Answers({ 503: 'The limits of a kids account can not be checked for now.' })
  async watchMany(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<WatchManyQuery>,
  ): Promise<WatchManyView> {
    return watchManyView(await this.watchManyService.findOnServers(caller, askedTitlesOf(query)));
  }

  /** List where the audiobook of a title is on the audiobook servers on which the caller has an account. */
  @Get('listen')
  @SignedIn()
  @KidsUnlimited()
  @Answers({
    403: 'The caller may not use this library.',
    503: 'The library can not be read for now, or was changed meanwhile.',
  })
  async listen(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<ListenQuery>,
  ): Promise<readonly ListenPlaceView[]> {
    const instanceId = requiredWord('instance_id', query.instance_id);
    const foreignBookId = requiredWord('foreign_book_id', query.foreign_book_id);
    return (await this.listenService.findOnServers(caller, { instanceId, foreignBookId })).map(listenPlaceView);
  }
}

/** @throws AppError 400 where it is missing, given more than once, or longer than any */
function requiredWord(name: string, value: unknown): string {
  const word = queryWord(name, value)?.trim() ?? '';
  if (word === '') throw badRequest('required', `${name} required`, { name });
  if (word.length > LONGEST) throw badRequest('too_long', `${name} is too long`, { name, most: LONGEST });
  return word;
}
