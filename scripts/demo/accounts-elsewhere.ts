import type { AudiobookshelfFake } from '../../test/fakes/audiobookshelf/audiobookshelf-fake.js';
import type { MediaBrowserFake } from '../../test/fakes/mediabrowser/mediabrowser-fake.js';
import type { OidcFake } from '../../test/fakes/oidc/oidc-fake.js';
import type { PlexFake } from '../../test/fakes/plex/plex-fake.js';
import { ADMIN, MEMBER, OIDC_FRIEND, PLEX_FRIEND } from './people.js';

/** Somebody who has an account on each media server, and none of ours. */
export const NEIGHBOUR = 'leo';

/** The Plex server of the household. */
export const PLEX_SERVER = '9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c';

/** The media servers have their libraries and the accounts of those who were there before. */
export function fillMediaServers(video: readonly MediaBrowserFake[], audiobookshelf: AudiobookshelfFake): void {
  for (const server of video) {
    server.given.account({ name: ADMIN.name, administrator: true });
    server.given.account({ name: NEIGHBOUR });
    server.given.library({ name: 'Movies', collectionType: 'movies' });
  }
  audiobookshelf.given.account({ username: NEIGHBOUR });
  audiobookshelf.given.library({ id: '3c9be1de-8f00-4d7e-8001-0a4d2b9c0001', name: 'Audiobooks' });
}

/** The administrator owns a server at Plex and shares it with a friend. People click on pages of Plex by two routes. */
export function fillPlex(plex: PlexFake): void {
  const owner = plex.given.person({ id: 3_100_451, username: ADMIN.name, email: 'ada@example.org' });
  const friend = plex.given.person({ id: 3_100_452, username: PLEX_FRIEND.name, email: PLEX_FRIEND.email });
  const member = plex.given.person({ id: 3_100_453, username: MEMBER.name, email: MEMBER.email });
  const libraries = [{ id: 121_001, title: 'Movies', type: 'movie' }];
  plex.given.device({ machineIdentifier: PLEX_SERVER, owner, name: 'Basement', libraries });
  plex.given.share(PLEX_SERVER, friend);
  for (const person of [owner, friend])
    plex.route(`POST /approve/${person.username}`, () => {
      plex.approve(person);
      return { status: 204 };
    });
  plex.route(`POST /accept/${member.username}`, () => {
    plex.accept(PLEX_SERVER, member);
    return { status: 204 };
  });
}

/** The OpenID provider knows one person. */
export function fillOidc(oidc: OidcFake): void {
  oidc.clientSecret = 'demo-oidc-secret';
  oidc.person = { sub: 'demo-nora', claims: { preferred_username: OIDC_FRIEND.name } };
}
