import { DemoFailure } from './demo-failure.js';
import { followTitle, type FollowedTitle, type RequestAnswer } from './follow-title.js';
import type { Person, Stage } from './stage.js';

interface FoundSeries {
  readonly id: number;
  readonly name: string;
  readonly first_air_date: string;
}

interface Refusal {
  readonly error: string;
}

/** Who plays, with what is theirs. */
export interface SeriesCast {
  readonly admin: Person;
  readonly member: Person & { readonly userId: number };
  readonly libraryId: string;
  /** What the member types into the search. */
  readonly searchText: string;
}

/**
 * One season of a series goes from a request to the library, episode by episode. The next season meets the member's
 * allowance.
 */
export class SeriesStory {
  constructor(
    private readonly stage: Stage,
    private readonly cast: SeriesCast,
  ) {}

  /** @throws DemoFailure for the first answer that is not the expected one */
  async play(): Promise<void> {
    const { stage, cast } = this;
    const { display } = stage;
    display.heading('A season of a series is asked for, within an allowance');
    await this.trustAndLimit();
    const series = await this.find();
    const asked = await this.ask(series, 1);
    await this.meetTheAllowance(series, 2);
    display.heading(`The status of season 1 of ${series.name}, as the server reports it to ${cast.member.name}`);
    display.note('(half of its episodes come first)\n');
    display.state('asked', `${asked.status}: ${asked.message}`);
    const followed: FollowedTitle = {
      requestId: asked.request_id,
      statusPath: `/api/requests/${series.id}/status?media_type=tv&instance_id=${cast.libraryId}`,
      season: 1,
    };
    await followTitle(display, cast.member.api, followed);
  }

  private async trustAndLimit(): Promise<void> {
    const { admin, member } = this.cast;
    await this.stage.does(admin, `lets ${member.name} ask without approval`, {
      method: 'PUT',
      path: `/api/admin/users/${member.userId}/request-settings`,
      body: { require_approval: false },
    });
    await this.stage.does(admin, 'gives everybody one season a week', {
      method: 'PUT',
      path: '/api/admin/request-quotas',
      body: { allowances: [{ media_type: 'tv', count: 1, window_days: 7 }] },
    });
  }

  private async find(): Promise<FoundSeries> {
    const { member, searchText } = this.cast;
    const { results } = await this.stage.does<{ results: readonly FoundSeries[] }>(
      member,
      `searches for "${searchText}"`,
      { method: 'GET', path: `/api/search?query=${encodeURIComponent(searchText)}` },
    );
    const [series] = results;
    if (!series) throw new DemoFailure(`the search for "${searchText}" found nothing`);
    this.stage.display.outcome(`finds ${series.name} (${series.first_air_date.slice(0, 4)})`);
    return series;
  }

  private async ask(series: FoundSeries, season: number): Promise<RequestAnswer> {
    const what = `asks for season ${season}`;
    const asked = await this.stage.does<RequestAnswer>(this.cast.member, what, input(series, season));
    return asked;
  }

  private async meetTheAllowance(series: FoundSeries, season: number): Promise<void> {
    const what = `asks for season ${season}`;
    const { body } = await this.stage.isRefused<Refusal>(this.cast.member, what, input(series, season));
    this.stage.display.outcome(body.error);
  }
}

function input(series: FoundSeries, season: number) {
  return {
    method: 'POST',
    path: '/api/requests',
    body: { media_type: 'tv', tmdb_id: series.id, seasons: [season] },
  } as const;
}
