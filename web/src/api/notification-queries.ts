import type { Channel, channelChange, newChannel } from '../domain/channel-form.js';
import type { ChatSettings } from '../domain/chat-form.js';
import type { PushFlags, PushPreferences } from '../domain/own-push.js';
import { accountKeys } from './account-queries.js';
import { adminKeys } from './admin-keys.js';
import { api, bodyOf, type Schemas } from './client.js';

/** What is changed, or tried, of posts to the chat. */
export type ChatChange = Schemas['ChatSettingsBody'];

/** A post that waits or has gone out. */
export type RecentPost = ChatSettings['recent'][number];

/** Which push messages the server sends at all. */
export type PushPolicy = Schemas['PushPolicyView'];

/** How the reader is mentioned in the chat. */
export type OwnChat = Schemas['ChatPreferencesView'];

/** What became of a test message. */
export type PushTest = Schemas['PushTestView'];

/** How often the latest posts are read again, in milliseconds. */
const AGAIN_MS = 15_000;

/** How posts to the chat are set up, and the latest of them. */
export const chatSettingsQuery = () => ({
  queryKey: adminKeys.settings('chat'),
  queryFn: () => bodyOf(api.GET('/api/admin/chat-notifications')),
  refetchInterval: AGAIN_MS,
});

/** Changes how posts to the chat are set up. */
export const saveChatSettings = (body: ChatChange): Promise<ChatSettings> =>
  bodyOf(api.PUT('/api/admin/chat-notifications', { body }));

/** Posts a test with these changes. Nothing is saved. */
export const testChatSettings = (body: ChatChange) => bodyOf(api.POST('/api/admin/chat-notifications/test', { body }));

/** Removes the webhook; nothing is posted any more. */
export const removeWebhook = () => bodyOf(api.DELETE('/api/admin/chat-notifications'));

/** Posts once more what failed or is unconfirmed, as soon as possible. */
export const postAgain = (id: number): Promise<ChatSettings> =>
  bodyOf(api.POST('/api/admin/chat-notifications/recent/{id}/repost', { params: { path: { id } } }));

/** The channels beside the chat, oldest first, and the latest messages of each. */
export const channelsQuery = () => ({
  queryKey: adminKeys.settings('channels'),
  queryFn: async (): Promise<readonly Channel[]> =>
    (await bodyOf(api.GET('/api/admin/notification-channels'))).channels,
  refetchInterval: AGAIN_MS,
});

/** What is changed, or tried, of a channel. */
export type ChannelChange = ReturnType<typeof channelChange>;

/** Adds a channel. Nothing is sent to it. */
export const addChannel = (body: ReturnType<typeof newChannel>): Promise<Channel> =>
  bodyOf(api.POST('/api/admin/notification-channels', { body }));

const namedBy = (id: string) => ({ path: { id } });

/** Changes a channel. What is left out stays. */
export const changeChannel = (id: string, body: ChannelChange): Promise<Channel> =>
  bodyOf(api.PUT('/api/admin/notification-channels/{id}', { params: namedBy(id), body }));

/** Sends a test message with these changes. Nothing is saved. */
export const testChannel = (id: string, body: ChannelChange) =>
  bodyOf(api.POST('/api/admin/notification-channels/{id}/test', { params: namedBy(id), body }));

/** Removes a channel, with everything that waits for it. */
export const removeChannel = (id: string) =>
  bodyOf(api.DELETE('/api/admin/notification-channels/{id}', { params: namedBy(id) }));

/** Which push messages the server sends at all. */
export const pushPolicyQuery = () => ({
  queryKey: adminKeys.settings('push'),
  queryFn: () => bodyOf(api.GET('/api/admin/push-notifications')),
});

/** Changes which push messages the server sends at all. What is left out stays. */
export const savePushPolicy = (body: {
  readonly enabled: boolean;
  readonly categories: Partial<PushPolicy['categories']>;
}): Promise<PushPolicy> => bodyOf(api.PUT('/api/admin/push-notifications', { body }));

/** Sends a test message to somebody's devices. */
export const testPushOf = (id: number): Promise<PushTest> =>
  bodyOf(api.POST('/api/admin/users/{userID}/test-push', { params: { path: { userID: id } } }));

/** How the reader is mentioned in the chat. */
export const ownChatQuery = () => ({
  queryKey: accountKeys.chat,
  queryFn: () => bodyOf(api.GET('/api/auth/chat-notifications')),
});

/** Changes how the reader is mentioned. What is left out stays. */
export const saveOwnChat = (body: Schemas['ChatPreferencesBody']): Promise<OwnChat> =>
  bodyOf(api.PUT('/api/auth/chat-notifications', { body }));

/** Posts a test that mentions the reader. */
export const testOwnChat = () => bodyOf(api.POST('/api/auth/chat-notifications/test'));

/** What the reader wants to be pushed. */
export const ownPushQuery = () => ({
  queryKey: accountKeys.push,
  queryFn: () => bodyOf(api.GET('/api/notifications/preferences')),
});

/** Saves what the reader wants to be pushed; every switch is sent. */
export const saveOwnPush = (body: PushFlags): Promise<PushPreferences> =>
  bodyOf(api.PUT('/api/notifications/preferences', { body }));

/** Sends a test message to the reader's devices. */
export const testOwnPush = (): Promise<PushTest> => bodyOf(api.POST('/api/notifications/test'));
