import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { TrackedRequest } from '../kinds/request-status.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import { RequestStatusService } from './request-status.service.js';
import { TitlePostersService } from './title-posters.service.js';

/** A page of an account's own requests. */
export interface AskedPage {
  readonly limit: number;
  readonly before?: number;
}

/** A request of the caller, with its poster where one was found in time. */
export interface PictureRequest {
  readonly view: TrackedRequest;
  readonly posterPath: string | null;
}

/** So many are read at once, where the caller asks for fewer and some of them are left out. */
const MOST_AT_ONCE = 100;

/** Reads an account's own requests page by page, with their posters. */
@Injectable()
export class OwnRequestPagesService {
  constructor(
    private readonly statuses: RequestStatusService,
    private readonly limits: RequesterLimitsService,
    private readonly posters: TitlePostersService,
  ) {}

  /**
   * A page of the caller's own requests, newest first. A page that isn't full is the last one: for a kids account, what is
   * left out makes room for what follows.
   *
   * @throws AppError as {@link RequesterLimitsService.within}
   */
  async page(caller: Caller, { limit, before }: AskedPage): Promise<readonly PictureRequest[]> {
    const shown: TrackedRequest[] = [];
    let after = before;
    // Where much is left out, a short page is not filled up by as many readings as requests.
    for (let size = limit; ; size = Math.max(size, Math.min(size * 2, MOST_AT_ONCE))) {
      const read = await this.statuses.own(caller, { limit: size, before: after });
      shown.push(...(await this.limits.within(caller, read)));
      after = read.at(-1)?.request.id;
      if (shown.length >= limit || read.length < size) break;
    }
    const page = shown.slice(0, limit);
    const posterOf = await this.posters.of(page.map(({ request }) => request));
    return page.map((view) => ({ view, posterPath: posterOf(view.request) }));
  }
}
