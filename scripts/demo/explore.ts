import type { PlayedServer } from './player.js';

/** What a person needs to look around in the household of the demo. */
export interface Surroundings {
  readonly serverUrl: string;
  readonly radarrUrl: string;
  readonly radarrKey: string;
  readonly sonarrUrl: string;
  readonly sonarrKey: string;
  readonly lidarrUrl: string;
  readonly lidarrKey: string;
  readonly chaptarrUrl: string;
  readonly chaptarrKey: string;
  readonly mediaServers: readonly PlayedServer[];
  readonly tmdbUrl: string;
  /** Shows what was posted in the chat. */
  readonly postsUrl: string;
  readonly adminName: string;
  readonly adminPassword: string;
  readonly memberName: string;
  /** Signs in as the member, once. */
  readonly memberLink: string;
  /** A film that nobody has asked for yet. */
  readonly film: { readonly tmdbId: number; readonly title: string };
  /** And a book, by its number in the book catalog. */
  readonly book: { readonly id: number; readonly title: string };
  /** And an album, by its release group. */
  readonly album: { readonly id: string; readonly title: string };
}

/** Addresses, sign-ins, and calls to try. The calls need a shell with curl, and follow each other. */
export function exploreText(around: Surroundings): string {
  const { serverUrl, adminName, adminPassword, memberName, memberLink, film, book, album } = around;
  const token = new URL(memberLink).searchParams.get('token') ?? '';
  const signIn = (route: string, body: object): string =>
    `$(curl -s $usher/api/auth/${route} --json '${JSON.stringify(body)}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
  const mediaServers = around.mediaServers.map(
    ({ product, url, apiKey }) => `  ${`Simulated ${product}`.padEnd(25)}${url}  (API key ${apiKey})`,
  );
  return `
The server stays up: look around

  Server                   ${serverUrl}
  Simulated Radarr         ${around.radarrUrl}  (API key ${around.radarrKey})
  Simulated Sonarr         ${around.sonarrUrl}  (API key ${around.sonarrKey})
  Simulated Lidarr         ${around.lidarrUrl}  (API key ${around.lidarrKey})
  Simulated Chaptarr       ${around.chaptarrUrl}  (API key ${around.chaptarrKey})
${mediaServers.join('\n')}
  Simulated TMDB           ${around.tmdbUrl}
  Simulated Discord        ${around.postsUrl}  (what was posted; arrivals follow within two minutes)
  Administrator            ${adminName}, password ${adminPassword}
  Member                   ${memberName}, by a link that works once:
                           ${memberLink}

Open ${serverUrl} in a browser and sign in as the administrator to search, to request and to approve there, or call it
from a shell.

To ask for ${film.title} yourself, sign in as both (an access token lives for 15 minutes):

  usher=${serverUrl}
  admin=${signIn('login', { username: adminName, password: adminPassword })}
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
  curl -s "$usher/api/discover/music/search?query=planets" -H "Authorization: Bearer $member"
  curl -s "$usher/api/discover/music/genre?genre=classical" -H "Authorization: Bearer $member"
  curl -s $usher/api/discover/music/new-releases -H "Authorization: Bearer $member"
  curl -s $usher/api/discover/books/trending -H "Authorization: Bearer $member"

or at the accounts on media servers, switched off as they are now:

  curl -s $usher/api/admin/media-servers/accounts -H "Authorization: Bearer $admin"
  curl -s $usher/api/media-servers -H "Authorization: Bearer $member"

Ctrl+C ends everything and removes what was written.
`;
}
