import { giveAndTakeAccounts } from './account-story.js';
import { askForAlbum, shareAudiobook } from './book-and-album-story.js';
import type { ClientResult, ClientTask } from './client-protocol.js';
import type { Display } from './display.js';
import { askForFilm, showOnTelevision } from './film-story.js';
import { followRequest } from './follow-request.js';
import { connectMessages, lookAround, setUpHousehold } from './household-story.js';
import type { Scene } from './scene.js';
import { askForSeason } from './series-story.js';
import { signInElsewhere } from './sign-in-story.js';

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
    const lines: string[] = [];
    return { ...followed, lines, end: followRequest(display.apart(lines), followed) };
  });
  const ends = Promise.allSettled(meanwhile.map(({ end }) => end));
  const film = await askForFilm(scene);
  await showOnTelevision(scene, film);
  await askForSeason(scene);
  for (const end of await ends) if (end.status === 'rejected') throw end.reason;
  for (const { title, who, lines } of meanwhile) {
    display.heading(`Meanwhile: the status of ${title}, as the server reports it to ${who.name}`);
    display.show(lines);
  }
  await signInElsewhere(scene);
  await giveAndTakeAccounts(scene, film);
  return lastAnswers(scene);
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
  // A second link for the same person: people at the demo can sign in with it.
  const invitation = { name: member.person.name, server_url: around.serverUrl };
  const { link } = (await admin.api.send<{ link: string }>('POST /api/admin/connect-token', invitation)).body;
  return { answers: { requests, madeBySignIn }, memberLink: link };
}
