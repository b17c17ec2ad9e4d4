import { Injectable } from '@nestjs/common';
import { isWebhook, webhookUrl } from '../../../clients/servarr/managed-webhook.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import type { Log } from '../../../core/logging/log.js';
import { parsedUrl } from '../../../core/text/urls.js';
import { InstanceClientsService } from '../connections/instance-clients.service.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { ServiceInstanceRow } from '../registry/rows.js';
import { isLibraryManager } from '../service-kinds.js';
import { callbackPath, callbackUrl } from './callback-address.js';
import { WebhookTokensService } from './webhook-tokens.service.js';

const MAY_STAY =
  'a webhook of an instance that is gone may stay in its manager, since not all of its connections can be read';
const STAYS = 'a webhook of an instance that is gone stays in its manager, since it calls this server by another name';

/** Takes the webhook of a deleted or moved instance out of its manager, if that can be reached. Nobody waits: its password has gone. */
@Injectable()
export class WebhookRemovalService {
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly tokens: WebhookTokensService,
    private readonly dialing: InstanceClientsService,
    @InjectSettings() private readonly settings: Settings,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * Begins it for an instance as it was, if it had a password. A webhook at another address stays, logged where only the origin differs,
   * and everything while an instance of this id is at the same address or has a password again.
   */
  begin(row: ServiceInstanceRow, directOrigin: string | null): void {
    if (!this.tokens.hasToken(row)) return;
    const run = this.remove(row, directOrigin).catch((error: unknown) => {
      this.log.warn('the webhook of an instance that is gone stays in its manager', { instance_id: row.id, error });
    });
    this.running.add(run);
    void run.finally(() => this.running.delete(run));
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private async remove(row: ServiceInstanceRow, directOrigin: string | null): Promise<void> {
    if (!isLibraryManager(row.serviceType) || (await this.isWanted(row))) return;
    const url = callbackUrl(this.settings, row.id, directOrigin);
    const path = callbackPath(this.settings, row.id);
    const { notifications } = this.dialing.manager(row.serviceType, { url: row.url, apiKey: this.rows.apiKeyOf(row) });
    const { rows, unreadable } = await notifications.list();
    for (const one of rows) {
      const called = webhookUrl(one);
      const address = parsedUrl(called);
      if (!isWebhook(one) || one.id === undefined || address === null) continue;
      if (called !== url) {
        if (address.pathname === path) this.log.warn(STAYS, { instance_id: row.id, origin: address.origin });
        continue;
      }
      // Asked anew: the manager takes its time, and an instance of this id may be there again.
      if (await this.isWanted(row)) return;
      await notifications.remove(one.id);
    }
    if (unreadable.length > 0) this.log.warn(MAY_STAY, { instance_id: row.id });
  }

  /** May the connection in the manager belong to an instance that exists now? */
  private async isWanted({ id, url }: ServiceInstanceRow): Promise<boolean> {
    const current = await this.database.read((tx) => this.rows.find(tx, id));
    return current !== null && (current.url === url || this.tokens.hasToken(current));
  }
}
