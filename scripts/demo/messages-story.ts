import { MEMBER } from './people.js';
import type { Scene } from './scene.js';

/** The household connects its chat, and a member how they want to be told. */
export async function connectMessages({ display, around, admin, member }: Scene): Promise<void> {
  display.heading('Everybody is told');
  await admin.does("connects the household's Discord channel", 'PUT /api/admin/chat-notifications', {
    enabled: true,
    enable_mentions: true,
    webhook_url: around.webhookUrl,
    events: { request_pending: true, request_approved: true, request_available: true },
  });
  await admin.does('has a test posted', 'POST /api/admin/chat-notifications/test', {});
  const { person, deviceId } = member;
  const mentions = { enabled: true, chat_ids: [MEMBER.chatId], events: { request_approved: true } };
  await person.does('wants to be mentioned there', 'PUT /api/auth/chat-notifications', mentions);
  const decisions = { request_decision: true };
  await person.does('wants to know of decisions at once', 'PUT /api/notifications/preferences', decisions);
  const device = { device_id: deviceId, apns_token: 'demo-device-token', platform: 'ios' };
  await person.does('takes push messages on their tablet', 'POST /api/devices/push-token', device);
}
