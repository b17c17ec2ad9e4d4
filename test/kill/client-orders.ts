import type { DownloadClientType } from '../../src/modules/instances/instances.public.js';
import type { RecordedCall } from '../fakes/fake-server.js';
import { askedIn } from '../fakes/rutorrent/rutorrent-fake.js';

/** What a call tells a download client to do. */
export interface ClientOrder {
  readonly action: 'pause' | 'resume' | 'remove';
  /** To which downloads, as the client writes their ids; null for everything. */
  readonly ids: readonly string[] | null;
}

/** What a call orders, read from the wire alone; null for one that only reads, or signs in. */
export function orderOf(kind: DownloadClientType, call: RecordedCall): ClientOrder | null {
  switch (kind) {
    case 'sabnzbd':
      return ofSabnzbd(call);
    case 'nzbget':
      return ofNzbget(call);
    case 'qbittorrent':
      return ofQbittorrent(call);
    case 'transmission':
      return ofTransmission(call);
    case 'deluge':
      return ofDeluge(call);
    case 'rutorrent':
      return ofRutorrent(call);
  }
}

const ACTIONS: Readonly<Record<string, ClientOrder['action']>> = {
  pause: 'pause',
  stop: 'pause',
  resume: 'resume',
  start: 'resume',
  delete: 'remove',
  remove: 'remove',
  erase: 'remove',
};

function order(verb: unknown, ids: unknown): ClientOrder | null {
  const action = ACTIONS[String(verb).toLowerCase()];
  if (!action) return null;
  return { action, ids: ids === null ? null : [ids].flat().map(String) };
}

function ofSabnzbd({ query: { mode, name, value } }: RecordedCall): ClientOrder | null {
  return mode === 'queue' ? order(name, value) : order(mode, null);
}

function ofNzbget({ body }: RecordedCall): ClientOrder | null {
  const { method, params } = body as { readonly method: string; readonly params: readonly unknown[] };
  if (method === 'editqueue') return order(String(params[0]).replace('Group', ''), params.at(-1));
  return order(/^(pause|resume)download$/.exec(method)?.[1], null);
}

function ofQbittorrent({ method, path, body }: RecordedCall): ClientOrder | null {
  const hashes = new URLSearchParams(String(body)).get('hashes') ?? '';
  const ids = hashes === 'all' ? null : hashes.split('|');
  return method === 'POST' ? order(path.split('/').at(-1), ids) : null;
}

function ofTransmission({ body }: RecordedCall): ClientOrder | null {
  const call = body as { readonly method: string } & Readonly<Record<string, { readonly ids?: unknown } | undefined>>;
  return order(/^torrent[-_](\w+)$/.exec(call.method)?.[1], (call.params ?? call.arguments)?.ids ?? null);
}

function ofDeluge({ body }: RecordedCall): ClientOrder | null {
  const { method, params } = body as { readonly method: string; readonly params: readonly unknown[] };
  return order(/^core\.(\w+)_torrents?$/.exec(method)?.[1], params[0]);
}

function ofRutorrent({ body }: RecordedCall): ClientOrder | null {
  const [method, ...texts] = askedIn(String(body));
  if (method !== 'system.multicall') return order(method.replace('d.', ''), texts.slice(0, 1));
  const [first = '', ...others] = texts.filter((_, at) => at % 2 === 0);
  // One call may order only one thing of many.
  if (others.some((one) => one !== first)) throw new Error('a call orders several things');
  return order(
    first.replace('d.', ''),
    texts.filter((_, at) => at % 2 === 1),
  );
}
