import { Controller, Get, Header, Param, Req, Res, Module } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Public } from '../../core/access/access.decorators.js';
import { Answers, MayBeKept } from '../../core/http/answers.decorators.js';
import { RawAnswer } from '../../core/http/raw-answer.js';
import { fileAnswer, type ServedFile } from './file-answer.js';
import { WebAppService } from './web-app.service.js';

const HTML = 'text/html; charset=utf-8';

const UNCHANGED = 'It is still the one whose `ETag` was sent as `If-None-Match`.';

/** The web app. It takes every path that nobody else serves, so its module comes last. */
@MayBeKept()
@Controller()
class WebAppController {
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
  const { status, headers: ours, bytes } = fileAnswer(file, headers);
  for (const [name, value] of ours) response.setHeader(name, value);
  return new RawAnswer(status, [], bytes && [bytes]);
}

/** The web app: its files, and every path that nobody else serves. */
@Module({ controllers: [WebAppController], providers: [WebAppService] })
export class WebModule {}
