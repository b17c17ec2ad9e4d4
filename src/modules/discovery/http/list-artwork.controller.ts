import { Controller, Get, Param } from '@nestjs/common';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import { OutOfTurn, RequirePermission } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers, Relays } from '../../../core/http/answers.decorators.js';
import type { RawAnswer } from '../../../core/http/raw-answer.js';
import { PictureRelayService } from '../pictures/picture-relay.service.js';
import { LIST_ARTWORK } from '../pictures/picture-sources.js';

/**
 * Artwork of what the list provider lists. Its addresses are only in rows that the caller
 * may see, and an address holds a name that can't be guessed; so a picture itself isn't judged again. Source: doc 2
 * §4 Movies and TV, doc 4 §3.5.
 */
@Controller('api/listprov/images')
export class ListArtworkController {
  constructor(private readonly relay: PictureRelayService) {}

  /** Get a picture of the list provider, by the host and path that its rows name. A query means nothing. */
  @OutOfTurn()
  @Get(':host/*path')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Relays('The picture: JPEG, PNG, WebP, GIF or AVIF, for a day in any cache.')
  @Answers({
    404: 'The host is none of the list provider’s, the path is none of a picture, or there is no such picture.',
    502: 'The list provider failed, or what it answered is no picture.',
    503: 'Too many pictures are being waited for, by this account or by all. Try again after `Retry-After` seconds.',
  })
  artwork(
    @CurrentCaller() caller: Caller,
    @Param('host') host: string,
    @Param('path') segments: readonly string[],
  ): Promise<RawAnswer> {
    return this.relay.picture(LIST_ARTWORK, { host, segments }, shareOf(caller.userId));
  }
}
