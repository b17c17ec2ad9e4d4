import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { tableRows } from '../../../core/database/sql-rows.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { eventChoices, NO_EVENTS, type EventChoices } from '../events/notification-event.js';
import { CHANNEL_SECRETS } from '../sealed-columns.js';
import { ChannelRow } from '../settings-rows.js';

export interface Channel extends Pick<
  ChannelRow,
  'id' | 'name' | 'format' | 'enabled' | 'placeRevision' | 'createdAt'
> {
  readonly events: EventChoices;
  readonly hasSecret: boolean;
}

interface ChannelSecrets {
  readonly url: Secret;
  readonly secret: Secret | null;
}

/** What of a channel's row is saved. A secret that is left out stays. */
export interface SavedChannel extends Omit<Channel, 'hasSecret'> {
  readonly url?: Secret | undefined;
  readonly secret?: Secret | null | undefined;
}

const EVENTS = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(eventChoices(NO_EVENTS));

@Injectable()
export class ChannelsRepository {
  constructor(private readonly box: SecretBox) {}

  async all(tx: ReadTx): Promise<readonly Channel[]> {
    const rows = await tableRows(tx, ChannelRow, 'ORDER BY created_at, id');
    return rows.map(channelOf);
  }

  async byId(tx: ReadTx, id: string): Promise<Channel | null> {
    const row = await tx.findOneBy(ChannelRow, { id });
    return row && channelOf(row);
  }

  /** Null where the channel is gone. @throws SecretUnreadable 503 where one of them can't be opened */
  async secrets(tx: ReadTx, id: string): Promise<ChannelSecrets | null> {
    const row = await tx.findOneBy(ChannelRow, { id });
    if (!row) return null;
    const url = this.box.open(row.url, CHANNEL_SECRETS.url.at(id));
    const secret = row.secret === '' ? null : this.box.open(row.secret, CHANNEL_SECRETS.secret.at(id));
    return { url, secret };
  }

  async add(tx: WriteTx, channel: SavedChannel & { readonly url: Secret }): Promise<void> {
    await tx.insert(ChannelRow, { ...this.columnsOf(channel), url: this.sealedUrl(channel.id, channel.url) });
  }

  async change(tx: WriteTx, channel: SavedChannel): Promise<void> {
    const { id, url } = channel;
    const columns = this.columnsOf(channel);
    await tx.update(ChannelRow, { id }, { ...columns, ...(url && { url: this.sealedUrl(id, url) }) });
  }

  async remove(tx: WriteTx, id: string): Promise<void> {
    await tx.delete(ChannelRow, { id });
  }

  private columnsOf({ id, name, format, enabled, placeRevision, createdAt, events, secret }: SavedChannel) {
    const columns = { id, name, format, enabled, placeRevision, createdAt, events: JSON.stringify(events) };
    if (secret === undefined) return columns;
    return { ...columns, secret: secret === null ? '' : this.box.seal(secret, CHANNEL_SECRETS.secret.at(id)) };
  }

  private sealedUrl(id: string, url: Secret): string {
    return this.box.seal(url, CHANNEL_SECRETS.url.at(id));
  }
}

function channelOf({ url: _, secret, events, ...row }: ChannelRow): Channel {
  return { ...row, events: choicesIn(events), hasSecret: secret !== '' };
}

/** A channel whose choices are damaged tells nothing, and holds up no other. */
function choicesIn(text: string): EventChoices {
  try {
    return EVENTS.parse(text);
  } catch {
    return NO_EVENTS;
  }
}
