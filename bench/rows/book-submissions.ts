import { type Bench, type BenchSetting } from '../bench.js';
import { budgetedRatio } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { shoot, type Call } from '../stage/load.js';
import { REQUESTED_TITLES, requestedBook, requestedFilm } from '../stage/titles.js';

const ALLOWANCE = 100;

/** What a member asks for of each kind, at most. */
const TITLES_EACH = 10;

/**
 * Submissions of books in both formats: new ones, and ones for which somebody else waits already. All of them wait for
 * approval, so that what is measured is the submission and not its delivery. Their floor is a film's submission in the
 * same rounds. Source: issue 20 section 7.
 */
export const bookSubmissions: Bench = {
  name: 'book-submissions',
  async measure(setting: BenchSetting) {
    const { rounds, requests } = setting.scale;
    const members = Math.ceil(((rounds + 1) * requests) / TITLES_EACH);
    const household = await Household.open(setting, { films: 10, series: 10, known: 10, books: 10 }, members);
    const { server } = household;
    const figures = { film: [] as number[], book: [] as number[], joined: [] as number[] };
    try {
      await limit(household);
      const calls = submissionsOf(household);
      const previews = calls.film
        .slice(0, REQUESTED_TITLES)
        .map((call): Call => ({ ...call, path: '/api/requests/preview' }));
      // The first to ask for a film has the provider asked; the others find its answer in memory.
      await shoot(server.url, previews, previews.length);
      for (let round = 0; round <= rounds; round += 1) {
        // What is joined was asked for in the same round.
        for (const kind of ['film', 'book', 'joined'] as const) {
          const some = calls[kind].slice(round * requests, (round + 1) * requests);
          const cost = (await server.cpuMsOf(() => shoot(server.url, some, requests))) / requests;
          if (round > 0) figures[kind].push(cost);
        }
      }
    } finally {
      await household.close();
    }
    const { film, book, joined } = figures;
    return [
      { ...budgetedRatio('submitting both formats', 'ms', 1.6, 1.6), measured: book, floor: film },
      { ...budgetedRatio('joining shared work', 'ms', 1.2, 1.2), measured: joined, floor: film },
    ];
  },
};

async function limit(household: Household): Promise<void> {
  const put = (path: string, body: unknown) => household.ask({ method: 'PUT', path, token: household.admin, body });
  const allowance = { count: ALLOWANCE, window_days: 30 };
  const kinds = [
    { media_type: 'movie' },
    { media_type: 'book', book_format: 'ebook' },
    { media_type: 'book', book_format: 'audiobook' },
  ];
  await put('/api/admin/request-quotas', { allowances: kinds.map((kind) => ({ ...kind, ...allowance })) });
  await put('/api/admin/request-settings', { require_approval: true });
}

/** Each member asks for a few titles of each kind, and joins the member before them, whose books nobody else joins. */
function submissionsOf({ members }: Household) {
  const numbers = members.flatMap((_, member) =>
    Array.from({ length: TITLES_EACH }, (_none, own) => member * TITLES_EACH + own),
  );
  const call = (number: number, body: unknown, later = 0): Call => {
    const member = Math.floor(number / TITLES_EACH) + later;
    return { method: 'POST', path: '/api/requests', token: members[member % members.length]?.token ?? '', body };
  };
  const film = (number: number) => ({ media_type: 'movie', tmdb_id: requestedFilm(number % REQUESTED_TITLES) });
  const book = (number: number) => ({
    media_type: 'book',
    foreign_id: requestedBook(number),
    title: `Wished book of the amber river ${number}`,
    book_format: 'both',
  });
  return {
    film: numbers.map((number) => call(number, film(number))),
    book: numbers.map((number) => call(number, book(number))),
    joined: numbers.map((number) => call(number, book(number), 1)),
  };
}
