import { movieResource } from '../../fakes/radarr/radarr-film.js';
import type { RadarrFake } from '../../fakes/radarr/radarr-fake.js';
import type { Canaries, Canary } from './canaries.js';

type Place = readonly [string, (canary: Canary) => string];

/** Names of members that hold credentials, exactly and by their ends, in every spelling. Source: doc 3 §4.3, object keys. */
const NAMES = `
  auth Auth cookie Set-Cookie setCookie apiKey api_key ApiKey APIKEY api-key radarrApiKey password Password plexPassword
  passwd passphrase privateKey private_key secretAccessKey secretKey secret clientSecret token access_token X-Plex-Token
  authorization Proxy-Authorization credential credentials passkey Pass_Key torrentPass rssKey uploadPass
`;

/** Names of parameters of addresses. Source: doc 3 §4.3, query parameters. */
const PARAMETERS = `
  apikey api_key ApiKey key KEY sig signature X-Amz-Signature authkey accesskey AWSAccessKeyId X-Amz-Credential
  signingKey token access_token password auth %61pikey passkey torrent_pass rsskey upload_pass pass pwd
`;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Everywhere in a film where a credential can stand that nobody but its manager may know, as a member of its JSON. */
const PLACES: readonly Place[] = [
  ...words(NAMES).map((name): Place => [`member ${name}`, ({ inJson }) => `"${name}":"${inJson}"`]),
  ['member with white space', ({ inJson }) => `"api key":"${inJson}"`],
  ['member with an escaped name', ({ inJson }) => `"api\\u004bey":"${inJson}"`],
  ['member whose value is escaped', ({ plain }) => `"token":"${escaped(plain)}"`],
  ['first of two members', ({ inJson }) => `"password":"${inJson}","password":""`],
  ['second of two members', ({ inJson }) => `"password":"","password":"${inJson}"`],
  ['list of a credential', ({ inJson }) => `"refreshToken":[["${inJson}"]]`],
  ['object of a credential', ({ inJson }) => `"credentials":{"a":{"b":[{"c":"${inJson}"}]}}`],
  ['name of a member of a credential', ({ inJson }) => `"secret":{"${inJson}":1}`],
  ['deep below', ({ inJson }) => `"deep":[{"a":{"b":[{"c":{"apiKey":"${inJson}"}}]}}]`],
  ['pair', ({ inJson }) => `"fields":[{"name":"apiKey","value":"${inJson}"}]`],
  ['pair, value first', ({ inJson }) => `"fields":[{"value":"${inJson}","order":1,"name":"password"}]`],
  ['pair by key', ({ inJson }) => `"headers":[{"key":"Authorization","value":"Bearer ${inJson}"}]`],
  ['pair in other spellings', ({ inJson }) => `"fields":[{"Name":"Signing-Key","VALUE":"${inJson}"}]`],
  ['pair of two labels', ({ inJson }) => `"fields":[{"name":"host","name":"sig","value":"${inJson}"}]`],
  ['first value of a pair', ({ inJson }) => `"fields":[{"value":"${inJson}","name":"token","value":1}]`],
  ['pair of an object', ({ inJson }) => `"fields":[{"name":"auth","value":{"user":"ana","is":["${inJson}"]}}]`],
  ['pair with an escaped label', ({ inJson }) => `"fields":[{"name":"api\\u004bey","value":"${inJson}"}]`],
  ...words(PARAMETERS).map((name): Place => [
    `parameter ${name}`,
    ({ inAddress }) => `"remotePoster":"https://art.test/7.jpg?size=2&${name}=${inAddress}&v=1"`,
  ]),
  ['parameter of a relative address', ({ inAddress }) => `"url":"/MediaCover/7/a.jpg?apikey=${inAddress}"`],
  ['first of two parameters', ({ inAddress }) => `"url":"/a.jpg?apikey=${inAddress}&apikey=2"`],
  ['second of two parameters', ({ inAddress }) => `"url":"/a.jpg?apikey=1&ApiKey=${inAddress}"`],
  ['parameter after a semicolon', ({ inAddress }) => `"url":"/a.jpg?a=1;apikey=${inAddress}"`],
  ['parameter in HTML', ({ inAddress }) => `"overview":"<a href='/a?b=1&amp;apikey=${inAddress}'>"`],
  ['parameter of a fragment', ({ inAddress }) => `"url":"/a#access_token=${inAddress}"`],
  ['parameter in prose', ({ inAddress }) => `"overview":"See (https://x.test/?token=${inAddress}) for more."`],
  ['escaped address', ({ inAddress }) => `"website":"https:\\/\\/x.test\\/?api\\u006bey\\u003d${inAddress}"`],
  ['address in an address', ({ inAddress }) => `"url":"/go?to=${nested(`https://x.test/?apikey=${inAddress}`, 1)}"`],
  ['address three deep', ({ inAddress }) => `"url":"/go?to=${nested(`https://x.test/?sig=${inAddress}`, 3)}"`],
  ['userinfo', ({ inAddress }) => `"website":"https://ana:${inAddress}@x.test/"`],
  ['user alone', ({ inAddress }) => `"website":"https://${inAddress}@x.test/"`],
  ['userinfo of a path', ({ inAddress }) => `"rootFolderPath":"smb://usher:${inAddress}@nas/films"`],
  ['userinfo without a scheme', ({ inAddress }) => `"folderName":"//usher:${inAddress}@nas/films"`],
  ['userinfo in prose', ({ inAddress }) => `"overview":"From ftp://ana:${inAddress}@x.test/a and back."`],
  ['userinfo with other slashes', ({ inAddress }) => `"url":"http:\\\\\\\\ana:${inAddress}@x.test\\\\a"`],
  ['escaped userinfo', ({ inAddress }) => `"url":"http:\\/\\/ana:${inAddress}\\u0040x.test"`],
  ['second userinfo', ({ inAddress }) => `"url":"http://x.test/ and http://ana:${inAddress}@y.test/"`],
  ['userinfo in an address', ({ inAddress }) => `"url":"/go?to=${nested(`https://ana:${inAddress}@x.test/`, 1)}"`],
  ['name of a member', ({ inAddress }) => `"https://ana:${inAddress}@x.test/?a=1":true`],
];

/**
 * What a row of history or of a queue holds of its release, in the members in which managers write it. Sources: the
 * managers' own examples of pages; the addresses are laid out as indexers and trackers do.
 */
const OF_RELEASES: readonly Place[] = [
  ['newznab’s nzbInfoUrl', ({ inAddress }) => `"nzbInfoUrl":"https://nzb.test/details/ab12?i=12&r=${inAddress}"`],
  ['newznab’s downloadUrl', ({ inAddress }) => `"downloadUrl":"https://nzb.test/getnzb/ab12.nzb&i=12&r=${inAddress}"`],
  ['newznab’s API', ({ inAddress }) => `"downloadUrl":"https://nzb.test/api?t=get&id=ab12&apikey=${inAddress}"`],
  ['an aggregator’s', ({ inAddress }) => `"downloadUrl":"https://hub.test/2/download?apikey=${inAddress}&link=abc"`],
  ['a gazelle’s', ({ inAddress }) => `"downloadUrl":"https://t.test/ajax.php?id=7&torrent_pass=${inAddress}"`],
  ['a feed’s', ({ inAddress }) => `"guid":"https://t.test/t.rss?u=12;tp=${inAddress}"`],
  ['an announced release’s guid', ({ inAddress }) => `"guid":"https://t.test/download.php?id=7&passkey=${inAddress}"`],
  [
    'a key in a path',
    ({ inAddress }) => `"downloadUrl":"https://t.test/rss/download/7/${inAddress}/Film.2024.torrent"`,
  ],
  ['a key behind an id', ({ inAddress }) => `"downloadUrl":"https://t.test/torrent/download/7.${inAddress}"`],
  ['a client’s page', ({ inAddress }) => `"downloadClientInfoUrl":"http://ana:${inAddress}@client.test/details/7"`],
  [
    'a magnet’s tracker',
    ({ inAddress }) =>
      `"magnetUrl":"magnet:?xt=urn:btih:9f2c&tr=${encodeURIComponent(`https://t.test/announce?passkey=${inAddress}`)}"`,
  ],
];

/** Headers of an answer that hold what only a manager may know. Source: doc 3 §4.3, response headers. */
const HEADERS: readonly (readonly [string, (inAddress: string) => string])[] = [
  ['X-Api-Key', (secret) => secret],
  ['Set-Cookie', (secret) => `session=${secret}; Path=/; HttpOnly`],
  ['Authorization', (secret) => `Bearer ${secret}`],
  ['X-Session-Token', (secret) => secret],
  ['X-Signature', (secret) => secret],
  ['Content-Location', (secret) => `/api/v3/movie?apikey=${secret}`],
  ['Link', (secret) => `<https://ana:a@x.test/?apikey=${secret}&page=2>; rel="next"`],
  ['Refresh', (secret) => `5; url=/api/v3/movie?token=${secret}`],
  ['X-Seen-At', (secret) => `https://ana:${secret}@x.test/`],
];

/** The films of a manager, with a canary in every place that a film has. */
export class CanaryFilms {
  private readonly members: readonly string[];
  private readonly ofReleases: readonly string[];
  /** What every answer says beside its body. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    private readonly radarr: RadarrFake,
    canaries: Canaries,
  ) {
    this.members = PLACES.map(([place, member]) => member(canaries.plant(place)));
    this.ofReleases = OF_RELEASES.map(([place, member]) => member(canaries.plant(place)));
    const headers = HEADERS.map(([name, of]) => [name, of(canaries.plant(`header ${name}`).inAddress)] as const);
    this.headers = Object.fromEntries(headers);
  }

  /** A film as its manager writes it, and everything that a film can give away, or some of it. */
  film(tmdbId: number, members = this.members): string {
    const movie = this.radarr.movie(tmdbId) ?? this.radarr.given.movie({ tmdbId, certification: 'G', hasFile: true });
    return `${JSON.stringify(movieResource(movie.film, movie)).slice(0, -1)},${members.join(',')}}`;
  }

  /** A list of so many films. Each holds a tenth of it, in turn. */
  list(count: number): string {
    return `[${Array.from({ length: count }, (_, at) => this.film(at + 1, this.tenth(at % 10))).join(',')}]`;
  }

  /** A page of records, each a film and a row of one. */
  page(count: number): string {
    const records = Array.from({ length: count }, (_, at) => {
      const film = this.film(at + 1);
      return `${film.slice(0, -1)},"movieId":${at + 1},"movie":${film},${this.rowOfRelease(at)}}`;
    });
    return `{"page":1,"pageSize":${count},"totalRecords":${count},"records":[${records.join(',')}],${this.members.join(',')}}`;
  }

  /** What makes a record a row of history that says how its release was grabbed. */
  private rowOfRelease(at: number): string {
    const data = `"indexer":"DemoTracker","releaseGroup":"DEMO","ageHours":"12.5","size":"8123456789"`;
    const member = this.ofReleases[at % this.ofReleases.length];
    return (
      `"sourceTitle":"Harbor.Lights.2024.1080p","eventType":"grabbed","protocol":"torrent","outputPath":"/downloads/7",` +
      `"downloadId":"0A1B2C3D4E5F60718293A4B5C6D7E8F901234567","data":{${data},${member},"publishedDate":"2026-03-02"}`
    );
  }

  /** What a manager says of a failure, with all that it can give away. */
  failure(): string {
    return `{"message":"It failed.","description":"at Movie.Read()",${this.members.join(',')}}`;
  }

  private tenth(which: number): readonly string[] {
    return this.members.filter((_, at) => at % 10 === which);
  }
}

function escaped(text: string): string {
  return [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}

function nested(address: string, depth: number): string {
  const encoded = encodeURIComponent(address);
  return depth === 1 ? encoded : encodeURIComponent(`https://x.test/go?to=${nested(address, depth - 1)}`);
}
