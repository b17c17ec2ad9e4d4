import type { Person, Stage } from './stage.js';

/** Who is told, and where. */
export interface MessagesCast {
  readonly admin: Person;
  readonly member: Person;
  /** The address of a webhook of the household's channel. */
  readonly webhookUrl: string;
  /** The member's id at the chat service. */
  readonly memberChatId: string;
  /** The device that the member is signed in with. */
  readonly deviceId: string;
}

/** What is posted in the chat. */
const POSTED = { request_pending: true, request_approved: true, request_available: true };

/** The household connects its chat, and a member how they want to be told. */
export class MessagesStory {
  constructor(
    private readonly stage: Stage,
    private readonly cast: MessagesCast,
  ) {}

  /** @throws DemoFailure for the first answer that is not the expected one */
  async play(): Promise<void> {
    const { stage, cast } = this;
    stage.display.heading('Everybody is told');
    await stage.does(cast.admin, "connects the household's Discord channel", {
      method: 'PUT',
      path: '/api/admin/chat-notifications',
      body: { enabled: true, enable_mentions: true, webhook_url: cast.webhookUrl, events: POSTED },
    });
    await stage.does(cast.admin, 'has a test posted', {
      method: 'POST',
      path: '/api/admin/chat-notifications/test',
      body: {},
    });
    await stage.does(cast.member, 'wants to be mentioned there', {
      method: 'PUT',
      path: '/api/auth/chat-notifications',
      body: { enabled: true, chat_ids: [cast.memberChatId], events: { request_approved: true } },
    });
    await stage.does(cast.member, 'wants to know of decisions at once', {
      method: 'PUT',
      path: '/api/notifications/preferences',
      body: { request_decision: true },
    });
    await stage.does(cast.member, 'takes push messages on their tablet', {
      method: 'POST',
      path: '/api/devices/push-token',
      body: { device_id: cast.deviceId, apns_token: 'demo-device-token', platform: 'ios' },
    });
  }
}
