import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { type Access, ACCESS_METADATA, OWN_PAGE_METADATA } from '../../../core/access/access.decorators.js';
import { foreignPage } from '../auth.errors.js';
import { OwnOriginService } from '../own-origin/own-origin.service.js';
import { isPageRequest, namedSite } from '../own-origin/page-request.js';

/** Methods by which nothing is tried: a link on another site leads here by them. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Keeps pages of others from what they can make a browser send. On the routes that read a cookie, every request that a page of
 * this server hasn't sent is refused, before anything looks at the cookie or the body: SameSite is not enough, since another port
 * of the same host is the same site. On the others that need no session, what names another site is refused before it is
 * counted as a try, but for reading. Source: issue 22, design of the web app section 5; security 23 and 38.
 */
@Injectable()
export class OwnPageGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly origins: OwnOriginService,
  ) {}

  /** @throws AppError 403, or 503 when the external address can't be read */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const { origin, host, 'content-type': contentType } = request.headers;
    const fetchSite = request.get('sec-fetch-site');
    if (this.reflector.get<true | undefined>(OWN_PAGE_METADATA, context.getHandler())) {
      if (!isPageRequest({ origin, contentType, fetchSite, secure: request.secure })) throw foreignPage();
    } else {
      const access = this.reflector.get<Access | undefined>(ACCESS_METADATA, context.getHandler());
      if (access?.kind !== 'public' || READING.has(request.method)) return true;
      const site = namedSite({ origin, fetchSite });
      if (site === 'none') return true;
      if (site === 'other') throw foreignPage();
    }
    // A client of HTTP/1.0 need not name a host, whatever the types of Express say.
    const asked = request.host as string | undefined;
    if (!(await this.origins.judge({ origin, hosts: [host, asked] }))) throw foreignPage();
    return true;
  }
}
