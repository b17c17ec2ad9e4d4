import { firstOf } from './demo-failure.js';
import type { FoundFilm } from './film-story.js';
import { DEN } from './people.js';
import type { Scene } from './scene.js';

interface FoundBox {
  readonly name: string;
  readonly address: string;
  readonly identifier: string;
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
