import { createHash } from 'node:crypto';

/** A torrent that no tracker knows: its file, and the hash by which clients know it. */
export interface TorrentFile {
  readonly name: string;
  /** 40 lower-case hexadecimal digits. */
  readonly hash: string;
  readonly bytes: Buffer;
}

const PIECE = 256 * 1024;

/** A tracker that isn't there: rTorrent takes no torrent without one. */
const NOBODY = 'http://127.0.0.1:9/announce';

const text = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([Buffer.from(`${bytes.length}:`), bytes]);
};

/** A torrent of one file with this content. Source: BEP 3. */
export function torrentFile(name: string, content: Buffer): TorrentFile {
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += PIECE) {
    pieces.push(
      createHash('sha1')
        .update(content.subarray(at, at + PIECE))
        .digest(),
    );
  }
  const info = Buffer.concat([
    ...[Buffer.from('d'), text('length'), Buffer.from(`i${content.length}e`), text('name'), text(name)],
    ...[text('piece length'), Buffer.from(`i${PIECE}e`), text('pieces'), text(Buffer.concat(pieces)), Buffer.from('e')],
  ]);
  const bytes = Buffer.concat([Buffer.from('d'), text('announce'), text(NOBODY), text('info'), info, Buffer.from('e')]);
  return { name, bytes, hash: createHash('sha1').update(info).digest('hex') };
}
