import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ReadTx, WriteTx } from '../../core/database/database.js';
import { badRequest } from '../../core/errors/app-error.js';
import { parsedUrl, withoutTrailingSlashes } from '../../core/text/urls.js';
import { defineSetting, SettingsRepository } from './settings.repository.js';

const LONGEST = 2048;
const EXTERNAL_URL = defineSetting({ key: 'external_url', schema: z.string(), fallback: '' });

/** Under which address do people reach this server from outside? Links carry it, never an address out of a request header. */
@Injectable()
export class ExternalAddressRepository {
  constructor(private readonly store: SettingsRepository) {}

  /** The address without a slash at its end; null while none is configured. */
  async get(tx: ReadTx): Promise<string | null> {
    return (await this.store.get(tx, EXTERNAL_URL)) || null;
  }

  /** @param address as {@link readExternalAddress} answers it; null clears */
  async set(tx: WriteTx, address: string | null): Promise<void> {
    await this.store.set(tx, EXTERNAL_URL, address ?? '');
  }
}

/**
 * The typed address, normalised; null for an empty one. An origin with BASE_PATH (empty, or `/usher`) or without: no other path leads here.
 * @throws AppError 400 for anything but a plain http or https address, and for another path
 */
export function readExternalAddress(typed: string, basePath: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const url = text.length <= LONGEST ? parsedUrl(text) : null;
  const plain = url && ['http:', 'https:'].includes(url.protocol) && url.href === url.origin + url.pathname;
  if (!plain)
    throw badRequest(
      'invalid_external_url',
      'external_url must be an http or https address without credentials, query or fragment',
    );
  const path = withoutTrailingSlashes(url.pathname);
  if (path !== '' && path !== basePath) {
    const refusal = 'external_url must be an http or https address without a path';
    throw basePath === ''
      ? badRequest('external_url_with_path', refusal)
      : badRequest('external_url_with_other_path', `${refusal} other than ${basePath}`, { path: basePath });
  }
  return url.origin + path;
}

/**
 * Origin and base path from outside; null without an external address. Of that only the origin counts: its path may be another BASE_PATH.
 */
export function externalBase(address: string | null, basePath: string): string | null {
  const url = address === null ? null : parsedUrl(address);
  return url && url.origin + basePath;
}
