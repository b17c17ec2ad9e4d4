import { giveAndTakeAccounts } from './account-story.js';
import { askForAlbum } from './album-story.js';
import { ApiClient } from './api-client.js';
import { shareAudiobook } from './book-story.js';
import { showOnTelevision } from './box-story.js';
import type { ClientResult, ClientTask } from './client-protocol.js';
import { firstOf } from './demo-failure.js';
import { lookAround } from './discovery-story.js';
import type { Display } from './display.js';
import { askForFilm } from './film-story.js';
import { followRequest } from './follow-request.js';
import { connectMessages } from './messages-story.js';
import { ADMIN, MEMBER, OTHER } from './people.js';
import { Person, type Member, type Scene } from './scene.js';
import { askForSeason } from './series-story.js';
import { signInElsewhere } from './sign-in-story.js';

const INVITATION = 'POST /api/admin/connect-token';

interface Tokens {
  readonly access_token: string;
  readonly user: { readonly id: number };
  readonly device_id: string;
}

/**
 * The main job as a story. Book and album are on their way while film and season are shown.
 *
 * @throws DemoFailure for the first answer that is not the expected one
 */
export async function playStory(around: ClientTask, display: Display): Promise<ClientResult> {
  const scene = await setUpHousehold(around, display);
  await connectMessages(scene);
  await lookAround(scene);
  const meanwhile = [...(await shareAudiobook(scene)), await askForAlbum(scene)].map((followed) => {
    const { display: apart, show } = display.apart();
    return { ...followed, show, end: followRequest(apart, followed) };
  });
  const ends = Promise.allSettled(meanwhile.map(({ end }) => end));
  const film = await askForFilm(scene);
  await showOnTelevision(scene, film);
  await askForSeason(scene);
  for (const end of await ends) if (end.status === 'rejected') throw end.reason;
  for (const { title, who, show } of meanwhile) {
    display.heading(`Meanwhile: the status of ${title}, as the server reports it to ${who.name}`);
    show();
  }
  await signInElsewhere(scene);
  await giveAndTakeAccounts(scene, film);
  return lastAnswers(scene);
}

async function setUpHousehold(around: ClientTask, display: Display): Promise<Scene> {
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
  const { link } = await admin.does<{ link: string }>(`invites ${name} with a link`, INVITATION, invitation);
  const { access_token, user, device_id } = await new Person(name, visitor, display).does<Tokens>(
    'opens the link and is signed in',
    'POST /api/auth/connect',
    { token: new URL(link).searchParams.get('token'), device_name: device },
  );
  return { person: new Person(name, visitor.as(access_token), display), userId: user.id, deviceId: device_id };
}

async function lastAnswers({ around, admin, member, other }: Scene): Promise<ClientResult> {
  const requests: Record<string, Record<string, string>> = {};
  for (const { name, api } of [member.person, other.person]) {
    const { body } = await api.send<readonly { title: string; status: string }[]>('GET /api/requests');
    requests[name] = Object.fromEntries(body.map(({ title, status }) => [title, status]));
  }
  const users =
    await admin.api.send<readonly { username: string; made_by_sign_in?: boolean }[]>('GET /api/admin/users');
  const madeBySignIn = users.body.flatMap((user) => (user.made_by_sign_in ? [user.username] : [])).toSorted();
  // A second link for the same person, so that whoever watches the demo can sign in as them.
  const invitation = { name: member.person.name, server_url: around.serverUrl };
  const { link } = (await admin.api.send<{ link: string }>(INVITATION, invitation)).body;
  return { answers: { requests, madeBySignIn }, memberLink: link };
}
