import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { unauthorized } from '../../../core/errors/app-error.js';
import { WebhookInstanceUnknown } from '../instances.errors.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import { isLibraryManager } from '../service-kinds.js';
import { WebhookTokensService } from './webhook-tokens.service.js';

/** Judges who calls a webhook: the manager that was given its password, and nobody else. */
@Injectable()
export class WebhookCredentialsService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly tokens: WebhookTokensService,
  ) {}

  /**
   * Resolves when this is the current or the pending password of the instance. Source: doc 3 section 3.3.
   *
   * @param password null where none was brought
   * @throws WebhookInstanceUnknown 404; AppError 401 `invalid token`; SecretUnreadable or StorageError 503
   */
  async require(instanceId: string, password: string | null): Promise<void> {
    const row = await this.database.read((tx) => this.rows.find(tx, instanceId));
    if (!row || !isLibraryManager(row.serviceType)) throw new WebhookInstanceUnknown();
    if (password === null || !this.tokens.accepts(row, password)) throw unauthorized('invalid token');
  }
}
