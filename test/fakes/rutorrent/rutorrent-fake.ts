import { type FakeAnswer, type FakeRequest, FakeServer } from '../fake-server.js';

/** Where {@link RutorrentFake} answers: XML-RPC itself, or what a ruTorrent lets through below its root. */
export const RUTORRENT_PLACES = {
  rpc2: 'POST /RPC2',
  plugin: 'POST /rutorrent/plugins/httprpc/action.php',
} as const;

/** A torrent of the fake, by the commands that tell of it. */
export type RtorrentRow = Readonly<Record<string, string | number>> & { readonly 'd.hash=': string };

/** One call, as it was received: its method and its texts, in their order. */
export type RtorrentAsked = readonly [method: string, ...texts: string[]];

interface RutorrentFakeOptions {
  readonly place: keyof typeof RUTORRENT_PLACES;
  /** `user:password`, where the web server asks for them. */
  readonly credentials?: string;
}

/** The values of a torrent for which a test gives only a hash. Source: rtorrent.multicall2.response. */
const BY_ITSELF = {
  'd.name=': 'Northern.Relay.S02E02',
  'd.size_bytes=': 1_610_612_736,
  'd.left_bytes=': 402_653_184,
  'd.down.rate=': 3_145_728,
  'd.is_open=': 1,
  'd.is_active=': 1,
  'd.complete=': 0,
  'd.message=': '',
  'd.custom1=': 'sonarr',
  'd.base_path=': '/downloads/x',
  'd.is_hash_checking=': 0,
};

/** Beside it, of a newer one. Source: docs/upstreams/rutorrent.md. */
const NEWER = { 'd.peers_connected=': 4, 'd.load_date=': 1_795_752_135, 'd.timestamp.finished=': 0, 'd.is_meta=': 0 };

/** A fault, as rTorrent writes one: the text tells what went wrong. */
const fault = (code: number, words: string): string =>
  `<struct>\n<member><name>faultCode</name>\n<value><i4>${code}</i4></value></member>\n` +
  `<member><name>faultString</name>\n<value><string>${words}</string></value></member>\n</struct>`;

const UNKNOWN_METHOD = fault(-506, "Method 'canary' not defined");
const NO_SUCH = fault(-501, 'Could not find info-hash. /canary');

/**
 * rTorrent behind a web server. A command that it doesn't know fails a whole list, and a torrent that it doesn't have one
 * call. Source: download-clients facts; docs/upstreams/rutorrent.md.
 */
export class RutorrentFake extends FakeServer {
  /** Does it know the commands of 0.9.8? */
  isNew = true;
  /** Leaves out the types that may be left out, and writes whole numbers shorter. */
  isTerse = false;
  readonly key: string;
  private readonly rows = new Map<string, RtorrentRow>();
  private readonly credentials: string | undefined;

  readonly given = {
    torrent: (row: RtorrentRow): string => {
      this.rows.set(row['d.hash='], { ...BY_ITSELF, ...(this.isNew && NEWER), ...row });
      return row['d.hash='];
    },
  };

  constructor({ place, credentials }: RutorrentFakeOptions) {
    super();
    this.credentials = credentials;
    this.key = RUTORRENT_PLACES[place];
    this.route(this.key, (request) => this.answer(request));
    // ruTorrent answers every other call with its page.
    if (place === 'plugin') this.route('POST /rutorrent', () => ({ body: '<!DOCTYPE html><html><title>ruTorrent' }));
  }

  /** The address that an administrator types. */
  get typed(): string {
    return `${this.url}${this.key === RUTORRENT_PLACES.rpc2 ? '/RPC2' : '/rutorrent'}`;
  }

  asked(method?: string): readonly RtorrentAsked[] {
    return this.calls(this.key)
      .map(({ body }) => askedIn(String(body)))
      .filter(([name]) => method === undefined || name === method);
  }

  /** The calls that change something. */
  get ordered(): readonly RtorrentAsked[] {
    return this.asked().filter(([name]) => !['system.client_version', 'd.multicall2'].includes(name));
  }

  row(hash: string): RtorrentRow | undefined {
    return this.rows.get(hash);
  }

  /** Somebody else removes a torrent. */
  forget(hash: string): void {
    this.rows.delete(hash);
  }

  protected override gate({ headers }: FakeRequest): FakeAnswer | undefined {
    if (this.credentials === undefined) return undefined;
    const expected = `Basic ${Buffer.from(this.credentials).toString('base64')}`;
    return headers.authorization === expected ? undefined : { status: 401, body: '<html>canary</html>' };
  }

  protected override unknownRoute(): FakeAnswer {
    return { status: 404, body: '<html>Not Found</html>' };
  }

  private answer({ body }: FakeRequest): FakeAnswer {
    const [method, ...texts] = askedIn(String(body));
    if (method === 'system.multicall') return this.value(this.eachOf(texts));
    const outcome = this.outcome(method, texts);
    if (outcome !== UNKNOWN_METHOD && outcome !== NO_SUCH) return this.value(outcome);
    return xml(`<methodResponse>\n<fault>\n<value>${outcome}</value>\n</fault>\n</methodResponse>`);
  }

  private outcome(method: string, texts: readonly string[]): string {
    if (method === 'system.client_version') return this.text('0.9.8');
    if (method === 'd.multicall2') return this.list(texts.slice(2));
    if (!/^d\.(stop|start|erase)$/.test(method)) return UNKNOWN_METHOD;
    const row = this.rows.get(texts[0] ?? '');
    if (!row) return NO_SUCH;
    if (method === 'd.erase') this.rows.delete(row['d.hash=']);
    else this.rows.set(row['d.hash='], { ...row, 'd.is_open=': 1, 'd.is_active=': method === 'd.start' ? 1 : 0 });
    return '<i4>0</i4>';
  }

  /** Of each call the answer in a list of its own, or its fault. */
  private eachOf(texts: readonly string[]): string {
    const outcomes: string[] = [];
    for (let at = 0; at + 1 < texts.length; at += 2) {
      const outcome = this.outcome(texts[at] ?? '', texts.slice(at + 1, at + 2));
      outcomes.push(outcome.startsWith('<struct>') ? outcome : arrayOf([outcome]));
    }
    return arrayOf(outcomes);
  }

  private list(commands: readonly string[]): string {
    const known = { ...BY_ITSELF, 'd.hash=': '', ...(this.isNew && NEWER) };
    if (!commands.every((command) => command in known)) return UNKNOWN_METHOD;
    const told = (value: string | number): string =>
      typeof value === 'number' ? `<${this.numbers}>${value}</${this.numbers}>` : this.text(value);
    return arrayOf([...this.rows.values()].map((row) => arrayOf(commands.map((command) => told(row[command] ?? 0)))));
  }

  private get numbers(): string {
    return this.isTerse ? 'int' : 'i8';
  }

  private text(plain: string): string {
    const escaped = plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return this.isTerse ? escaped : `<string>${escaped}</string>`;
  }

  private value(inner: string): FakeAnswer {
    return xml(`<methodResponse>\n<params>\n<param><value>${inner}</value></param>\n</params>\n</methodResponse>`);
  }
}

const xml = (document: string): FakeAnswer => ({
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`,
  headers: { 'content-type': 'text/xml' },
});

const arrayOf = (values: readonly string[]): string =>
  `<array><data>\n${values.map((value) => `<value>${value}</value>`).join('\n')}\n</data></array>`;

/** What a call asks for. */
export function askedIn(body: string): RtorrentAsked {
  const method = /<methodName>([^<]*)<\/methodName>/.exec(body)?.[1] ?? '';
  return [method, ...[...body.matchAll(/<string>([^<]*)<\/string>/g)].map(([, text]) => text ?? '')];
}
