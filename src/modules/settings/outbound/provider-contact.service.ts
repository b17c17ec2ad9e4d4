import { Injectable } from '@nestjs/common';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import type { ReadTx } from '../../../core/database/database.js';
import { parsedUrl } from '../../../core/text/urls.js';
import { ExternalAddressRepository } from '../external-address.repository.js';

/** How do outside providers reach the household? They ask for a way, and may refuse calls without. */
@Injectable()
export class ProviderContactService {
  constructor(
    @InjectSettings() private readonly settings: Pick<Settings, 'providerContact'>,
    private readonly address: ExternalAddressRepository,
  ) {}

  /** PROVIDER_CONTACT, else scheme, host and port of the external address, fit for a header; null while neither is set. */
  async current(tx: ReadTx): Promise<string | null> {
    const { providerContact } = this.settings;
    if (providerContact !== undefined) return providerContact;
    const address = await this.address.get(tx);
    return address === null ? null : (parsedUrl(address)?.origin ?? null);
  }
}
