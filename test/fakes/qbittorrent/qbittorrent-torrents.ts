/** A torrent of the fake, by the members that qBittorrent writes. */
export type QbittorrentRow = Record<string, unknown> & { readonly hash: string };

/** What a test says of a torrent; null writes null, and undefined leaves the member out. */
export type QbittorrentRowGiven = Readonly<Record<string, unknown>>;

/** Source: download-clients examples, qbittorrent.torrents.info. */
const FULL = {
  infohash_v2: '',
  name: 'Northern.Relay.S02E02.1080p.WEB-DL-DEMO',
  size: 1_610_612_736,
  total_size: 1_610_612_736,
  progress: 0.75,
  dlspeed: 3_145_728,
  upspeed: 0,
  priority: 1,
  num_seeds: 12,
  num_leechs: 3,
  ratio: 0.01,
  eta: 422,
  state: 'downloading',
  category: 'sonarr',
  tags: '',
  save_path: '/downloads/sonarr',
  content_path: '/downloads/sonarr/Northern.Relay.S02E02.1080p.WEB-DL-DEMO',
  added_on: 1_763_640_000,
  completion_on: -1,
  amount_left: 402_653_184,
  completed: 1_207_959_552,
  downloaded: 1_207_959_552,
  uploaded: 12_000_000,
  private: true,
};

/** What a torrent is once it is loaded. */
export const SEEDING = { state: 'uploading', progress: 1, amount_left: 0, eta: 8_640_000, dlspeed: 0 } as const;

let made = 0;

/** A torrent with a hash that no other has, where none is given. */
export function qbittorrentRow(given: QbittorrentRowGiven): QbittorrentRow {
  const hash = typeof given.hash === 'string' ? given.hash : (made += 1).toString(16).padStart(40, 'c');
  const row = { ...FULL, infohash_v1: hash, ...given, hash };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as QbittorrentRow;
}
