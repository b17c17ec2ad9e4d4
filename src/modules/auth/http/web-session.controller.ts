import { Body, Controller, Delete, HttpCode, Req, Res, UseInterceptors } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OwnPageOnly, Public, RateLimited } from '../../../core/access/access.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { Post } from '../../../core/http/post.decorators.js';
import { CountRefusalsInterceptor } from '../rate-limit/count-refusals.interceptor.js';
import { type BrowserRequest, type BrowserSession, WebSessionService } from '../web-session/web-session.service.js';
import { webSessionView, type WebSessionView } from './account.view.js';
import { RefreshBody } from './sign-in.body.js';

const UNAVAILABLE = 'The storage can not be used for now, and the cookies stay as they are. Try again shortly.';

/** Sessions of the web app, whose refresh token lies in a cookie. */
@Controller('api/web/session')
export class WebSessionController {
  constructor(private readonly web: WebSessionService) {}

  /**
   * Exchange the refresh token of a sign-in for cookies that no script can read, and an access token. The refresh token and the
   * one after it are used up: presenting it once more ends the session.
   */
  @Public()
  @OwnPageOnly()
  @RateLimited('refused-refresh')
  @UseInterceptors(CountRefusalsInterceptor)
  @Post()
  @Answers({ 401: 'The refresh token is unknown, has run out or was used before: sign in anew.', 503: UNAVAILABLE })
  async open(
    @Body() body: RefreshBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebSessionView> {
    return answer(response, await this.web.open(body.refresh_token, broughtBy(request)));
  }

  /**
   * Exchange the refresh token in the cookie for the next one, and an access token. The same cookie gets the same next one for
   * a minute, so that two tabs may ask at once.
   */
  @Public()
  @OwnPageOnly()
  @RateLimited('refused-refresh')
  @UseInterceptors(CountRefusalsInterceptor)
  @Post('refresh')
  @Answers({
    401: 'There is no cookie (`code` is `no_session`), or its session has ended: sign in anew.',
    503: UNAVAILABLE,
  })
  async refresh(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<WebSessionView> {
    return answer(response, await this.web.refresh(broughtBy(request)));
  }

  /** Sign this browser out and take its cookies back. It needs no access token. */
  @Public()
  @OwnPageOnly()
  @Delete()
  @HttpCode(204)
  @Answers({ 503: UNAVAILABLE })
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    setCookies(response, await this.web.signOut(broughtBy(request)));
  }
}

const broughtBy = ({ headers, secure }: Request): BrowserRequest => ({ cookies: headers.cookie, secure });

function answer(response: Response, { session, cookies }: BrowserSession): WebSessionView {
  setCookies(response, cookies);
  return webSessionView(session);
}

function setCookies(response: Response, lines: readonly string[]): void {
  for (const line of lines) response.appendHeader('Set-Cookie', line);
}
