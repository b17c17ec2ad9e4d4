import { Injectable } from '@nestjs/common';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import { SsoOnlyService } from '../sso-only/sso-only.service.js';
import { isSwitchedOn } from './oidc-config.js';
import { OidcConfigRepository } from './oidc-config.repository.js';

/** What clients need to know about single sign-on before a sign-in. Absent members don't apply. Source: doc 3 section 1.3. */
export interface OidcStatus {
  readonly available?: true;
  readonly provider?: string;
  readonly only?: true;
  readonly origin?: string;
  readonly error?: string;
}

/** Can people sign in by single sign-on now? */
@Injectable()
export class OidcStatusService {
  private readonly kept: CachedReading<OidcStatus>;

  constructor(
    database: Database,
    private readonly configs: OidcConfigRepository,
    private readonly ssoOnly: SsoOnlyService,
  ) {
    this.kept = new CachedReading(database, () => database.read((tx) => this.read(tx)));
  }

  /** @throws StorageError 503; settings that can't be read are an error to show, and no fault of the call */
  async current(): Promise<OidcStatus> {
    try {
      return await this.kept.get();
    } catch (fault) {
      if (!(fault instanceof AppError) || fault instanceof StorageError) throw fault;
      return { error: 'the settings of single sign-on can not be read' };
    }
  }

  private async read(tx: ReadTx): Promise<OidcStatus> {
    const config = await this.configs.config(tx);
    const only = (await this.ssoOnly.holds(tx)) ? { only: true as const } : {};
    if (!isSwitchedOn(config)) return only;
    const base = await this.configs.base(tx);
    return {
      available: true,
      provider: config.label,
      ...only,
      ...(base === null ? { error: 'single sign-on needs an external address' } : { origin: new URL(base).origin }),
    };
  }
}
