import { Controller, Get, Param, Query } from '@nestjs/common';
import { HARDCOVER_COVERS } from '../../../clients/hardcover/hardcover.client.js';
import type { Picture, PictureSource } from '../../../clients/pictures/picture.client.js';
import { PicturePass, OutOfTurn, RequirePermission } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers, Relays } from '../../../core/http/answers.decorators.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { RawAnswer } from '../../../core/http/raw-answer.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import { BrowseAccessService } from '../access/browse-access.service.js';
import { type InstanceQuery, musicIdOf, musicInput } from './discovery-query.js';
import { MusicTitlesService } from '../music/music-titles.service.js';
import { pictureAnswer, pictureNotFound, PRIVATE_FOR_A_DAY, PicturesService } from '../pictures/pictures.service.js';
import { LIST_ARTWORK, TMDB_PICTURES, tmdbPath } from '../pictures/picture-sources.js';
import { COVER_REFUSALS } from './discovery-answers.js';

/** A picture of TMDB never changes: another one has another name. */
const FOR_A_YEAR = 'private, max-age=31536000, immutable';

const REFUSALS = {
  404: 'The address is none of a picture, or there is no such picture.',
  502: 'The host of the picture failed, or what it answered is no picture.',
  503: 'Too many pictures are being waited for, by this account or by all. Try again after `Retry-After` seconds.',
};

/**
 * Routes for the web app take the cookie of pictures, as an `<img>` can't send an access token. Addresses are only in answers
 * that the caller may see, and hold a name that can't be guessed; so a picture itself isn't judged again. Covers of music are,
 * as on their own route.
 */
@Controller('api')
export class PicturesController {
  constructor(
    private readonly pictures: PicturesService,
    private readonly access: BrowseAccessService,
    private readonly titles: MusicTitlesService,
  ) {}

  /** Get a poster, backdrop or portrait: `size` is w92, w154, w185, w342, w500, w780 or w1280. */
  @Get('pictures/tmdb/:size/:file')
  @PicturePass('media:discover')
  @KidsUnlimited()
  @Relays('The picture: JPEG, PNG, WebP, GIF or AVIF, for a year in the cache of the caller.')
  @Answers(REFUSALS)
  async tmdb(
    @CurrentCaller() caller: Caller,
    @Param('size') size: string,
    @Param('file') file: string,
  ): Promise<RawAnswer> {
    const segments = tmdbPath(size, file);
    if (segments === null) throw pictureNotFound();
    return this.answer(TMDB_PICTURES, { segments }, caller, FOR_A_YEAR);
  }

  /** Get a picture of the list provider, by the host and path that its rows name. */
  @Get('pictures/lists/:host/*path')
  @PicturePass('media:discover')
  @KidsUnlimited()
  @Relays('The picture: JPEG, PNG, WebP, GIF or AVIF, for a day in the cache of the caller.')
  @Answers(REFUSALS)
  lists(
    @CurrentCaller() caller: Caller,
    @Param('host') host: string,
    @Param('path') segments: readonly string[],
  ): Promise<RawAnswer> {
    return this.answer(LIST_ARTWORK, { host, segments }, caller, PRIVATE_FOR_A_DAY);
  }

  /** Get a book cover by the path of its address. */
  @Get('pictures/books/*path')
  @PicturePass('media:discover')
  @KidsUnlimited()
  @Relays('The picture: JPEG, PNG, WebP, GIF or AVIF, for a day in the cache of the caller.')
  @Answers(REFUSALS)
  books(@CurrentCaller() caller: Caller, @Param('path') segments: readonly string[]): Promise<RawAnswer> {
    return this.answer(HARDCOVER_COVERS, { segments }, caller, PRIVATE_FOR_A_DAY);
  }

  /** Get the cover of an album, EP or single by the id of its release group. */
  @Get('pictures/music/:music_id')
  @PicturePass('media:discover')
  @KidsUnlimited()
  @Relays('The picture: JPEG, PNG, WebP, GIF or AVIF, for a day in the cache of the caller.')
  @Answers(COVER_REFUSALS)
  music(
    @CurrentCaller() caller: Caller,
    @Param('music_id') musicId: string,
    @Query() { instance_id: id }: UnvalidatedQuery<InstanceQuery>,
  ): Promise<RawAnswer> {
    return this.access.browse(musicInput(caller, id), async () =>
      answerOf(await this.titles.cover(musicIdOf('music', musicId), shareOf(caller.userId)), PRIVATE_FOR_A_DAY),
    );
  }

  /** Get a picture of the list provider, by the host and path that its rows name. A query means nothing. */
  @OutOfTurn()
  @Get('listprov/images/:host/*path')
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
    return this.pictures.relay(LIST_ARTWORK, { host, segments }, shareOf(caller.userId));
  }

  private async answer(
    source: PictureSource,
    named: { readonly host?: string; readonly segments: readonly string[] },
    { userId }: Caller,
    caching: string,
  ): Promise<RawAnswer> {
    return answerOf(await this.pictures.read(source, named, shareOf(userId)), caching);
  }
}

/** @throws AppError 404 where there is no picture */
function answerOf(picture: Picture | null, caching: string): RawAnswer {
  if (!picture) throw pictureNotFound();
  return pictureAnswer(picture, caching);
}
