import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { Settings } from '../../core/config/settings.js';
import { InjectSettings } from '../../core/core.module.js';
import { RawJson } from '../../core/http/raw-answer.js';
import type { OpenApiDocument } from './openapi-document.js';

/** Written by the build, beside the compiled program; found from the sources as well, for the tests. */
const FILE = new URL('../../../dist/openapi.json', import.meta.url);

/** The description as it goes out. */
export interface DescriptionToServe {
  readonly json: RawJson;
  /** Changes with every change of the description. */
  readonly etag: string;
}

/** The description of the interface as this server hands it out. Read when somebody first asks, and kept. */
@Injectable()
export class DescriptionService {
  private kept: DescriptionToServe | undefined;

  constructor(@InjectSettings() private readonly settings: Settings) {}

  /** @throws Error when the build has left none */
  async get(): Promise<DescriptionToServe> {
    this.kept ??= servedUnder(this.settings.basePath, await readFile(FILE, 'utf8'));
    return this.kept;
  }
}

function servedUnder(basePath: string, text: string): DescriptionToServe {
  const document: OpenApiDocument = { ...(JSON.parse(text) as OpenApiDocument), servers: [{ url: basePath || '/' }] };
  const json = JSON.stringify(document);
  return { json: new RawJson(json), etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"` };
}
