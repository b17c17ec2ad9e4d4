import { z } from 'zod';
import { Secret } from '../../../core/secrets/secret.js';
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { tableRows } from '../../../core/database/sql-rows.js';
import { SecretBox, SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { SessionsRepository } from '../../users/users.public.js';
import { askedWait } from '../outbox/after-attempt.js';
import { isPaused } from '../outbox/outbox.repository.js';
import { WEB_PUSH_SECRETS } from '../sealed-columns.js';
import { WebPushSubscriptionRow } from '../settings-rows.js';

/** What a browser has given us to send by. */
export interface BrowserSubscription {
  /** Its address at the push service of its vendor. Judged when it is registered, and again before each call. */
  readonly endpoint: Secret;
  /** Its public key, in base64url. */
  readonly p256dh: Secret;
  /** Its authentication secret, in base64url. */
  readonly auth: Secret;
  /** The https origin of the page that has registered it; null for none. */
  readonly site: string | null;
}

const WRITTEN = z.object({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  site: z.string().nullable(),
});

const subscriptionText = ({ endpoint, p256dh, auth, site }: BrowserSubscription): Secret =>
  Secret.of(JSON.stringify({ endpoint: endpoint.reveal(), p256dh: p256dh.reveal(), auth: auth.reveal(), site }));

/** Null for what this server has not written. */
function readSubscription(text: Secret): BrowserSubscription | null {
  const { data } = WRITTEN.safeParse(parseJson(text.reveal()));
  if (!data) return null;
  const { endpoint, p256dh, auth, site } = data;
  return { endpoint: Secret.of(endpoint), p256dh: Secret.of(p256dh), auth: Secret.of(auth), site };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** More browsers of one account than these aren't pushed to: the one that registered longest ago gives way. */
const MOST_BROWSERS = 20;

interface RegisteredBrowser {
  readonly deviceId: string;
  readonly userId: number;
  readonly subscription: BrowserSubscription;
}

export interface SubscribedBrowser extends RegisteredBrowser {
  /** Its push service has asked to wait, and the wait is not over. */
  readonly isPaused: boolean;
}

@Injectable()
export class WebPushSubscriptionsRepository {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** In place of any earlier one. It ends wherever else it was registered: it belongs to whoever registered it last. */
  async register(tx: WriteTx, { deviceId, userId, subscription }: RegisteredBrowser): Promise<void> {
    const now = this.clock.now();
    const endpointHash = hashOf(subscription.endpoint);
    const known = await tx.findOneBy(WebPushSubscriptionRow, { deviceId });
    await tx.delete(WebPushSubscriptionRow, [{ deviceId }, { endpointHash }]);
    const id = this.random.uuid();
    await tx.insert(WebPushSubscriptionRow, {
      id,
      deviceId,
      userId,
      subscription: this.box.seal(subscriptionText(subscription), WEB_PUSH_SECRETS.subscription.at(id)),
      endpointHash,
      createdAt: known?.endpointHash === endpointHash ? known.createdAt : now,
      lastSeenAt: now,
      pausedUntil: null,
    });
    await this.endOldest(tx, userId);
  }

  /** Those first that may be sent to now, and of them who registered last. Devices that were signed out are left out. */
  async of(tx: ReadTx, userIds: readonly number[]): Promise<readonly SubscribedBrowser[]> {
    const rows = await tx.find(WebPushSubscriptionRow, {
      where: { userId: In([...userIds]) },
      order: { lastSeenAt: 'DESC', id: 'ASC' },
    });
    const owners = await this.sessions.ownersOf(
      tx,
      rows.map(({ deviceId }) => deviceId),
    );
    const now = this.clock.now();
    return rows
      .filter((row) => owners.get(row.deviceId)?.userId === row.userId)
      .flatMap((row) => {
        const { deviceId, userId } = row;
        const subscription = this.readable(row);
        return subscription ? [{ deviceId, userId, subscription, isPaused: isPaused(row, now) }] : [];
      })
      .sort((one, other) => Number(one.isPaused) - Number(other.isPaused));
  }

  /** Its push service has asked to wait for so long. */
  async pause(tx: WriteTx, { deviceId, subscription }: SubscribedBrowser, forMs: number): Promise<void> {
    const where = { deviceId, endpointHash: hashOf(subscription.endpoint) };
    await tx.update(WebPushSubscriptionRow, where, { pausedUntil: this.clock.now() + askedWait(forMs) });
  }

  /** Which accounts have a browser to push to? Those whose devices were signed out may be among them. */
  async accounts(tx: ReadTx): Promise<readonly number[]> {
    const rows = await tx.find(WebPushSubscriptionRow, { select: { userId: true } });
    return [...new Set(rows.map(({ userId }) => userId))].sort((one, other) => one - other);
  }

  async isAny(tx: ReadTx): Promise<boolean> {
    return (await tableRows(tx, WebPushSubscriptionRow, 'LIMIT 1')).length > 0;
  }

  /** Ends the subscription of a device of this account. @returns false when it has none */
  async endOwn(tx: WriteTx, userId: number, deviceId: string): Promise<boolean> {
    const row = await tx.findOneBy(WebPushSubscriptionRow, { userId, deviceId });
    if (row) await tx.delete(WebPushSubscriptionRow, { id: row.id });
    return row !== null;
  }

  async endDevices(tx: WriteTx, deviceIds: readonly string[]): Promise<void> {
    await tx.delete(WebPushSubscriptionRow, { deviceId: In([...deviceIds]) });
  }

  async endAccount(tx: WriteTx, userId: number): Promise<void> {
    await tx.delete(WebPushSubscriptionRow, { userId });
  }

  /** Forgets a subscription that has ended at its push service, unless the device has another one by now. */
  async forget(tx: WriteTx, { deviceId, subscription }: SubscribedBrowser): Promise<void> {
    await tx.delete(WebPushSubscriptionRow, { deviceId, endpointHash: hashOf(subscription.endpoint) });
  }

  /** Null for one that can't be opened: it reaches nobody, and holds up no other. Its browser registers anew. */
  private readable({ id, subscription }: WebPushSubscriptionRow): BrowserSubscription | null {
    try {
      return readSubscription(this.box.open(subscription, WEB_PUSH_SECRETS.subscription.at(id)));
    } catch (fault) {
      if (fault instanceof SecretUnreadable) return null;
      throw fault;
    }
  }

  private async endOldest(tx: WriteTx, userId: number): Promise<void> {
    const rows = await tx.find(WebPushSubscriptionRow, {
      where: { userId },
      order: { lastSeenAt: 'DESC', id: 'ASC' },
      select: { id: true },
    });
    const surplus = rows.slice(MOST_BROWSERS).map(({ id }) => id);
    if (surplus.length > 0) await tx.delete(WebPushSubscriptionRow, { id: In(surplus) });
  }
}

const hashOf = (endpoint: Secret): string => createHash('sha256').update(endpoint.reveal()).digest('hex');
