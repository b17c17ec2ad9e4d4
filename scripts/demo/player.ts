/** The media servers of the simulated household. */
export type ServerProduct = 'Jellyfin' | 'Emby' | 'Audiobookshelf' | 'Plex';

/** A media server that the household runs itself. */
export interface PlayedServer {
  readonly product: Exclude<ServerProduct, 'Plex'>;
  /** What the interface calls the kind. */
  readonly serviceType: string;
  readonly url: string;
  readonly apiKey: string;
  /** Where people open it. */
  readonly publicAddress: string;
}

interface SignIn {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
}

/** What such a program says of itself. */
const PLAYER = 'Client="Television", Device="Living room", DeviceId="demo-television", Version="1.0"';

/** How the programs of the product sign in, with which people watch and listen. */
export function signInOf(product: PlayedServer['product'], name: string, password: string): SignIn {
  const video = { path: '/Users/AuthenticateByName', body: { Username: name, Pw: password } };
  switch (product) {
    case 'Jellyfin':
      return { ...video, headers: { authorization: `MediaBrowser ${PLAYER}` } };
    case 'Emby':
      return { ...video, headers: { 'x-emby-authorization': `Emby ${PLAYER}` } };
    case 'Audiobookshelf':
      return { path: '/login', headers: {}, body: { username: name, password } };
  }
}

/** Somebody signs in on a media server, past Usher. @returns the status of the answer */
export async function signInAt(server: PlayedServer, name: string, password: string): Promise<number> {
  const { path, headers, body } = signInOf(server.product, name, password);
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.text();
  return answer.status;
}
