import { ApiClient } from './api-client.js';
import type { ClientTask } from './client-protocol.js';
import { DemoFailure, firstOf } from './demo-failure.js';
import type { Display } from './display.js';
import { ADMIN, MEMBER, OTHER } from './people.js';
import { Person, type Member, type Scene } from './scene.js';

interface Tokens {
  readonly access_token: string;
  readonly user: { readonly id: number };
  readonly device_id: string;
}

interface Titled {
  readonly title: string;
}

/** The first account is made, libraries are connected, and two members are invited. */
export async function setUpHousehold(around: ClientTask, display: Display): Promise<Scene> {
  display.heading('The household is set up');
  const visitor = new ApiClient(around.serverUrl);
  const { access_token } = await new Person(ADMIN.name, visitor, display).does<Tokens>(
    'makes the first account, with the setup code',
    'POST /api/auth/setup',
    { username: ADMIN.name, password: ADMIN.password, setup_code: around.setupCode, device_name: 'Laptop' },
  );
  const admin = new Person(ADMIN.name, visitor.as(access_token), display);
  const saved = [];
  for (const { product, kind, name, url, apiKey } of around.libraries) {
    const connection = { service_type: kind, name, url, api_key: apiKey };
    await admin.does(`tries the connection to ${product}`, 'POST /api/instances/test', connection);
    const library = { ...connection, is_default: true };
    const { id } = await admin.does<{ id: string }>(
      `saves it as the library "${name}"`,
      'POST /api/instances',
      library,
    );
    saved.push({ kind, id });
  }
  const books = saved.filter(({ kind }) => kind === 'book_manager');
  const household = { display, around, visitor, admin, bookLibraryId: firstOf(books, 'there is no book library').id };
  const member = await invite(household, MEMBER.name, 'Tablet');
  const other = await invite(household, OTHER.name, 'Phone');
  return { ...household, member, other };
}

async function invite(
  { display, around, visitor, admin }: Omit<Scene, 'member' | 'other'>,
  name: string,
  device: string,
): Promise<Member> {
  const invitation = { name, server_url: around.serverUrl };
  const { link } = await admin.does<{ link: string }>(
    `invites ${name} with a link`,
    'POST /api/admin/connect-token',
    invitation,
  );
  const { access_token, user, device_id } = await new Person(name, visitor, display).does<Tokens>(
    'opens the link and is signed in',
    'POST /api/auth/connect',
    { token: new URL(link).searchParams.get('token'), device_name: device },
  );
  return { person: new Person(name, visitor.as(access_token), display), userId: user.id, deviceId: device_id };
}

/** The administrator connects the chat and the push gateway; the member chooses what to hear of. */
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

/** What there is to find beside films and series by name: lists and music. Books have their own story. */
export async function lookAround({ display, member: { person } }: Scene): Promise<void> {
  const show = ([first, second]: readonly Titled[]): void => {
    if (!first || !second) throw new DemoFailure('a list had fewer than two titles');
    display.outcome(`finds ${first.title}, ${second.title} …`);
  };
  display.heading('What else there is to discover');
  const trending = 'GET /api/listprov/trending';
  const watched = await person.does<readonly { movie: Titled }[]>('looks at what people watch', trending);
  show(watched.map(({ movie }) => movie));
  const popular = 'GET /api/discover/music/popular';
  show((await person.does<{ results: readonly Titled[] }>('looks at what people hear', popular)).results);
  const newest = 'GET /api/discover/music/new-releases';
  show((await person.does<{ results: readonly Titled[] }>('looks for new albums', newest)).results);
}
