import { firstOf } from './demo-failure.js';
import { followRequest, type RequestAnswer } from './follow-request.js';
import type { Scene } from './scene.js';

const SEARCH = 'marlow';

interface FoundSeries {
  readonly id: number;
  readonly name: string;
  readonly first_air_date: string;
}

/** One season of a series goes from a request to the library, by halves. The next season meets the member's allowance. */
export async function askForSeason({ display, admin, member: { person: member, userId } }: Scene): Promise<void> {
  display.heading('A season of a series is asked for, within an allowance');
  const trusted = { require_approval: false };
  const settings = `PUT /api/admin/users/${userId}/request-settings`;
  await admin.does(`lets ${member.name} ask without approval`, settings, trusted);
  const allowances = [{ media_type: 'tv', count: 1, window_days: 7 }];
  await admin.does('gives everybody one season a week', 'PUT /api/admin/request-quotas', { allowances });

  const { results } = await member.does<{ results: readonly FoundSeries[] }>(
    `searches for "${SEARCH}"`,
    `GET /api/search?query=${SEARCH}`,
  );
  const { id, name, first_air_date } = firstOf(results, `the search for "${SEARCH}" found nothing`);
  display.outcome(`finds ${name} (${first_air_date.slice(0, 4)})`);
  const season = (number: number) => ({ media_type: 'tv', tmdb_id: id, seasons: [number] });
  const asked = await member.does<RequestAnswer>('asks for season 1', 'POST /api/requests', season(1));
  const refusal = await member.triesInVain<{ error: string }>('asks for season 2', 'POST /api/requests', season(2));
  display.outcome(refusal.error);

  display.heading(`The status of season 1 of ${name}, as the server reports it to ${member.name}`);
  display.note('(half of its episodes come first)\n');
  display.state('asked', `${asked.status}: ${asked.message}`);
  await followRequest(display, { who: member, title: name, requestId: asked.request_id });
}
