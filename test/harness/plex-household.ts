import { PlexClient, type PlexAccount } from '../../src/clients/plex/plex.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { PlexFake } from '../fakes/plex/plex-fake.js';
import type { PlexPerson } from '../fakes/plex/plex-person.js';
import { MovedClock } from './moved-clock.js';

/** The machine of {@link PlexHousehold}. */
export const BASEMENT = 'basement';

/** The ids of its libraries that shares name. */
export const [MOVIES, SHOWS] = ['121001', '121002'] as const;

/** Mara, who owns a server with two libraries, and Otto. */
export interface PlexHousehold {
  readonly fake: PlexFake;
  readonly mara: PlexPerson;
  readonly otto: PlexPerson;
  /** Mara's, signed in with the token `planted-hub-token-1`. */
  readonly account: PlexAccount;
}

/** Starts a fake of Plex with this household; the caller stops it. */
export async function openPlexHousehold(): Promise<PlexHousehold> {
  const clock = new MovedClock();
  const fake = await new PlexFake(() => clock.now()).start();
  const mara = fake.given.person({ id: 3_100_451, username: 'mara', email: 'mara@example.org' });
  const otto = fake.given.person({ id: 3_100_452, username: 'otto', email: 'otto@example.org' });
  const libraries = [
    { id: Number(MOVIES), title: 'Movies', type: 'movie' },
    { id: Number(SHOWS), title: 'TV Shows', type: 'show' },
  ];
  fake.given.device({ machineIdentifier: BASEMENT, owner: mara, name: 'Bäsement', libraries });
  const identity = { clientIdentifier: 'client-1', product: 'Usher', version: '1.2.3' };
  const client = new PlexClient({ url: fake.url, identity, clock, log: silentLog });
  await client.beginPin();
  return { fake, mara, otto, account: client.as(Secret.of(fake.approve(mara))) };
}
