import { BenchFailure } from '../bench.js';
import { METRICS_TOKEN, type Household } from './household.js';

type Choices = Readonly<Record<string, boolean>>;

const allOf = (names: readonly string[]): Choices => Object.fromEntries(names.map((name) => [name, true]));

/** What members may be told in the chat; administrators besides of what waits and what has failed. */
const TOLD_TO_MEMBERS = allOf(['request_approved', 'request_denied', 'request_available']);
const TOLD = { ...TOLD_TO_MEMBERS, ...allOf(['request_pending', 'request_auto_approved', 'request_failed']) };
const PUSHED = allOf(['request_decision', 'request_pending', 'request_auto_approved', 'new_movie', 'new_episode']);

/** So many members have a phone and are mentioned; a household has no more. */
const MOST_PEOPLE = 20;

/**
 * Everything that can be told is told, in the chat with mentions and by pushes. The administrator and the members, 20 at most,
 * have a phone each and want to hear of everything. For a household with `channels`.
 */
export async function turnOnChannels(household: Household): Promise<void> {
  const { admin, members, upstreamPlaces } = household;
  const put = (token: string, path: string, body: object) => household.ask({ method: 'PUT', path, token, body });
  await put(admin, '/api/admin/chat-notifications', {
    enabled: true,
    webhook_url: upstreamPlaces.chat.webhook,
    enable_mentions: true,
    events: TOLD,
  });
  await put(admin, '/api/admin/push-notifications', { enabled: true, categories: PUSHED });
  const people = [
    { token: admin, events: TOLD },
    ...members.slice(0, MOST_PEOPLE).map(({ token }) => ({ token, events: TOLD_TO_MEMBERS })),
  ];
  for (const [number, { token, events }] of people.entries()) {
    await put(token, '/api/auth/chat-notifications', { enabled: true, chat_ids: [chatIdOf(number)], events });
    await put(token, '/api/notifications/preferences', { push_enabled: true, ...PUSHED });
    await registerPhone(household, token, number);
  }
}

const chatIdOf = (number: number): string => String(900_000_000_000_000_100n + BigInt(number));

async function registerPhone(household: Household, token: string, number: number): Promise<void> {
  const devices = await household.ask({ method: 'GET', path: '/api/me/devices', token });
  const [device] = JSON.parse(devices) as readonly { readonly id: string }[];
  const body = { device_id: device?.id, apns_token: `bench-push-token-${number}` };
  await household.ask({ method: 'POST', path: '/api/devices/push-token', token, body });
}

/** So many writes the database of a household with `channels` has seen since its server started. */
export async function writesOf(household: Household): Promise<number> {
  const text = await household.ask({ method: 'GET', path: '/metrics', token: METRICS_TOKEN });
  const [, count] = /^usher_database_write_run_seconds_count (\d+)$/m.exec(text) ?? [];
  if (count === undefined) throw new BenchFailure('The metrics of the server do not say how often it wrote.');
  return Number(count);
}
