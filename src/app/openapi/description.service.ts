import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { Settings } from '../../core/config/settings.js';
import { InjectSettings } from '../../core/core.module.js';
import { RawJson } from '../../core/http/raw-answer.js';
import type { OpenApiDocument } from './openapi-document.js';
import { notFound } from '../../core/errors/app-error.js';

/** Written by the build, beside the compiled program; found from the sources as well, for the tests. */
const FILE = new URL('../../../dist/openapi.json', import.meta.url);

const MODULES = ['elements.js', 'explorer.js', 'schema-view.js', 'session.js', 'try-it.js'] as const;

/** No script is in the page itself, so whatever a description says is a text and nothing more. */
export const EXPLORER_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface DescriptionToServe {
  readonly json: RawJson;
  readonly etag: string;
}

/** The description of the interface, and the page to read and try it. Files are read when somebody first asks for them, and kept. */
@Injectable()
export class DescriptionService {
  private kept: DescriptionToServe | undefined;
  private readonly files = new Map<string, string>();

  constructor(@InjectSettings() private readonly settings: Settings) {}

  /** @throws Error when the build has left none */
  async document(): Promise<DescriptionToServe> {
    this.kept ??= servedUnder(this.settings.basePath, await readFile(FILE, 'utf8'));
    return this.kept;
  }

  html(): Promise<string> {
    return this.file('explorer.html');
  }

  style(): Promise<string> {
    return this.file('explorer.css');
  }

  /** @throws AppError 404 for a name that is none of the page's modules */
  async module(name: string): Promise<string> {
    if (!MODULES.some((known) => known === name)) throw notFound();
    return this.file(name);
  }

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
