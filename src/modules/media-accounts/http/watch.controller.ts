import { Controller, Get, Query } from '@nestjs/common';
import { SignedIn } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { KidsJudgedByService } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { type WatchPlace, WatchService } from '../watch/watch.service.js';
import { askedTitleOf, type WatchQuery } from './watch-query.js';

/** A server on which the caller has an account, and whether it has the title. Source: doc 1 §4. */
interface WatchPlaceView {
  readonly instance_id: string;
  readonly service_type: WatchPlace['serviceType'];
  readonly name: string;
  /** `unreachable` and `unverified` say nothing of the title. */
  readonly state: WatchPlace['state'];
  /** Where the title is opened; left out where nobody knows. */
  readonly url?: string;
  /** Where Plex is opened, when the address of the title itself isn't known. */
  readonly fallback_url?: string;
}

function placeView({ instanceId, serviceType, name, state, url, fallbackUrl }: WatchPlace): WatchPlaceView {
  return {
    instance_id: instanceId,
    service_type: serviceType,
    name,
    state,
    ...(url === null ? {} : { url }),
    ...(fallbackUrl === null ? {} : { fallback_url: fallbackUrl }),
  };
}

/** Where the caller can watch a title. Source: doc 1 §4 Media-server accounts, doc 3 §12.4. */
@Controller('api/media-servers')
export class WatchController {
  constructor(private readonly watch: WatchService) {}

  /** List where a film or series is on the video servers on which the caller has an account. */
  @Get('watch')
  @SignedIn()
  @KidsJudgedByService()
  @Answers({
    404: 'The title is outside the limits of a kids account.',
    503: 'The limits of a kids account can not be checked for now.',
  })
  async places(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<WatchQuery>,
  ): Promise<readonly WatchPlaceView[]> {
    return (await this.watch.places(caller, askedTitleOf(query))).map(placeView);
  }
}
