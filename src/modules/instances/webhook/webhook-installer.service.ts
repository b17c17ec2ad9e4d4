import { Injectable } from '@nestjs/common';
import {
  findManagedWebhook,
  isWebhook,
  managedWebhook,
  type ManagedWebhook,
  missingFlags,
  nameOfManaged,
  type ServarrNotification,
  type ServarrNotifications,
  webhookPassword,
  webhookUrl,
} from '../../../clients/servarr/managed-webhook.js';
import type { WebhookProfile } from '../../../clients/servarr/webhook-profiles.js';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { StripedLock } from '../../../core/cache/single-flight.js';
import { Database } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import { InstanceClientsService } from '../connections/instance-clients.service.js';
import {
  callbackUnknown,
  connectionChangedMeanwhile,
  InstanceMissing,
  sayOfWebhook,
  WebhookFailed,
  WebhookPromotionPending,
  webhookUnsupported,
} from '../instances.errors.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import { sameConnection } from '../registry/instance-record.js';
import type { ServiceInstanceRow } from '../registry/rows.js';
import { isLibraryManager } from '../service-kinds.js';
import { identifyWebhook, webhookProfile } from './callback-address.js';
import { WebhookRemovalService } from './webhook-removal.service.js';
import { WebhookTokensService, type SealedToken } from './webhook-tokens.service.js';

/**
 * The state of an instance's webhook.
 *
 * | state | meaning |
 * |---|---|
 * | ok | the manager calls us, with a password |
 * | missing | it has no webhook of ours |
 * | stale | its webhook calls another address than ours |
 * | credential_missing | it calls us without a password, or with one that isn't accepted |
 * | no_public_url | the address at which it would reach us is unknown |
 * | unsupported | instances of this kind call nobody |
 */
export type WebhookState = 'ok' | 'missing' | 'stale' | 'credential_missing' | 'no_public_url' | 'unsupported';

export type WebhookAction = 'created' | 'updated';

interface ManagerConnections {
  readonly notifications: ServarrNotifications;
  readonly confirm: () => Promise<void>;
}

/** The user name that managers send; any other would do. */
const USERNAME = 'usher';

/**
 * Gives a manager a new password and the address to call. The password is pending before the manager hears of it, accepted beside the
 * current one, and takes its place once the manager has it: wherever this ends, calls are let in, and the next try uses the same one. Tries
 * for one instance come one after the other.
 */
@Injectable()
export class WebhookInstallerService {
  private readonly turns = new StripedLock();

  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly tokens: WebhookTokensService,
    private readonly dialing: InstanceClientsService,
    @InjectSettings() private readonly settings: Settings,
    private readonly removal: WebhookRemovalService,
  ) {}

  /** Read live from the manager. @throws InstanceMissing 404; WebhookFailed 502; SecretUnreadable or StorageError 503 */
  async state(instanceId: string, directOrigin: string | null): Promise<WebhookState> {
    const { row, ids } = await this.database.read((tx) => this.rows.withIdsOfKind(tx, instanceId));
    if (!isLibraryManager(row.serviceType)) return 'unsupported';
    const managed = identifyWebhook(this.settings, instanceId, directOrigin, ids);
    if (managed === null) return 'no_public_url';
    const manager = this.dialing.manager(row.serviceType, { url: row.url, apiKey: this.rows.apiKeyOf(row) });
    const { rows, unreadable } = await manager.notifications.list().catch((fault: unknown) => {
      throw fault instanceof UpstreamError ? new WebhookFailed(fault.sentence, fault) : fault;
    });
    const state = webhookStateIn(rows, managed, (password) =>
      password === null ? this.tokens.hasToken(row) : this.tokens.accepts(row, password),
    );
    if (state === 'missing' && unreadable.length > 0)
      throw new WebhookFailed(sayOfWebhook('webhook_connection_unreadable'));
    return state;
  }

  /**
   * The right is judged again before anything is stored, and before the manager is changed.
   * @throws InstanceMissing 404, also for one deleted meanwhile; AppError 409; AppError or AppError 400;
   *   AppError 401 and 403; WebhookFailed 502; WebhookPromotionPending, SecretUnreadable or StorageError 503
   */
  install(admin: Privileged, instanceId: string, directOrigin: string | null): Promise<WebhookAction> {
    return this.turns.run(instanceId, async () => {
      const { row, ids } = await this.database.read((tx) => this.rows.withIdsOfKind(tx, instanceId));
      if (!isLibraryManager(row.serviceType)) throw webhookUnsupported();
      const managed = identifyWebhook(this.settings, instanceId, directOrigin, ids);
      if (managed === null) throw callbackUnknown();
      // Before anything is written: a credential that can't be opened is known at once.
      const manager = this.dialing.manager(row.serviceType, { url: row.url, apiKey: this.rows.apiKeyOf(row) });
      const pending = await this.storePending(admin, row);
      const profile = webhookProfile(row.serviceType);
      const confirm = (): Promise<void> => this.database.readOne((tx) => admin.confirm(tx));
      try {
        const action = await this.configureManager(
          { notifications: manager.notifications, confirm },
          managed,
          pending.token,
          profile,
        );
        await this.promote(row, pending);
        return action;
      } catch (fault) {
        // A concurrent delete or move could not see this webhook yet, so remove it here.
        this.removal.begin({ ...row, webhookPendingToken: pending.sealed }, directOrigin);
        throw fault;
      }
    });
  }

  /** The pending token, or a new one, stored as long as the instance is where it is about to be called. */
  private storePending(admin: Privileged, called: ServiceInstanceRow): Promise<SealedToken> {
    const instanceId = called.id;
    return privilegedWrite(this.database, admin, async (tx) => {
      const row = await this.rows.require(tx, instanceId);
      if (!sameConnection(row, called)) throw connectionChangedMeanwhile();
      const pending = this.tokens.pending(row);
      if (pending) return pending;
      const minted = this.tokens.mint(instanceId);
      await this.rows.setWebhookTokens(tx, instanceId, { webhookPendingToken: minted.sealed });
      return minted;
    });
  }

  private async configureManager(
    { notifications, confirm }: ManagerConnections,
    managed: ManagedWebhook,
    password: Secret,
    profile: WebhookProfile,
  ): Promise<WebhookAction> {
    // The header that carries the password is as good as the password.
    const header = Secret.of(Buffer.from(`${USERNAME}:${password.reveal()}`).toString('base64'));
    const secrets = [password, header];
    try {
      const template = (await notifications.templates()).find(isWebhook);
      if (!template) throw new WebhookFailed(sayOfWebhook('webhook_not_offered'));
      const missing = missingFlags(template, profile);
      if (missing.length > 0)
        throw new WebhookFailed(sayOfWebhook('webhook_lacks_events', { parts: missing.join(', ') }));
      const { rows: listed, unreadable } = await notifications.list();
      const known = findManagedWebhook(listed, managed);
      const input = { name: nameOfManaged(listed, managed), url: managed.url, username: USERNAME, password };
      if (known?.id === undefined) {
        // One that can't be read may be ours: a second one would call us twice.
        if (unreadable.length > 0) throw new WebhookFailed(sayOfWebhook('webhook_connection_unreadable'));
        await confirm();
        await notifications.add(managedWebhook(template, input, profile), secrets);
        return 'created';
      }
      const changed = managedWebhook(known, input, profile);
      await notifications.test(changed, secrets);
      await confirm();
      await notifications.change(known.id, changed, secrets);
      return 'updated';
    } catch (fault) {
      throw fault instanceof UpstreamError ? new WebhookFailed(fault.sentence, fault) : fault;
    }
  }

  /** Makes the pending token the current one, unless somebody else has begun anew or the instance has moved meanwhile. */
  private async promote(called: ServiceInstanceRow, pending: SealedToken): Promise<void> {
    const instanceId = called.id;
    const row = await this.database
      .write(async (tx) => {
        const current = await this.rows.find(tx, instanceId);
        if (current?.webhookPendingToken !== pending.sealed || !sameConnection(current, called)) return current;
        const webhookToken = this.tokens.sealAsCurrent(instanceId, pending.token);
        await this.rows.setWebhookTokens(tx, instanceId, { webhookToken, webhookPendingToken: '' });
        return { ...current, webhookToken, webhookPendingToken: '' };
      })
      .catch((fault: unknown) => {
        throw new WebhookPromotionPending(fault);
      });
    if (!row) throw new InstanceMissing();
    if (!sameConnection(row, called)) throw connectionChangedMeanwhile();
    if (!this.holds(row, pending)) throw new WebhookPromotionPending();
  }

  private holds(row: ServiceInstanceRow, { token }: SealedToken): boolean {
    return this.tokens.accepts(row, token.reveal());
  }
}

/** @param isAccepted would a call with this password be let in? Null stands for one that isn't shown: is any let in? */
function webhookStateIn(
  notifications: readonly ServarrNotification[],
  managed: ManagedWebhook,
  isAccepted: (password: string | null) => boolean,
): WebhookState {
  const webhook = findManagedWebhook(notifications, managed);
  if (!webhook) return 'missing';
  if (webhookUrl(webhook) !== managed.url) return 'stale';
  const password = webhookPassword(webhook);
  if (password === '') return 'credential_missing';
  // Most managers show stars in its place, so that no more is known than that there is one.
  return isAccepted(/^\*+$/.test(password) ? null : password) ? 'ok' : 'credential_missing';
}
