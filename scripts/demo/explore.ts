import { FREE_ALBUM } from './albums.js';
import { FREE_BOOK } from './books.js';
import type { ClientTask } from './client-protocol.js';
import { FREE_FILM } from './films.js';
import type { Household } from './household.js';
import { ADMIN, MEMBER } from './people.js';

/** Where the server and the simulated systems are that people may want to look at. */
export function addressText(
  { tmdb, plex, oidc, pushGateway, postsUrl }: Household,
  { serverUrl, libraries, mediaServers }: ClientTask,
): string {
  const addresses = [
    ['Server', `${serverUrl}  (a process of its own, with a new database)`],
    ...[...libraries, ...mediaServers].map(({ product, url, apiKey }) => [
      `Simulated ${product}`,
      `${url}  (API key ${apiKey})`,
    ]),
    ['Simulated TMDB', tmdb.apiUrl],
    ['Simulated Plex', plex.url],
    ['Simulated OpenID', oidc.url],
    ['Simulated Discord', `${postsUrl}  (what was posted)`],
    ['Simulated push gateway', pushGateway.url],
    ['Simulated Apple TV', 'behind the program of SETBOX_HELPER'],
  ];
  return addresses.map(([name = '', address = '']) => `  ${name.padEnd(25)}${address}`).join('\n');
}

/** Sign-ins, and calls to try. The calls need a shell with curl, and follow each other. */
export function exploreText(addresses: string, serverUrl: string, memberLink: string): string {
  const [film, book, album] = [FREE_FILM, FREE_BOOK, FREE_ALBUM];
  const token = new URL(memberLink).searchParams.get('token') ?? '';
  const signIn = (route: string, body: object): string =>
    `$(curl -s $usher/api/auth/${route} --json '${JSON.stringify(body)}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
  return `
The server stays up: look around

${addresses}
  Administrator            ${ADMIN.name}, password ${ADMIN.password}
  Member                   ${MEMBER.name}, by a link that works once:
                           ${memberLink}

Arrivals are posted within two minutes.

Open ${serverUrl} in a browser and sign in as the administrator to search, to request and to approve there, or call it
from a shell.

To ask for ${film.title} yourself, sign in as both (an access token lives for 15 minutes):

  usher=${serverUrl}
  admin=${signIn('login', { username: ADMIN.name, password: ADMIN.password })}
  member=${signIn('connect', { token, device_name: 'curl' })}

and then, line by line:

  curl -s "$usher/api/search?query=${encodeURIComponent(film.title.toLowerCase())}" -H "Authorization: Bearer $member"
  curl -s $usher/api/requests -H "Authorization: Bearer $member" --json '{"media_type":"movie","tmdb_id":${film.tmdbId}}'
  curl -s "$usher/api/requests/${film.tmdbId}/status?media_type=movie" -H "Authorization: Bearer $member"
  curl -s $usher/api/me/request-quotas -H "Authorization: Bearer $member"
  curl -s $usher/api/admin/requests/history -H "Authorization: Bearer $admin"

or for an ebook and an album:

  curl -s $usher/api/requests -H "Authorization: Bearer $member" --json '{"media_type":"book","foreign_id":"hc:${book.id}","title":"${book.title}","book_format":"ebook"}'
  curl -s "$usher/api/requests/book-status?foreign_id=hc:${book.id}" -H "Authorization: Bearer $member"
  curl -s $usher/api/requests -H "Authorization: Bearer $member" --json '{"media_type":"music","foreign_id":"${album.id}","title":"${album.title}"}'
  curl -s "$usher/api/requests/music-status?foreign_id=${album.id}" -H "Authorization: Bearer $member"

or look at what else there is to discover:

  curl -s $usher/api/listprov/trending -H "Authorization: Bearer $member"
  curl -s "$usher/api/discover/music/search?query=orbits" -H "Authorization: Bearer $member"
  curl -s "$usher/api/discover/music/genre?genre=classical" -H "Authorization: Bearer $member"
  curl -s $usher/api/discover/music/new-releases -H "Authorization: Bearer $member"
  curl -s $usher/api/discover/books/trending -H "Authorization: Bearer $member"

or at the accounts on media servers, switched off as they are now:

  curl -s $usher/api/admin/media-servers/accounts -H "Authorization: Bearer $admin"
  curl -s $usher/api/media-servers -H "Authorization: Bearer $member"

Ctrl+C ends everything and removes what was written.
`;
}
