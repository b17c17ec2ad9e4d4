import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DelugeClient } from '../../src/clients/deluge/deluge.client.js';
import type { DownloadClient } from '../../src/clients/downloads/download-client.js';
import { NzbgetClient } from '../../src/clients/nzbget/nzbget.client.js';
import { QbittorrentClient } from '../../src/clients/qbittorrent/qbittorrent.client.js';
import { RutorrentClient } from '../../src/clients/rutorrent/rutorrent.client.js';
import { TransmissionClient } from '../../src/clients/transmission/transmission.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { SystemClock } from '../../src/core/time/clock.js';
import { freePort, RealPrograms, until } from './real-program.js';
import { scgiBridge } from './scgi-bridge.js';
import { torrentFile, type TorrentFile } from './torrent-file.js';

/** Who has a torrent, and how fast it may come. */
export interface TorrentSource {
  readonly peer: string;
  readonly bytesASecond: number;
}

/** A download client that runs in a scratch folder on loopback. */
export interface RealClient {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Where it listens for peers; absent of usenet clients. */
  readonly peerPort?: number;
  /** Where it puts what it loads. */
  readonly downloads: string;
  readonly clientWith: (password: string) => DownloadClient;
  /** @returns the id that the client has for it */
  readonly add: (name: string, torrent?: TorrentFile, source?: TorrentSource) => Promise<string>;
  readonly stop: () => Promise<void>;
}

const USERNAME = 'household';
const PASSWORD = 'adminadmin';
const outside = { clock: new SystemClock(), log: silentLog };

/** Two megabytes that are never loaded, since nobody has them. */
const torrentOf = (name: string) => torrentFile(name, Buffer.alloc(2 * 1024 * 1024, name));

const basic = `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`;

/** Calls a program as a tool of the household would, to give it something to load. */
async function post(
  url: string,
  body: string | FormData | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(url, { method: 'POST', body, headers });
  if (!answer.ok && answer.status !== 409) throw new Error(`${url} answered ${answer.status}`);
  return answer;
}

async function inScratch(
  start: (
    programs: RealPrograms,
    downloads: string,
  ) => Promise<Omit<RealClient, 'downloads' | 'stop'> & { end?: () => Promise<void> }>,
): Promise<RealClient> {
  const programs = new RealPrograms();
  const downloads = join(programs.folder, 'downloads');
  mkdirSync(downloads);
  try {
    const { end, ...client } = await start(programs, downloads);
    const stop = async () => {
      await end?.();
      await programs.stop();
    };
    return { ...client, downloads, stop };
  } catch (error) {
    await programs.stop();
    throw error;
  }
}

/** qBittorrent without a window. Its user is `admin` until somebody changes that. */
export const realQbittorrent = () =>
  inScratch(async (programs, downloads) => {
    const [port, peerPort] = [await freePort(), await freePort()];
    const username = 'admin';
    const folder = join(programs.folder, 'qBittorrent', 'config');
    mkdirSync(folder, { recursive: true });
    const session = [`Session\\Port=${peerPort}`, 'Session\\DHTEnabled=false', 'Session\\LSDEnabled=false'];
    const web = [`WebUI\\Port=${port}`, 'WebUI\\Address=127.0.0.1', `Downloads\\SavePath=${downloads}`];
    const written = ['[LegalNotice]', 'Accepted=true', '[BitTorrent]', ...session, '[Preferences]', ...web];
    writeFileSync(join(folder, 'qBittorrent.conf'), `${written.join('\n')}\n`);
    programs.start('qbittorrent-nox', [`--profile=${programs.folder}`, `--webui-port=${port}`]);
    await programs.listens(port);
    const url = `http://127.0.0.1:${port}`;
    const add = async (name: string, file = torrentOf(name), source?: TorrentSource) => {
      const signedIn = await post(`${url}/api/v2/auth/login`, new URLSearchParams({ username, password: PASSWORD }));
      const headers = { cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '' };
      const form = new FormData();
      form.set('torrents', new Blob([new Uint8Array(file.bytes)]), `${name}.torrent`);
      if (source) form.set('dlLimit', String(source.bytesASecond));
      await post(`${url}/api/v2/torrents/add`, form, headers);
      if (source) {
        const peers = new URLSearchParams({ hashes: file.hash, peers: source.peer });
        // A torrent is there a moment after it was taken.
        const isTaken = async () => (await post(`${url}/api/v2/torrents/addPeers`, peers, headers)).ok;
        await until(() => isTaken().catch(() => false), 'qBittorrent knows the peer');
      }
      return file.hash;
    };
    const clientWith = (password: string) =>
      new QbittorrentClient({ url, credentials: { username, password: Secret.of(password) }, ...outside });
    return { url, username, password: PASSWORD, peerPort, clientWith, add };
  });

/** Transmission's daemon. */
export const realTransmission = () =>
  inScratch(async (programs, downloads) => {
    const [port, peerPort] = [await freePort(), await freePort()];
    const places = ['-g', join(programs.folder, 'config'), '-w', downloads];
    const access = ['--auth', '-u', USERNAME, '-v', PASSWORD, '-p', String(port), '-P', String(peerPort)];
    const alone = ['--no-dht', '--no-lpd', '--no-portmap', '-a', '127.0.0.1'];
    programs.start('transmission-daemon', ['-f', ...places, ...access, ...alone]);
    await programs.listens(port);
    const url = `http://127.0.0.1:${port}`;
    const add = async (name: string, { bytes, hash } = torrentOf(name)) => {
      const body = JSON.stringify({ method: 'torrent-add', arguments: { metainfo: bytes.toString('base64') } });
      const rpc = `${url}/transmission/rpc`;
      const greeted = await post(rpc, body, { authorization: basic });
      const id = greeted.headers.get('x-transmission-session-id') ?? '';
      await post(rpc, body, { authorization: basic, 'x-transmission-session-id': id });
      return hash;
    };
    const clientWith = (password: string) =>
      new TransmissionClient({ url, credentials: { username: USERNAME, password: Secret.of(password) }, ...outside });
    return { url, username: USERNAME, password: PASSWORD, peerPort, clientWith, add };
  });

/** Deluge: its daemon, and the web interface that knows this daemon alone. */
export const realDeluge = () =>
  inScratch(async (programs) => {
    const [port, daemon] = [await freePort(), await freePort()];
    const config = join(programs.folder, 'config');
    mkdirSync(config);
    const own = 'of-the-daemon';
    writeFileSync(join(config, 'auth'), `localclient:${own}:10\n`);
    const hosts = { hosts: [['0123456789abcdef0123456789abcdef', '127.0.0.1', daemon, 'localclient', own]] };
    writeFileSync(join(config, 'hostlist.conf'), JSON.stringify({ file: 3, format: 1 }) + JSON.stringify(hosts));
    programs.start('deluged', ['-d', '-c', config, '-L', 'none', '-u', '127.0.0.1', '-p', String(daemon)]);
    await programs.listens(daemon);
    programs.start('deluge-web', ['-d', '-c', config, '-L', 'none', '-i', '127.0.0.1', '-p', String(port)]);
    await programs.listens(port);
    const url = `http://127.0.0.1:${port}`;
    // As Debian ships it.
    const password = 'deluge';
    const call = async (method: string, params: readonly unknown[], cookie = '') =>
      post(`${url}/json`, JSON.stringify({ id: 1, method, params }), { 'content-type': 'application/json', cookie });
    const add = async (name: string) => {
      const { bytes, hash } = torrentOf(name);
      const cookie = (await call('auth.login', [password])).headers.get('set-cookie')?.split(';')[0] ?? '';
      await call('core.add_torrent_file', [`${name}.torrent`, bytes.toString('base64'), {}], cookie);
      return hash;
    };
    const clientWith = (secret: string) => new DelugeClient({ url, password: Secret.of(secret), ...outside });
    return { url, username: '', password, clientWith, add };
  });

/** rTorrent, behind a bridge from HTTP to SCGI that asks for no credential. */
export const realRtorrent = () =>
  inScratch(async (programs, downloads) => {
    const port = await freePort();
    const session = join(programs.folder, 'session');
    mkdirSync(session);
    const settings = [
      ...['system.daemon.set = true', `network.scgi.open_port = 127.0.0.1:${port}`, 'dht.mode.set = disable'],
      ...[`directory.default.set = ${downloads}`, `session.path.set = ${session}`, 'network.port_open.set = no'],
    ];
    const file = join(programs.folder, 'rtorrent.rc');
    writeFileSync(file, `${settings.join('\n')}\n`);
    programs.start('rtorrent', ['-n', '-o', `import=${file}`]);
    await programs.listens(port);
    const { url, stop } = await scgiBridge(port);
    const add = async (name: string) => {
      const { bytes, hash } = torrentOf(name);
      const params = ['<string></string>', `<base64>${bytes.toString('base64')}</base64>`];
      const written = params.map((value) => `<param><value>${value}</value></param>`).join('');
      await post(
        url,
        `<?xml version="1.0"?><methodCall><methodName>load.raw_start</methodName><params>${written}</params></methodCall>`,
      );
      return hash.toUpperCase();
    };
    const clientWith = () => new RutorrentClient({ url, credentials: null, ...outside });
    return { url, username: '', password: '', clientWith, add, end: stop };
  });

const nzbOf = (name: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><nzb xmlns="http://www.newzbin.com/DTD/2003/nzb"><file poster="p" ` +
  `date="1763630000" subject="&quot;${name}.bin&quot; yEnc (1/1)"><groups><group>alt.test</group></groups>` +
  `<segments><segment bytes="400000000" number="1">${name}@nowhere.invalid</segment></segments></file></nzb>`;

/** NZBGet without a news server. */
export const realNzbget = () =>
  inScratch(async (programs, downloads) => {
    const port = await freePort();
    const settings = {
      MainDir: programs.folder,
      DestDir: downloads,
      WebDir: '/usr/share/nzbget/webui',
      ControlIP: '127.0.0.1',
      ControlPort: port,
      ControlUsername: USERNAME,
      ControlPassword: PASSWORD,
      OutputMode: 'log',
      LogFile: join(programs.folder, 'nzbget.log'),
    };
    const file = join(programs.folder, 'nzbget.conf');
    writeFileSync(
      file,
      Object.entries(settings)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    );
    programs.start('nzbget', ['-c', file, '-s']);
    await programs.listens(port);
    const url = `http://127.0.0.1:${port}`;
    const add = async (name: string) => {
      const encoded = Buffer.from(nzbOf(name)).toString('base64');
      const params = [`${name}.nzb`, encoded, 'usher', 0, false, false, '', 0, 'ALL', [{ drone: `drone-${name}` }]];
      const answer = await post(`${url}/jsonrpc`, JSON.stringify({ method: 'append', params }), {
        authorization: basic,
      });
      return String(((await answer.json()) as { result: number }).result);
    };
    const clientWith = (password: string) =>
      new NzbgetClient({ url, username: USERNAME, password: Secret.of(password), ...outside });
    return { url, username: USERNAME, password: PASSWORD, clientWith, add };
  });
