import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '../../core/access/access.decorators.js';
import type { Settings } from '../../core/config/settings.js';
import { InjectSettings } from '../../core/core.module.js';
import { notFound } from '../../core/errors/app-error.js';
import { Answers } from '../../core/http/answers.decorators.js';
import { RawJson } from '../../core/http/raw-answer.js';
import type { OpenApiDocument } from './openapi-document.js';

/** Written by the build, beside the compiled program; found from the sources as well, for the tests. */
const FILE = new URL('../../../dist/openapi.json', import.meta.url);

const MODULES = ['elements.js', 'explorer.js', 'schema-view.js', 'session.js', 'try-it.js'] as const;

/** No script is in the page itself, so whatever a description says is a text and nothing more. */
const EXPLORER_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface DescriptionToServe {
  readonly json: RawJson;
  readonly etag: string;
}

/** Open to everybody: it says what the program can do, which its source shows anyway, and nothing of the household (docs/adr/0010). */
@Controller('api')
export class DescriptionController {
  private kept: DescriptionToServe | undefined;
  private readonly files = new Map<string, string>();

  constructor(@InjectSettings() private readonly settings: Settings) {}

  /** Get this description, as an OpenAPI 3.1 document. */
  @Public()
  @Get('openapi.json')
  @Header('Cache-Control', 'no-cache')
  @Answers({ 304: 'It is still the one whose `ETag` was sent as `If-None-Match`.' })
  async document(@Res({ passthrough: true }) response: Response): Promise<RawJson> {
    this.kept ??= servedUnder(this.settings.basePath, await readFile(FILE, 'utf8'));
    const { json, etag } = this.kept;
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
    return this.file('explorer.html');
  }

  /** Get the stylesheet of the page. */
  @Public()
  @Get('docs/explorer.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  style(): Promise<string> {
    return this.file('explorer.css');
  }

  /** Get a script of the page. */
  @Public()
  @Get('docs/:module')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  @Answers({ 404: 'The page has no such module.' })
  async module(@Param('module') name: string): Promise<string> {
    if (!MODULES.some((known) => known === name)) throw notFound();
    return this.file(name);
  }

  /** Read when somebody first asks for it, and kept. */
  private async file(name: string): Promise<string> {
    const text = this.files.get(name) ?? (await readFile(new URL(`explorer/${name}`, import.meta.url), 'utf8'));
    this.files.set(name, text);
    return text;
  }
}

function servedUnder(basePath: string, text: string): DescriptionToServe {
  const document: OpenApiDocument = { ...(JSON.parse(text) as OpenApiDocument), servers: [{ url: basePath || '/' }] };
  const json = JSON.stringify(document);
  return { json: new RawJson(json), etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"` };
}
