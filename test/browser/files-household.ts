import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { limitContent, ratedFilm } from '../harness/kids-policy.js';
import { CatalogHousehold } from './catalog-household.js';

/** The manager of each kind of library, and what is known of its paths. */
const KINDS = { films: 'Films', series: 'Series', music: 'Music', books: 'Books' } as const;

type Kind = keyof typeof KINDS;

let films = 990_900;

/** A household whose libraries of all kinds serve their files, with ana, who may use them, and kim, a child. */
export class FilesHousehold {
  private constructor(
    readonly house: CatalogHousehold,
    /** Where the files lie, each under the path that its manager says. */
    readonly root: string,
  ) {}

  static async open(): Promise<FilesHousehold> {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'usher-take-')));
    const house = await CatalogHousehold.open({ MEDIA_ROOTS: root }, { isWhole: true });
    const files = new FilesHousehold(house, root);
    await house.member('ana');
    await limitContent(await house.administrator(), await house.member('kim'));
    for (const kind of Object.keys(KINDS) as Kind[]) await files.serves(kind);
    return files;
  }

  /** A library serves the files below these paths of its own; none where there are none. */
  async serves(kind: Kind, paths: readonly string[] = ['/']): Promise<void> {
    const { app, lidarr, chaptarr, libraries } = this.house;
    const { url } = { films: app.radarr, series: app.sonarr, music: lidarr, books: chaptarr }[kind];
    for (const path of paths) mkdirSync(join(this.root, path), { recursive: true });
    const answer = await (
      await this.house.administrator()
    ).put(`/api/instances/${libraries[kind]}`, {
      name: KINDS[kind],
      url,
      media_path_mappings: paths.map((path) => ({ arr_path: path, service_path: join(this.root, path) })),
    });
    if (answer.status !== 200) throw new Error(`not mapped: ${answer.text}`);
  }

  /** A film that the library has, with its file on the disk: its number, and where the file lies. */
  film(title: string, bytes: Buffer): { readonly id: number; readonly path: string } {
    const { app } = this.house;
    const id = ++films;
    const filePath = `/movies/${id}/${title}.mkv`;
    app.tmdb.given.film({ id, title, ...ratedFilm('G') });
    app.radarr.given.movie({ tmdbId: id, title, certification: 'G', hasFile: true, filePath });
    return { id, path: this.lay(filePath, bytes) };
  }

  /** Puts a file where its manager says that it is; where it lies. */
  lay(path: string, bytes: Buffer): string {
    const place = join(this.root, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
    return place;
  }

  async close(): Promise<void> {
    await this.house.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}
