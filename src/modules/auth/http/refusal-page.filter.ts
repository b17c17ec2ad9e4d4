import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import { AppError, temporarilyUnavailable } from '../../../core/errors/app-error.js';
import { logRefusedSignIn } from '../../../core/http/refused-sign-in.js';
import type { Log } from '../../../core/logging/log.js';
import { REFUSAL_PAGE_CSP, renderRefusalPage } from './refusal-page.js';

/**
 * Answers people in a browser who can be sent nowhere: a page in place of JSON, with the id under which the log says the
 * same. Source: issue 19 section 5, refusal without return address.
 */
@Injectable()
@Catch()
export class RefusalPageFilter implements ExceptionFilter<unknown> {
  constructor(
    @InjectLog() private readonly log: Log,
    @InjectSettings() private readonly settings: Pick<Settings, 'basePath'>,
  ) {}

  catch(fault: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request & { readonly requestId?: string }>();
    const response = host.switchToHttp().getResponse<Response>();
    const refusal = fault instanceof AppError ? fault : temporarilyUnavailable(fault);
    const requestId = request.requestId ?? '';
    if (refusal.status >= 500) this.log.error('request failed', { request: requestId, error: fault });
    const { refusedSignIn, headers = {} } = refusal.options;
    if (refusedSignIn) logRefusedSignIn(this.log, request, refusedSignIn);
    response.set({
      ...headers,
      'Cache-Control': 'no-store',
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': REFUSAL_PAGE_CSP,
    });
    const home = `${this.settings.basePath}/`;
    response.status(refusal.status).send(renderRefusalPage({ text: refusal.safeText, requestId, home }));
  }
}
