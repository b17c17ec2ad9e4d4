import { Injectable } from '@nestjs/common';
import type { ChannelFormatName } from '../../../clients/message-channels/channel-formats.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { AVAILABLE, changedEvents, NO_EVENTS, type NotificationEvent } from '../events/notification-event.js';
import { DestinationChangeService, type DestinationSetup } from '../observation/destination-change.service.js';
import { ObservationDiagnosticsService } from '../observation/observation-diagnostics.service.js';
import { sayNotification, together } from '../notifications.sentences.js';
import { OutboxRepository, type RecentMessage } from '../outbox/outbox.repository.js';
import { testMessage } from './channel-message.js';
import {
  channelConnection,
  ChannelSendingService,
  type ChannelConnection,
  savedConnection,
} from './channel-sending.service.js';
import {
  channelNotFound,
  fieldRefused,
  formatStays,
  secretRequired,
  testNotSent,
  tooManyChannels,
} from './channel.errors.js';
import { type Channel, ChannelsRepository } from './channels.repository.js';

const MOST_CHANNELS = 20;

const RECENT = 20;

/** What an administrator wants to be changed, or tried. What is undefined stays. */
export interface ChannelChange {
  readonly name?: string | undefined;
  readonly format?: ChannelFormatName | undefined;
  readonly url?: Secret | undefined;
  readonly secret?: Secret | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly events?: { readonly [event in NotificationEvent]?: boolean | undefined } | undefined;
}

export interface NewChannel extends ChannelChange {
  readonly name: string;
  readonly format: ChannelFormatName;
  readonly url: Secret;
}

/** A channel as administrators see it. Its address and its secret are not among it. */
export interface ChannelWithHistory extends Channel {
  readonly recent: readonly RecentMessage[];
  /** What has to be done so that messages arrive; null for nothing. */
  readonly error: Sentence | null;
}

/** What the messages of a channel are called in the outbox: 40 characters. */
export const channelDestination = (id: string): string => `channel:${id.replaceAll('-', '')}`;

@Injectable()
export class ChannelsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly stored: ChannelsRepository,
    private readonly sending: ChannelSendingService,
    private readonly messages: OutboxRepository,
    private readonly changes: DestinationChangeService,
    private readonly observation: ObservationDiagnosticsService,
  ) {}

  all(): Promise<readonly ChannelWithHistory[]> {
    return this.database.read(async (tx) => {
      const channels: ChannelWithHistory[] = [];
      for (const channel of await this.stored.all(tx)) channels.push(await this.withHistory(tx, channel));
      return channels;
    });
  }

  /**
   * Nothing is called for it.
   * @throws AppError 400 for an address or a secret that its format doesn't take; 409 where there are too many; 401 and 403 for a lost
   *   right
   */
  add(admin: Privileged, { secret = null, ...input }: NewChannel): Promise<ChannelWithHistory> {
    requireUsableSecret(channelConnection(input.format, input.url, secret));
    return privilegedWrite(this.database, admin, async (tx) => {
      if ((await this.stored.all(tx)).length >= MOST_CHANNELS) throw tooManyChannels(MOST_CHANNELS);
      const { name, format, url, enabled = true, events = {} } = input;
      const id = this.random.uuid();
      const choices = changedEvents(NO_EVENTS, events);
      const row = {
        id,
        name,
        format,
        url,
        secret,
        enabled,
        events: choices,
        placeRevision: 1,
        createdAt: this.clock.now(),
      };
      await this.stored.add(tx, row);
      return this.finishChange(tx, { address: null, events: NO_EVENTS }, id);
    });
  }

  /**
   * What isn't named stays. Messages that wait and would no longer be sent are cancelled for good. Nothing is called for it.
   * @throws AppError 400 as {@link add}, for another format, and for another server without its secret; 404; 401, 403
   */
  change(admin: Privileged, id: string, input: ChannelChange): Promise<ChannelWithHistory> {
    return privilegedWrite(this.database, admin, async (tx) => {
      const before = await this.require(tx, id);
      if (input.url !== undefined || input.secret || input.format !== undefined)
        await this.resolveDraft(tx, before, input);
      await this.stored.change(tx, {
        ...before,
        name: input.name ?? before.name,
        enabled: input.enabled ?? before.enabled,
        events: changedEvents(before.events, input.events),
        placeRevision: before.placeRevision + (input.url === undefined ? 0 : 1),
        url: input.url,
        secret: input.secret,
      });
      return this.finishChange(tx, setupOf(before), id);
    });
  }

  /** Removes a channel, with everything that waits for it. @throws AppError 404; 401 and 403 when they may not any more */
  remove(admin: Privileged, id: string): Promise<void> {
    return privilegedWrite(this.database, admin, async (tx) => {
      await this.require(tx, id);
      await this.stored.remove(tx, id);
      await this.changes.forget(tx, channelDestination(id));
    });
  }

  /**
   * Tests the channel as it would be after {@link change}. Nothing is saved.
   * @throws AppError 404; 400 as {@link change}; 502 where the channel hasn't taken it; SecretUnreadable 503
   */
  async test(id: string, input: ChannelChange): Promise<void> {
    const connection = await this.database.read(async (tx) => this.resolveDraft(tx, await this.require(tx, id), input));
    const answer = await this.sending.send(
      connection,
      testMessage(`usher-test-${this.random.uuid()}`, this.clock.now()),
    );
    if (answer.kind !== 'sent') throw testNotSent(answer);
  }

  /** A stored secret goes to no other server than the one it was saved for; where nothing stored counts, it is not opened. */
  private async resolveDraft(
    tx: ReadTx,
    { id, format, hasSecret }: Channel,
    input: ChannelChange,
  ): Promise<ChannelConnection> {
    if (input.format !== undefined && input.format !== format) throw formatStays();
    if (input.url !== undefined && (input.secret !== undefined || !hasSecret))
      return requireUsableSecret(channelConnection(format, input.url, input.secret ?? null));
    const stored = await this.stored.secrets(tx, id);
    if (!stored) throw channelNotFound();
    const before = channelConnection(format, stored.url, stored.secret);
    const { url = stored.url, secret = stored.secret } = input;
    const connection = channelConnection(format, url, secret);
    const isElsewhere = connection.address.origin !== before.address.origin;
    if (isElsewhere && input.secret === undefined && stored.secret) throw secretRequired();
    return requireUsableSecret(connection);
  }

  private async finishChange(tx: WriteTx, before: DestinationSetup, id: string): Promise<ChannelWithHistory> {
    const channel = await this.require(tx, id);
    const reason = sayNotification(channel.enabled ? 'channel_address_changed' : 'channel_switched_off');
    await this.changes.settle(tx, channelDestination(id), { before, after: setupOf(channel), reason });
    return this.withHistory(tx, channel);
  }

  private async withHistory(tx: ReadTx, channel: Channel): Promise<ChannelWithHistory> {
    const name = channelDestination(channel.id);
    const { error } = await this.messages.stateOf(tx, name);
    const isObserved = channel.enabled && channel.events[AVAILABLE];
    const connection = channel.enabled ? await savedConnection(this.stored, tx, channel) : null;
    const problems = [
      error,
      connection && 'wait' in connection ? connection.wait : null,
      ...(isObserved ? this.observation.problems() : []),
    ];
    const recent = await this.messages.recent(tx, name, RECENT);
    return { ...channel, recent, error: together(problems.filter((one) => one !== null)) };
  }

  private async require(tx: ReadTx, id: string): Promise<Channel> {
    const channel = await this.stored.byId(tx, id);
    if (!channel) throw channelNotFound();
    return channel;
  }
}

const setupOf = ({ enabled, placeRevision, events }: Channel): DestinationSetup => ({
  address: enabled ? String(placeRevision) : null,
  events,
});

/** @throws AppError 400 for a secret that a channel of this format can't be sent */
function requireUsableSecret(connection: ChannelConnection): ChannelConnection {
  const { format, secret } = connection;
  if (secret && !format.takesSecret(secret)) throw fieldRefused('secret', format.fields.secret);
  return connection;
}
