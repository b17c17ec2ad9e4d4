import { DemoFailure } from './demo-failure.js';
import { followTitle, type RequestAnswer } from './follow-title.js';
import type { Person, Stage } from './stage.js';

interface FoundAlbum {
  readonly foreign_id: string;
  readonly title: string;
  readonly artist: string;
}

/** Who plays, with what is theirs. */
export interface AlbumCast {
  readonly member: Person;
  readonly libraryId: string;
  /** What the member types into the search. */
  readonly searchText: string;
}

/** One album goes from a request to the library. The artist's other albums are left alone. */
export class AlbumStory {
  private asked: { readonly album: FoundAlbum; readonly requestId: number } | undefined;
  private show: (() => void) | undefined;

  constructor(
    private readonly stage: Stage,
    private readonly cast: AlbumCast,
  ) {}

  /**
   * The member finds the album and asks for it.
   *
   * @throws DemoFailure for the first answer that is not the expected one
   */
  async ask(): Promise<void> {
    const { stage, cast } = this;
    stage.display.heading('An album is asked for');
    const album = await this.find();
    const asked = await stage.does<RequestAnswer>(cast.member, 'asks for it', {
      method: 'POST',
      path: '/api/requests',
      body: {
        media_type: 'music',
        foreign_id: album.foreign_id,
        title: album.title,
        catalog_ref: { provider: 'music_metadata', id: album.foreign_id },
      },
    });
    stage.display.outcome(`${asked.status}: ${asked.message}`);
    this.asked = { album, requestId: asked.request_id };
  }

  /**
   * Follows the album until it is available. Shows nothing meanwhile.
   *
   * @throws DemoFailure when it can't become available any more
   */
  async follow(): Promise<void> {
    const { stage, cast, asked } = this;
    if (!asked) throw new DemoFailure('nobody has asked for the album');
    const { display, show } = stage.display.apart();
    this.show = show;
    const { album, requestId } = asked;
    const statusPath = `/api/requests/music-status?foreign_id=${album.foreign_id}&instance_id=${cast.libraryId}`;
    const followed = { requestId, statusPath };
    await followTitle(display, cast.member.api, followed);
  }

  /** Shows what {@link follow} saw. */
  tell(): void {
    const { member } = this.cast;
    this.stage.display.heading(
      `Meanwhile: the status of ${this.asked?.album.title}, as the server reports it to ${member.name}`,
    );
    this.show?.();
  }

  private async find(): Promise<FoundAlbum> {
    const { member, searchText } = this.cast;
    const { results } = await this.stage.does<{ results: readonly FoundAlbum[] }>(
      member,
      `searches music for "${searchText}"`,
      { method: 'GET', path: `/api/discover/music/search?query=${encodeURIComponent(searchText)}` },
    );
    const [album] = results;
    if (!album) throw new DemoFailure(`the search for "${searchText}" found nothing`);
    this.stage.display.outcome(`finds ${album.title} by ${album.artist}`);
    return album;
  }
}
