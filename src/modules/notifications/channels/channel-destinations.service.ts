import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ChannelAnswer } from '../../../clients/message-channels/channel-answer.js';
import type { ChannelMessage } from '../../../clients/message-channels/channel-format.js';
import type { ReadTx } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { isNotificationEvent } from '../events/notification-event.js';
import { asSentence, sayNotification } from '../notifications.sentences.js';
import { MessageSubjectsService } from '../subjects/message-subjects.service.js';
import {
  SAVED_DESTINATIONS,
  unsentAnswer,
  type Built,
  type OutboxDestination,
  type OutboxMessage,
  type SavedDestinations,
  type SendAnswer,
} from '../outbox/outbox-destination.js';
import { channelMessage } from './channel-message.js';
import { ChannelSendingService, type ChannelConnection, savedConnection } from './channel-sending.service.js';
import { channelFailureWords } from './channel.errors.js';
import { type Channel, ChannelsRepository } from './channels.repository.js';
import { channelDestination } from './channels.service.js';

const DAY_MS = 24 * 60 * 60_000;

interface AddressedMessage {
  readonly connection: ChannelConnection;
  readonly message: ChannelMessage;
}

/** The channels, each a destination of messages. They tell what the chat tells, and call nobody. */
@Injectable()
export class ChannelDestinationsService implements SavedDestinations, OnModuleInit {
  constructor(
    private readonly ports: PortRegistry,
    private readonly channels: ChannelsRepository,
    private readonly subjects: MessageSubjectsService,
    private readonly sending: ChannelSendingService,
  ) {}

  onModuleInit(): void {
    this.ports.register(SAVED_DESTINATIONS, this);
  }

  async all(tx: ReadTx): Promise<readonly OutboxDestination[]> {
    return (await this.channels.all(tx)).map((channel) => this.destination(channel));
  }

  /** @param channel as it is when destinations are listed; it is read anew when a message is built */
  private destination(channel: Channel): OutboxDestination<null, AddressedMessage> {
    const { id } = channel;
    return {
      name: channelDestination(id),
      mayRepeat: false,
      lifetimeMs: DAY_MS,
      wants: (_tx, event) => Promise.resolve(tells(channel, event)),
      lookUp: () => Promise.resolve({ facts: null }),
      build: (tx, message) => this.build(tx, id, message),
      send: (post) => this.send(post),
    };
  }

  private async build(tx: ReadTx, id: string, message: OutboxMessage): Promise<Built<AddressedMessage>> {
    const { event } = message;
    const channel = await this.channels.byId(tx, id);
    if (!isNotificationEvent(event) || !tells(channel, event))
      return { cancel: sayNotification('message_event_not_told') };
    const due = await this.subjects.due(tx, message);
    if (!('subject' in due)) return due;
    const connection = await savedConnection(this.channels, tx, channel);
    if ('wait' in connection) return connection;
    const shown = await this.subjects.shownWith(tx, event, due);
    return { post: { connection, message: channelMessage({ event, ...due, ...shown }) } };
  }

  private async send({ connection, message }: AddressedMessage): Promise<SendAnswer> {
    try {
      return sendAnswer(await this.sending.send(connection, message));
    } catch (fault) {
      // Only the choice of the way to the channel throws, before anything is sent.
      if (!(fault instanceof AppError)) throw fault;
      return { kind: 'again', detail: sayNotification('message_proxy_unreadable') };
    }
  }
}

const tells = (channel: Channel | null, event: string): channel is Channel =>
  channel !== null && channel.enabled && isNotificationEvent(event) && channel.events[event];

function sendAnswer(answer: ChannelAnswer): SendAnswer {
  if (answer.kind === 'sent') return { kind: 'sent', remoteId: answer.remoteId };
  return unsentAnswer(answer, asSentence(channelFailureWords(answer)));
}
