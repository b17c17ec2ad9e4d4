import { firstOf, until } from './demo-failure.js';
import { followRequest, type RequestAnswer } from './follow-request.js';
import { DEN } from './people.js';
import type { Scene } from './scene.js';

const SEARCH = 'letter to the moon';

/** A film, as a search finds it. */
export interface FoundFilm {
  /** Its TMDB id. */
  readonly id: number;
  readonly title: string;
  readonly release_date: string;
}

interface FoundBox {
  readonly name: string;
  readonly address: string;
  readonly identifier: string;
}

interface ChatSettings {
  readonly recent: readonly { readonly request_id?: number; readonly event: string; readonly status: string }[];
}

/** One film goes from a request, by way of an administrator's approval, to the library. */
export async function askForFilm({ display, admin, member: { person: member } }: Scene): Promise<FoundFilm> {
  display.heading('A film is asked for');
  const approval = { require_approval: true };
  await admin.does('wants to decide about requests', 'PUT /api/admin/request-settings', approval);
  const { results } = await member.does<{ results: readonly FoundFilm[] }>(
    `searches for "${SEARCH}"`,
    `GET /api/search?query=${encodeURIComponent(SEARCH)}`,
  );
  const film = firstOf(results, `the search for "${SEARCH}" found nothing`);
  display.outcome(`finds ${film.title} (${film.release_date.slice(0, 4)})`);
  const wanted = { media_type: 'movie', tmdb_id: film.id };
  const asked = await member.does<RequestAnswer>('asks for it', 'POST /api/requests', wanted);
  const requestId = asked.request_id;
  // Once it is decided, nothing of its waiting is posted any more.
  await until(async () => {
    const { recent } = (await admin.api.send<ChatSettings>('GET /api/admin/chat-notifications')).body;
    const post = recent.find(({ request_id, event }) => request_id === requestId && event === 'request_pending');
    return post?.status === 'sent';
  }, 'the request was not posted in the chat');

  const waiting = await admin.does<readonly { id: number; username: string; title: string }[]>(
    'looks at what waits for a decision',
    'GET /api/admin/requests',
  );
  const found = firstOf(
    waiting.filter(({ id }) => id === requestId),
    'the request is not among those that wait for a decision',
  );
  display.outcome(`finds ${found.title}, asked for by ${found.username}`);
  const approved = await admin.does<RequestAnswer>('approves', `POST /api/admin/requests/${requestId}/approve`);

  display.heading(`The status of ${film.title}, as the server reports it to ${member.name}`);
  display.note('(the server reads the download queue every ten seconds, so the bar moves in steps)\n');
  display.state('asked', `${asked.status}: ${asked.message}`);
  display.state('approved', `${approved.status}: ${approved.message}`);
  await followRequest(display, { who: member, title: film.title, requestId });

  display.heading('Everybody sees it');
  const { status } = await admin.does<{ status: string }>(
    `looks: where does ${film.title} stand?`,
    `GET /api/requests/${film.id}/status?media_type=movie`,
  );
  display.outcome(status);
  return film;
}

/** The household pairs its Apple TV, and a member has the film shown on it. */
export async function showOnTelevision({ display, admin, member }: Scene, film: FoundFilm): Promise<void> {
  display.heading('The film is shown on the television');
  const search = 'POST /api/setboxes/discover';
  const { devices } = await admin.does<{ devices: readonly FoundBox[] }>('looks for boxes at home', search, {});
  const { name, address, identifier } = firstOf(devices, 'the search found no box');
  display.outcome(`finds ${name}`);
  const pairings = '/api/setboxes/pairings';
  const found = { name, address, identifier };
  const pairing = await admin.does<{ id: string }>('pairs it: it shows a PIN', `POST ${pairings}`, found);
  const typed = { pin: DEN.pin };
  const { id } = await admin.does<{ id: string }>('types the PIN', `POST ${pairings}/${pairing.id}/complete`, typed);
  const users = { user_ids: [member.userId] };
  await admin.does(`lets ${member.person.name} open titles on it`, `PUT /api/setboxes/${id}/grants`, users);

  const sent = await member.person.does<{ confirmation_id: string }>(
    'presses the button on the film’s page',
    `POST /api/setboxes/${id}/open`,
    { media_type: 'movie', tmdb_id: film.id },
  );
  const confirmation = { confirmation_id: sent.confirmation_id };
  const confirm = `POST /api/setboxes/${id}/confirm-open`;
  await member.person.does('says that it is not there yet', confirm, confirmation);
  display.outcome('its page is on the screen');
}
