import { DemoFailure } from './demo-failure.js';
import type { Person, Stage } from './stage.js';

/** Who plays, and what is theirs. */
export interface BoxCast {
  readonly admin: Person;
  readonly member: Person & { readonly userId: number };
  /** What the box shows when it is paired. */
  readonly pin: string;
  readonly film: { readonly tmdbId: number };
}

interface FoundBox {
  readonly name: string;
  readonly address: string;
  readonly identifier: string;
}

/** The household pairs its Apple TV, and a member has the film shown on it. */
export class BoxStory {
  constructor(
    private readonly stage: Stage,
    private readonly cast: BoxCast,
  ) {}

  /** @throws DemoFailure for the first answer that is not the expected one */
  async play(): Promise<void> {
    const { stage, cast } = this;
    stage.display.heading('The film is shown on the television');
    const id = await this.pair();
    await stage.does(cast.admin, `lets ${cast.member.name} open titles on it`, {
      method: 'PUT',
      path: `/api/setboxes/${id}/grants`,
      body: { user_ids: [cast.member.userId] },
    });
    const sent = await stage.does<{ confirmation_id: string }>(cast.member, 'presses the button on the film’s page', {
      method: 'POST',
      path: `/api/setboxes/${id}/open`,
      body: { media_type: 'movie', tmdb_id: cast.film.tmdbId },
    });
    await stage.does(cast.member, 'says that it is not there yet', {
      method: 'POST',
      path: `/api/setboxes/${id}/confirm-open`,
      body: { confirmation_id: sent.confirmation_id },
    });
    stage.display.outcome('its page is on the screen');
  }

  private async pair(): Promise<string> {
    const { stage, cast } = this;
    const { devices } = await stage.does<{ devices: readonly FoundBox[] }>(cast.admin, 'looks for boxes at home', {
      method: 'POST',
      path: '/api/setboxes/discover',
      body: {},
    });
    const [box] = devices;
    if (!box) throw new DemoFailure('the search found no box');
    stage.display.outcome(`finds ${box.name}`);
    const { name, address, identifier } = box;
    const { id } = await stage.does<{ id: string }>(cast.admin, 'pairs it: it shows a PIN', {
      method: 'POST',
      path: '/api/setboxes/pairings',
      body: { name, address, identifier },
    });
    const paired = await stage.does<{ id: string }>(cast.admin, 'types the PIN', {
      method: 'POST',
      path: `/api/setboxes/pairings/${id}/complete`,
      body: { pin: cast.pin },
    });
    return paired.id;
  }
}
