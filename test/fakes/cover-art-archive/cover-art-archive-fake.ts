import type { FakeAnswer } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';

/** A cover of the archive. */
interface GivenCover {
  readonly type?: string;
  readonly bytes?: Buffer;
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 2, 3, 4, 5, 6, 7]);

/**
 * The Cover Art Archive and the archive behind it: a cover lies behind two redirects there, or, for who has no TLS, behind
 * none.
 */
export class CoverArtArchiveFake extends FakeServer {
  private readonly covers = new Map<string, Required<GivenCover>>();

  /** Puts the state in place. */
  readonly given = {
    cover: (id: string, { type = 'image/jpeg', bytes = JPEG }: GivenCover = {}): void =>
      void this.covers.set(id, { type, bytes }),
    noCover: (id: string): void => void this.covers.delete(id),
  };

  /** @param redirects as the real archive does; false answers at once, where the hosts of redirects can't be had */
  constructor({ redirects = false }: { readonly redirects?: boolean } = {}) {
    super();
    this.route('GET /release-group/:id', ({ params }) => this.index(params.id ?? ''));
    this.route('GET /release-group/:id/:front', ({ params }) => {
      const id = params.id ?? '';
      if (!/^[0-9a-f-]{36}$/.test(id)) return { status: 400 };
      if (!this.covers.has(id)) return { status: 404 };
      if (!redirects) return this.picture(id);
      return moved(307, `https://archive.org/download/mbid-${id}/mbid-${id}-29179588000_thumb500.jpg`);
    });
    this.route('GET /download/:item/:file', ({ params }) =>
      moved(302, `https://dn721.us.archive.org/0/items/${params.item}/${params.file}?cnt=0`),
    );
    this.route('GET /0/items/:item/:file', ({ params }) => this.picture((params.item ?? '').replace(/^mbid-/, '')));
  }

  private picture(id: string): FakeAnswer {
    const cover = this.covers.get(id);
    return cover ? { body: cover.bytes, headers: { 'content-type': cover.type } } : { status: 404 };
  }

  private index(id: string): FakeAnswer {
    if (!this.covers.has(id)) return { status: 404 };
    const release = `55aa1200${id.slice(8)}`;
    const at = (size: string): string => `http://coverartarchive.org/release/${release}/29179588000${size}.jpg`;
    const thumbnails = { 250: at('-250'), 500: at('-500'), 1200: at('-1200'), small: at('-250'), large: at('-500') };
    const facts = { approved: true, back: false, comment: '', edit: 99001, front: true, id: 29179588000 };
    const image = { ...facts, image: at(''), thumbnails, types: ['Front'] };
    return { body: { images: [image], release: `https://musicbrainz.org/release/${release}` } };
  }
}

const moved = (status: number, location: string): FakeAnswer => ({ status, headers: { location } });
