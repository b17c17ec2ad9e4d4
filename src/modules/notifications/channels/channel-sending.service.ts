import { Injectable } from '@nestjs/common';
import type {
  ChannelAddress,
  ChannelFormat,
  ChannelMessage,
} from '../../../clients/message-channels/channel-format.js';
import type { ChannelAnswer } from '../../../clients/message-channels/channel-answer.js';
import {
  channelFormat,
  type ChannelFormatName,
  readChannelAddress,
} from '../../../clients/message-channels/channel-formats.js';
import { MessageChannelClient } from '../../../clients/message-channels/message-channel.client.js';
import { InjectLog } from '../../../core/core.module.js';
import { isHouseholdHost } from '../../../core/text/urls.js';
import { directNow } from '../../../core/http/network-path.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { ExternalNetworkService } from '../../settings/settings.public.js';
import { fieldRefused } from './channel.errors.js';
import type { ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import { sayNotification } from '../notifications.sentences.js';
import type { NotYet } from '../outbox/outbox-destination.js';
import type { Channel, ChannelsRepository } from './channels.repository.js';

export interface ChannelConnection {
  readonly format: ChannelFormat;
  readonly address: ChannelAddress;
  readonly secret: Secret | null;
}

/** How to reach a channel by its address. @throws AppError 400 for an address that its format doesn't take */
export function channelConnection(name: ChannelFormatName, url: Secret, secret: Secret | null): ChannelConnection {
  const format = channelFormat(name);
  const address = readChannelAddress(format, url.reveal());
  if ('refused' in address) throw fieldRefused('url', address.refused);
  return { format, address, secret };
}

/** Sends to channels: to servers of the household directly, to others on the external network. Not inside a transaction. */
@Injectable()
export class ChannelSendingService {
  constructor(
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
    private readonly network: ExternalNetworkService,
  ) {}

  /** Sends once. @throws SecretUnreadable or StorageError 503 where the outbound proxy can't be read: nothing was sent */
  send(connection: ChannelConnection, message: ChannelMessage): Promise<ChannelAnswer> {
    const { clock, log, meter } = this;
    const isOfHousehold = isHouseholdHost(new URL(connection.address.base).hostname);
    const path = isOfHousehold ? directNow : () => this.network.path();
    return new MessageChannelClient({ ...connection, clock, log, meter, path }).send(message);
  }
}

/** Where messages go by what is saved; else why that can't be used, in a sentence for administrators. @throws StorageError */
export async function savedConnection(
  stored: ChannelsRepository,
  tx: ReadTx,
  { id, format }: Pick<Channel, 'id' | 'format'>,
): Promise<ChannelConnection | NotYet> {
  try {
    const secrets = await stored.secrets(tx, id);
    return secrets
      ? channelConnection(format, secrets.url, secrets.secret)
      : { wait: sayNotification('channel_removed') };
  } catch (fault) {
    if (!(fault instanceof AppError) || fault instanceof StorageError) throw fault;
    return { wait: sayNotification('channel_address_unusable') };
  }
}
