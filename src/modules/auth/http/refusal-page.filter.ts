import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import { AppError, temporarilyUnavailable } from '../../../core/errors/app-error.js';
import { escapeHtml, pagePolicy } from '../../../core/http/page-parts.js';
import { logRefusedSignIn } from '../../../core/http/client-address.js';
import type { Log } from '../../../core/logging/log.js';

const STYLE = `
:root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; grid-template-columns: minmax(0, 34rem);
  padding: 2rem 1rem; box-sizing: border-box; }
h1 { font-size: 1.4rem; line-height: 1.3; margin: 0 0 .6rem; }
p { margin: 0 0 .9rem; overflow-wrap: anywhere; }
small { opacity: .75; }
`;

/** The one style that the page may use, as its Content-Security-Policy names it. */
const REFUSAL_PAGE_CSP = pagePolicy(STYLE);

/** @param requestId under which the log says more @param home where the server's own page is */
function renderRefusalPage(text: string, requestId: string, home: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>It did not work</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>It did not work</h1>
<p>${escapeHtml(sentence(text))}</p>
<p><a href="${escapeHtml(home)}">Back to the server’s page</a></p>
<p><small>Request ${escapeHtml(requestId)}</small></p>
</main>
</body>
</html>
`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Answers people in a browser with a page in place of JSON, with the id of the log line. */
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
    response.status(refusal.status).send(renderRefusalPage(refusal.safeText, requestId, home));
  }
}
