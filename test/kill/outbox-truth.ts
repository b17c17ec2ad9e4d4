import { LifecycleEventRow } from '../../src/modules/requests/saved/job-rows.js';
import { RequestRow } from '../../src/modules/requests/saved/rows.js';
import { ObservationRow, OutboxRow } from '../../src/modules/notifications/message-rows.js';
import { unless } from './delivered-truth.js';
import { DESTINATIONS, type OutboxHousehold, SENDING_CALLS, titleOf } from './outbox-household.js';

/** A message, and what it is about: requests, or a film that has come. */
export interface SavedMessage extends Pick<OutboxRow, 'id' | 'destination' | 'event' | 'status' | 'remoteId'> {
  readonly requestIds: readonly number[];
  readonly tmdbId: number | null;
}

/** Everything that is saved about requests and what is told of them, at one moment. */
export interface OutboxState {
  readonly requests: readonly RequestRow[];
  /** What has happened and was not taken yet. */
  readonly noted: readonly LifecycleEventRow[];
  readonly messages: readonly SavedMessage[];
  /** The requests whose titles were seen on disk. */
  readonly seen: ReadonlySet<number>;
}

/** Reads it. */
export function outboxState({ household }: OutboxHousehold): Promise<OutboxState> {
  return household.withDatabase((database) =>
    database.read(async (tx) => {
      const observations = await tx.find(ObservationRow);
      return {
        requests: await tx.find(RequestRow, { order: { id: 'ASC' } }),
        noted: await tx.find(LifecycleEventRow, { order: { id: 'ASC' } }),
        messages: (await tx.find(OutboxRow, { order: { id: 'ASC' } })).map(savedMessage),
        seen: new Set(observations.filter(({ seen }) => seen !== '').map(({ requestId }) => requestId)),
      };
    }),
  );
}

function savedMessage({ id, destination, event, status, remoteId, subject }: OutboxRow): SavedMessage {
  const { requestIds = [], content } = JSON.parse(subject) as {
    readonly requestIds?: readonly number[];
    readonly content?: { readonly titleId: number };
  };
  return { id, destination, event, status, remoteId, requestIds, tmdbId: content?.titleId ?? null };
}

/** What has happened to a request, by its row alone. */
function happenedTo({ asker }: OutboxHousehold, { userId, status }: RequestRow): readonly string[] {
  if (userId !== asker.userId) return ['request_auto_approved'];
  if (status === 'pending') return ['request_pending'];
  return ['request_pending', status === 'denied' ? 'request_denied' : 'request_approved'];
}

/**
 * What is never true, whatever was killed: one line each, none when all is well.
 *
 * - What has happened to a request is either noted, and no message tells it, or each destination has one message.
 * - A title that was seen on disk is told by one message of the chat, for each of its requests; another by none.
 * - A report that the server has answered is told by one push message, another by one at most.
 * - A message stands in the chat once where it was sent, at most once where that is uncertain, and never otherwise.
 * - A push message is sent under one key, and reaches the devices once.
 */
export function outboxWrongs(house: OutboxHousehold, state: OutboxState): readonly string[] {
  return [
    ...state.requests.flatMap((request) => aboutRequest(house, state, request)),
    ...unless(toldOf(state, 'request_') === expectedOf(house, state), 'something is told that has not happened'),
    ...aboutReports(house, state),
    ...aboutPosts(house, state),
    ...aboutPushes(house, state),
  ];
}

/**
 * What isn't as it must be once nothing waits any more: everything was taken, what is on disk was seen, and each message was
 * sent, or is unconfirmed in the chat.
 */
export function unsettled(house: OutboxHousehold, state: OutboxState): readonly string[] {
  const { fake } = house.library;
  const missed = state.requests.filter(
    ({ id, status, tmdbId }) => status === 'requested' && fake.movie(tmdbId)?.file && !state.seen.has(id),
  );
  const open = state.messages.filter(({ destination, status }) => status !== 'sent' && !isLost(destination, status));
  return [
    ...state.noted.map(({ event, requestId }) => `${event} of request ${requestId} was not taken`),
    ...missed.map(({ id }) => `the title of request ${id} was not seen`),
    ...open.map((one) => `message ${one.id} (${one.destination}, ${one.event}) is ${one.status}`),
  ];
}

const isLost = (destination: string, status: string): boolean => destination === 'chat' && status === 'unconfirmed';

function messagesOn({ messages }: OutboxState, destination: string, event: string, requestId: number): number {
  return messages.filter(
    (one) => one.destination === destination && one.event === event && one.requestIds.includes(requestId),
  ).length;
}

function aboutRequest(house: OutboxHousehold, state: OutboxState, request: RequestRow): readonly string[] {
  const { id } = request;
  const name = `request ${id}`;
  const wrongs = happenedTo(house, request).flatMap((event) => {
    const noted = state.noted.filter((one) => one.requestId === id && one.event === event).length;
    const told = DESTINATIONS.map((destination) => messagesOn(state, destination, event, id));
    const isRight = told.every((count) => count + noted === 1);
    return unless(isRight, `${event} of ${name} is noted ${noted} times, and has ${told.join(' and ')} messages`);
  });
  const arrivals = messagesOn(state, 'chat', 'request_available', id);
  const isRight = arrivals === Number(state.seen.has(id));
  return [...wrongs, ...unless(isRight, `the arrival for ${name} has ${arrivals} messages`)];
}

/** How much is noted or told of requests, counted for each request and destination. */
function toldOf({ noted, messages }: OutboxState, prefix: string): number {
  const told = messages.filter(({ event }) => event.startsWith(prefix));
  return noted.length * DESTINATIONS.length + told.reduce((sum, { requestIds }) => sum + requestIds.length, 0);
}

function expectedOf(house: OutboxHousehold, { requests, seen }: OutboxState): number {
  const happened = requests.reduce((sum, request) => sum + happenedTo(house, request).length, 0);
  return happened * DESTINATIONS.length + seen.size;
}

function aboutReports({ heard }: OutboxHousehold, { messages }: OutboxState): readonly string[] {
  const reports = messages.filter(({ event }) => event === 'new_movie');
  const films = new Set([...heard, ...reports.map(({ tmdbId }) => tmdbId)]);
  const repeated = reports.length > new Set(reports.map(({ tmdbId }) => tmdbId)).size;
  const missing = [...films].filter((film) => !reports.some(({ tmdbId }) => tmdbId === film));
  return [
    ...unless(!repeated, 'a report is told twice'),
    ...missing.map((film) => `the report of film ${film} was answered and is not told`),
  ];
}

function aboutPosts({ chat }: OutboxHousehold, { messages, requests }: OutboxState): readonly string[] {
  const titles = new Map(requests.map(({ id, tmdbId }) => [id, titleOf(tmdbId)]));
  const nameOf = ({ event, requestIds }: SavedMessage) => `${event} ${titles.get(requestIds[0] ?? 0)}`;
  const posts = chat.posted.map(({ id, embeds: [embed] }) => {
    const { title, footer } = embed as { readonly title: string; readonly footer: { readonly text: string } };
    return { id, name: `${footer.text} ${title}` };
  });
  const own = messages.filter(({ destination }) => destination === 'chat');
  return [...new Set([...own.map(nameOf), ...posts.map(({ name }) => name)])].flatMap((name) => {
    const all = own.filter((message) => nameOf(message) === name);
    const ids = new Set(posts.filter((post) => post.name === name).map(({ id }) => id));
    const sent = new Set(all.filter(({ status }) => status === 'sent').map(({ remoteId }) => remoteId));
    const sentCount = all.filter(({ status }) => status === 'sent').length;
    const uncertain = all.filter(({ status }) => status === 'sending' || status === 'unconfirmed').length;
    const isThere = sent.size === sentCount && [...sent].every((id) => ids.has(id));
    return [
      ...unless(isThere, `${name} was sent, and stands in the chat otherwise`),
      ...unless(ids.size <= sentCount + uncertain, `${name} stands in the chat ${ids.size} times`),
    ];
  });
}

/** A push message is known by its kind and by the request, or the film, that it is about. */
function aboutPushes({ gateway }: OutboxHousehold, { messages }: OutboxState): readonly string[] {
  const calls = gateway.calls(SENDING_CALLS.push).map(({ headers, body }) => ({
    name: pushName((body as { readonly data: PushData }).data),
    key: String(headers['idempotency-key']),
  }));
  const arrived = gateway.journal.map(({ data }) => pushName(data as unknown as PushData));
  const own = messages.filter(({ destination }) => destination === 'push');
  const names = own.map(({ event, requestIds: [id], tmdbId }) => `${PUSHED_AS[event] ?? event} ${id ?? tmdbId}`);
  return [
    ...calls.filter(({ name }) => !names.includes(name)).map(({ name }) => `${name} was pushed and is not known`),
    ...names.flatMap((name, at) => {
      const keys = new Set(calls.filter((call) => call.name === name).map(({ key }) => key));
      const times = arrived.filter((one) => one === name).length;
      const isSent = own[at]?.status === 'sent';
      return [
        ...unless(keys.size <= 1, `${name} was pushed under ${keys.size} keys`),
        ...unless(isSent ? times === 1 : times <= 1, `${name} has reached devices ${times} times`),
      ];
    }),
  ];
}

interface PushData {
  readonly type: string;
  readonly request_id?: number;
  readonly tmdb_id?: number;
}

const PUSHED_AS: Readonly<Record<string, string>> = {
  request_approved: 'request_decision',
  request_denied: 'request_decision',
};

const pushName = ({ type, request_id: requestId, tmdb_id: tmdbId }: PushData): string =>
  `${type} ${requestId ?? tmdbId}`;
