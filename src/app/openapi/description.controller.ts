import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '../../core/access/access.decorators.js';
import { Answers } from '../../core/http/answers.decorators.js';
import type { RawJson } from '../../core/http/raw-answer.js';
import { EXPLORER_CSP, DescriptionService } from './description.service.js';

/** Open to everybody: it says what the program can do, which its source shows anyway, and nothing of the household (docs/adr/0010). */
@Controller('api')
export class DescriptionController {
  constructor(private readonly description: DescriptionService) {}

  /** Get this description, as an OpenAPI 3.1 document. */
  @Public()
  @Get('openapi.json')
  @Header('Cache-Control', 'no-cache')
  @Answers({ 304: 'It is still the one whose `ETag` was sent as `If-None-Match`.' })
  async document(@Res({ passthrough: true }) response: Response): Promise<RawJson> {
    const { json, etag } = await this.description.document();
    response.setHeader('ETag', etag);
    return json;
  }

  /** Show a page on which to read and try this description. */
  @Public()
  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', EXPLORER_CSP)
  @Header('Cache-Control', 'no-cache')
  explorer(): Promise<string> {
    return this.description.html();
  }

  /** Get the stylesheet of the page. */
  @Public()
  @Get('docs/explorer.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  style(): Promise<string> {
    return this.description.style();
  }

  /** Get a script of the page. */
  @Public()
  @Get('docs/:module')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  @Answers({ 404: 'The page has no such module.' })
  module(@Param('module') name: string): Promise<string> {
    return this.description.module(name);
  }
}
