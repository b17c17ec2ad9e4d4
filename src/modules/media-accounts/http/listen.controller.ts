import { Controller, Get, Query } from '@nestjs/common';
import { SignedIn } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { ListeningApps } from '../../instances/instances.public.js';
import { type ListenItem, type ListenPlace, ListenService } from '../listen/listen.service.js';

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

/** A server on which the caller has an account, and whether it has the audiobook. Source: doc 1 §4. */
interface ListenPlaceView {
  readonly instance_id: string;
  readonly service_type: 'audiobook_server';
  readonly name: string;
  /** `unreachable` and `unverified` say nothing of the audiobook. */
  readonly state: ListenPlace['state'];
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

function placeView({ instanceId, name, state, items, fallbackUrl, apps }: ListenPlace): ListenPlaceView {
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
 * Where the caller can listen to a book. Books have no ratings, so a kids account gets what anybody gets: what its account on
 * the server may hear. Source: doc 1 §4 Media-server accounts.
 */
@Controller('api/media-servers')
export class ListenController {
  constructor(private readonly listen: ListenService) {}

  /** List where the audiobook of a title is on the audiobook servers on which the caller has an account. */
  @Get('listen')
  @SignedIn()
  @KidsUnlimited()
  @Answers({
    403: 'The caller may not use this library.',
    503: 'The library can not be read for now, or was changed meanwhile.',
  })
  async places(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<ListenQuery>,
  ): Promise<readonly ListenPlaceView[]> {
    const instanceId = requiredWord('instance_id', query.instance_id);
    const foreignBookId = requiredWord('foreign_book_id', query.foreign_book_id);
    return (await this.listen.places(caller, { instanceId, foreignBookId })).map(placeView);
  }
}

/** @throws AppError 400 where it is missing, given more than once, or longer than any */
function requiredWord(name: string, value: unknown): string {
  const word = queryWord(name, value)?.trim() ?? '';
  if (word === '') throw badRequest(`${name} required`);
  if (word.length > LONGEST) throw badRequest(`${name} is too long`);
  return word;
}
