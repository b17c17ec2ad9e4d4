import { setTimeout as sleep } from 'node:timers/promises';
import { DemoFailure } from './demo-failure.js';
import { followTitle, type FollowedTitle, type RequestAnswer, type StatusAnswer } from './follow-title.js';
import type { Person, Stage } from './stage.js';

interface FoundFilm {
  readonly id: number;
  readonly title: string;
  readonly release_date: string;
}

interface RecentPost {
  readonly request_id?: number;
  readonly event: string;
  readonly status: string;
}

const LOOK_EVERY_MS = 250;
const LOOKS = 80;

/** Who plays, with what is theirs. */
export interface FilmCast {
  readonly admin: Person;
  readonly member: Person;
  readonly libraryId: string;
  /** What the member types into the search. */
  readonly searchText: string;
}

/** One film goes from a request, by way of an administrator's approval, to the library. */
export class FilmStory {
  constructor(
    private readonly stage: Stage,
    private readonly cast: FilmCast,
  ) {}

  /** @throws DemoFailure for the first answer that is not the expected one */
  async play(): Promise<void> {
    const { stage, cast } = this;
    const { display } = stage;
    display.heading('A film is asked for');
    await stage.does(cast.admin, 'wants to decide about requests', {
      method: 'PUT',
      path: '/api/admin/request-settings',
      body: { require_approval: true },
    });
    const film = await this.find();
    const asked = await this.ask(film);
    await this.isPosted(asked);
    const approved = await this.approve(asked);
    display.heading(`The status of ${film.title}, as the server reports it to ${cast.member.name}`);
    display.note('(the server reads the download queue every ten seconds, so the bar moves in steps)\n');
    display.state('asked', `${asked.status}: ${asked.message}`);
    display.state('approved', `${approved.status}: ${approved.message}`);
    const statusPath = `/api/requests/${film.id}/status?media_type=movie&instance_id=${cast.libraryId}`;
    const followed: FollowedTitle = { requestId: asked.request_id, statusPath };
    await followTitle(display, cast.member.api, followed);
    await this.everybodySees(film, statusPath);
  }

  private async find(): Promise<FoundFilm> {
    const { member, searchText } = this.cast;
    const { results } = await this.stage.does<{ results: readonly FoundFilm[] }>(
      member,
      `searches for "${searchText}"`,
      { method: 'GET', path: `/api/search?query=${encodeURIComponent(searchText)}` },
    );
    const [film] = results;
    if (!film) throw new DemoFailure(`the search for "${searchText}" found nothing`);
    this.stage.display.outcome(`finds ${film.title} (${film.release_date.slice(0, 4)})`);
    return film;
  }

  private async ask(film: FoundFilm): Promise<RequestAnswer> {
    const asked = await this.stage.does<RequestAnswer>(this.cast.member, 'asks for it', {
      method: 'POST',
      path: '/api/requests',
      body: { media_type: 'movie', tmdb_id: film.id },
    });
    return asked;
  }

  /** Waits until the chat has the request: once it is decided, nothing of its waiting is posted any more. */
  private async isPosted({ request_id: id }: RequestAnswer): Promise<void> {
    const call = { method: 'GET', path: '/api/admin/chat-notifications' } as const;
    for (let look = 0; look < LOOKS; look += 1) {
      const { body } = await this.cast.admin.api.send<{ recent: readonly RecentPost[] }>(call);
      const isIt = ({ request_id, event }: RecentPost): boolean => request_id === id && event === 'request_pending';
      if (body.recent.find(isIt)?.status === 'sent') return;
      await sleep(LOOK_EVERY_MS);
    }
    throw new DemoFailure('the request was not posted in the chat');
  }

  private async approve({ request_id: id }: RequestAnswer): Promise<RequestAnswer> {
    const { stage, cast } = this;
    const waiting = await stage.does<readonly { id: number; username: string; title: string }[]>(
      cast.admin,
      'looks at what waits for a decision',
      { method: 'GET', path: '/api/admin/requests' },
    );
    const found = waiting.find((request) => request.id === id);
    if (!found) throw new DemoFailure('the request is not among those that wait for a decision');
    stage.display.outcome(`finds ${found.title}, asked for by ${found.username}`);
    const approved = await stage.does<RequestAnswer>(cast.admin, 'approves', {
      method: 'POST',
      path: `/api/admin/requests/${id}/approve`,
    });
    return approved;
  }

  private async everybodySees(film: FoundFilm, path: string): Promise<void> {
    const { stage, cast } = this;
    stage.display.heading('Everybody sees it');
    const what = `looks: where does ${film.title} stand?`;
    const toAdmin = await stage.does<StatusAnswer>(cast.admin, what, { method: 'GET', path });
    stage.display.outcome(toAdmin.status);
  }
}
