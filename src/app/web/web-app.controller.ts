import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Public } from '../../core/access/access.decorators.js';
import { Answers } from '../../core/http/answers.decorators.js';
import { RawAnswer } from '../../core/http/raw-answer.js';
import { acceptedEncoding } from './accepted-encoding.js';
import { type ServedFile, WebAppService } from './web-app.service.js';

const HTML = 'text/html; charset=utf-8';

const UNCHANGED = 'It is still the one whose `ETag` was sent as `If-None-Match`.';

/** A year: a file that carries a hash of its contents never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * The web app. It takes every path that nobody else serves, so its module comes last. Source: doc 3 section 0, Base.
 */
@Controller()
export class WebAppController {
  constructor(private readonly app: WebAppService) {}

  /** Show the web app. */
  @Public()
  @Get()
  @Header('Content-Type', HTML)
  @Answers({ 304: UNCHANGED })
  root(@Req() request: Request, @Res({ passthrough: true }) response: Response): RawAnswer {
    return answer(this.app.at([]), request, response);
  }

  /** Show a page of the web app; a file that belongs to it has a type of its own. */
  @Public()
  @Get('*path')
  @Header('Content-Type', HTML)
  @Answers({ 304: UNCHANGED, 404: 'There is no such file, or the path is none of the web app.' })
  path(
    @Param('path') segments: string[],
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): RawAnswer {
    return answer(this.app.at(segments), request, response);
  }
}

function answer(file: ServedFile, { headers }: Request, response: Response): RawAnswer {
  if (file.policy !== undefined) response.setHeader('Content-Security-Policy', file.policy);
  response.setHeader('Cache-Control', file.isImmutable ? FOR_EVER : 'no-cache');
  response.setHeader('ETag', file.etag);
  response.setHeader('Vary', 'Accept-Encoding');
  if (namesTag(headers['if-none-match'], file.etag)) return new RawAnswer(304, []);
  const encoding = acceptedEncoding(headers['accept-encoding'], new Set(file.compressed.keys()));
  const bytes = (encoding && file.compressed.get(encoding)) ?? file.plain;
  response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Length', bytes.length);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  return new RawAnswer(200, [], [bytes]);
}

/** Is the tag among those that a client has? Weak ones count. Source: RFC 9110 section 13.1.2. */
function namesTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
