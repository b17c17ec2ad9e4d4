import { mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import { LidarrFake } from '../../fakes/lidarr/lidarr-fake.js';
import type { Answer, HttpClient } from '../../harness/http-client.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

/** A ticket as the wire has it. */
export interface Ticket {
  readonly url: string;
  readonly filename: string;
  readonly size_bytes: number;
  readonly expires_at: string;
}

/** A download that is under way. */
export interface Reading {
  readonly answer: IncomingMessage;
  /** Resolves with what has come, and whether it was all, once the connection is over. */
  readonly end: Promise<{ readonly bytes: number; readonly whole: boolean }>;
}

let films = 5_000;

/**
 * A household with a manager of each kind, whose paths are mapped to folders of one media root, and two members who hold
 * all of them.
 */
export class FilesHousehold {
  private readonly readers: ClientRequest[] = [];

  private constructor(
    readonly app: App,
    /** What lies here beside the root is outside. */
    readonly ground: string,
    readonly root: string,
    readonly admin: Session,
    readonly ana: Session,
    readonly ben: Session,
    readonly ids: Readonly<Record<'films' | 'series' | 'books' | 'music', string>>,
    readonly chaptarr: ChaptarrFake,
    readonly lidarr: LidarrFake,
  ) {}

  static async open(env: Readonly<Record<string, string>> = {}): Promise<FilesHousehold> {
    const ground = realpathSync(mkdtempSync(join(tmpdir(), 'usher-files-')));
    const root = join(ground, 'media');
    for (const folder of ['films', 'series', 'books', 'music']) mkdirSync(join(root, folder), { recursive: true });
    const app = await startApp({ env: { MEDIA_ROOTS: root, ...env } });
    const now = (): number => app.clock.now();
    const chaptarr = await new ChaptarrFake({ apiKey: app.secrets.plant('book key', 'planted-book-key'), now }).start();
    const lidarr = await new LidarrFake({ apiKey: app.secrets.plant('music key', 'planted-music-key'), now }).start();
    const admin = await app.setUpAdmin();
    const mapped = (arrPath: string, folder: string) => ({
      media_path_mappings: [{ arr_path: arrPath, service_path: join(root, folder) }],
    });
    const books = { service_type: 'book_manager', name: 'Books', url: chaptarr.url, api_key: chaptarr.apiKey };
    const music = { service_type: 'music_manager', name: 'Music', url: lidarr.url, api_key: lidarr.apiKey };
    const films = await app.connectRadarr(admin, mapped('/movies', 'films'));
    const series = await app.connectSonarr(admin, mapped('/tv', 'series'));
    const idOf = async (body: object): Promise<string> =>
      ((await admin.post('/api/instances', body)).body as { id: string }).id;
    const ids = {
      films,
      series,
      books: await idOf({ ...books, ...mapped('/books', 'books') }),
      music: await idOf({ ...music, ...mapped('/music', 'music') }),
    };
    // Administrators alone have seen where the folders are; nobody sees it from now on.
    app.secrets.plant('ground of the disk', ground);
    const ana = await app.invite('ana');
    const ben = await app.invite('ben');
    return new FilesHousehold(app, ground, root, admin, ana, ben, ids, chaptarr, lidarr);
  }

  /** A film with a file of these bytes, or of so many zeros, and the number of the file. */
  film(
    bytes: string | Buffer | number,
    given: { readonly certification?: string | null; readonly filePath?: string } = {},
  ): number {
    const tmdbId = (films += 1);
    const movie = this.app.radarr.given.movie({ tmdbId, hasFile: true, ...given });
    const { id = 0, path } = movie.file ?? {};
    this.lay('films', (path ?? `/movies/Film ${tmdbId} (1925)/Film ${tmdbId} (1925) Bluray-1080p.mkv`).slice(8), bytes);
    return id;
  }

  /** Puts a file into a folder of the root; where it lies. */
  lay(folder: string, below: string, bytes: string | Buffer | number): string {
    const path = join(this.root, folder, below);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof bytes === 'number' ? '' : bytes);
    if (typeof bytes === 'number') truncateSync(path, bytes);
    return path;
  }

  ask(who: HttpClient, fileId: number, instanceId = this.ids.films): Promise<Answer> {
    return who.post('/api/media-files/tickets', { instance_id: instanceId, file_id: fileId });
  }

  /** A ticket, whose address is held against the log. */
  async ticket(who: HttpClient, fileId: number, instanceId?: string): Promise<Ticket> {
    const { status, body, text } = await this.ask(who, fileId, instanceId);
    if (status !== 201) throw new Error(`no ticket: ${status} ${text}`);
    const ticket = body as Ticket;
    this.app.secrets.plantForLogs('ticket', ticket.url.split('/').at(-1) ?? '');
    return ticket;
  }

  fetch({ url }: Ticket, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.app.http.get(url, headers);
  }

  /** Begins a download whose reader takes nothing until `flow`. */
  begin(
    { url }: Ticket,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reading & { readonly flow: () => void }> {
    return new Promise((resolve, reject) => {
      const call = request(this.app.url + url, { headers, agent: false }, (answer) => {
        let bytes = 0;
        const end = new Promise<{ bytes: number; whole: boolean }>((over) => {
          answer.once('close', () => over({ bytes, whole: answer.complete }));
          answer.on('error', () => undefined);
        });
        const flow = (): void => void answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
        resolve({ answer, end, flow });
      });
      call.once('error', reject);
      call.end();
      this.readers.push(call);
    });
  }

  async close(): Promise<void> {
    for (const reader of this.readers) reader.on('error', () => undefined).destroy();
    await this.app.close();
    await Promise.all([this.chaptarr.stop(), this.lidarr.stop()]);
    rmSync(this.ground, { recursive: true, force: true });
  }
}
