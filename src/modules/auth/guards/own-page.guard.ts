import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { OWN_PAGE_METADATA } from '../../../core/access/access.decorators.js';
import { foreignPage } from '../auth.errors.js';
import { OwnOriginService } from '../own-origin/own-origin.service.js';
import { isPageRequest } from '../own-origin/page-request.js';

/**
 * Keeps every request that a page of this server hasn't sent from the routes that read a cookie, before anything looks at the
 * cookie or the body. SameSite is not enough: another port of the same host is the same site. Source: issue 22, design of the
 * web app section 5; security 23.
 */
@Injectable()
export class OwnPageGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly origins: OwnOriginService,
  ) {}

  /** @throws AppError 403, or 503 when the external address can't be read */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.reflector.get<true | undefined>(OWN_PAGE_METADATA, context.getHandler())) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const { origin, host, 'content-type': contentType } = request.headers;
    const fetchSite = request.get('sec-fetch-site');
    if (!isPageRequest({ origin, contentType, fetchSite, secure: request.secure })) throw foreignPage();
    // A client of HTTP/1.0 need not name a host, whatever the types of Express say.
    const asked = request.host as string | undefined;
    if (!(await this.origins.judge({ origin, hosts: [host, asked] }))) throw foreignPage();
    return true;
  }
}
