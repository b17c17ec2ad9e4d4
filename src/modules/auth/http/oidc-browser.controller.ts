import { Controller, Get, Query, Req, UseFilters } from '@nestjs/common';
import type { Request } from 'express';
import { Public, RateLimited } from '../../../core/access/access.decorators.js';
import { Relays } from '../../../core/http/answers.decorators.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { RawAnswer } from '../../../core/http/raw-answer.js';
import { OidcBrowserService } from '../oidc/oidc-browser.service.js';
import { browserStep } from './oidc.view.js';
import { RefusalPageFilter } from './refusal-page.filter.js';

/** Query of GET start. Source: doc 3 section 12.2. */
interface StartQuery {
  /** What the begin route answered. */
  readonly flow: string;
}

/** Sign-in by an OpenID provider, as browsers pass through it: refusals are pages. Source: doc 3 section 12.2. */
@UseFilters(RefusalPageFilter)
@Controller('api/auth/oidc')
export class OidcBrowserController {
  constructor(private readonly browsers: OidcBrowserService) {}

  /**
   * Let a browser begin at the provider, once for each flow, with a cookie that holds the flow to it. A flow that is known counts
   * against a budget of ten a minute of the client that has begun it.
   *
   * Source: instead of doc 3 section 0, where it counts as a sign-in of the browser's address. Security 38.
   */
  @Public()
  @RateLimited('oidc-start')
  @Get('start')
  @Relays('The way to the provider, or back to the app where it does not answer; a page where the flow is unknown.')
  async start(@Query() { flow }: UnvalidatedQuery<StartQuery>): Promise<RawAnswer> {
    return browserStep(await this.browsers.start(typeof flow === 'string' ? flow : ''));
  }

  /** Receive a browser back from the provider and let it go on to the app, with a code for the exchange. */
  @Public()
  @Get('callback')
  @Relays('The way back to the app; a page where state or cookie are unknown.')
  async callback(@Req() request: Request): Promise<RawAnswer> {
    const [, query = ''] = request.originalUrl.split(/\?(.*)/s);
    return browserStep(await this.browsers.takeBack({ query, cookies: request.headers.cookie }));
  }
}
