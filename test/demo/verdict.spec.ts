import { describe, expect, it } from '@jest/globals';
import { faultsOf, type LibraryEvidence, type SeenState } from '../../scripts/demo/verdict.js';

const state = (over: Partial<SeenState>): SeenState => ({
  route: 'GET status',
  status: 'requested',
  progress: 0,
  delivered: true,
  ...over,
});

/** Both routes that the client follows, with the same answer. */
const told = (over: Partial<SeenState>): SeenState[] => [
  state({ ...over, route: 'GET status' }),
  state({ ...over, route: 'GET /api/requests' }),
];

const asked = state({ route: 'POST /api/requests', status: 'pending', delivered: false });
const approved = state({ route: 'POST approve', delivered: false });
const sent = told({});
const halfway = told({ status: 'downloading', progress: 0.5 });
const available = told({ status: 'available', progress: 1 });
const job = [asked, approved, ...sent, ...halfway, ...available];

const library: LibraryEvidence = { additions: 1, searches: 1, monitored: true, hasFile: true };

const ORDER = 'expected was pending, requested, downloading, available.';

describe('the verdict on the demo', () => {
  it('is good when the answers and the library both show the main job', () => {
    expect(faultsOf(job, library)).toEqual([]);
  });

  it('is good when one route already tells the next state while the other has not been asked again', () => {
    const [status] = halfway;
    const [, list] = available;
    if (!status || !list) throw new Error('two answers are given');
    expect(faultsOf([asked, approved, ...sent, status, list, ...available], library)).toEqual([]);
  });

  it.each<[string, SeenState[], string]>([
    [
      'the film never waited for approval',
      job.slice(1),
      `The answers told requested, downloading, available; ${ORDER}`,
    ],
    [
      'it was never told as requested',
      [asked, ...halfway, ...available],
      `The answers told pending, downloading, available; ${ORDER}`,
    ],
    [
      'no download was ever told',
      [asked, approved, ...sent, ...available],
      `The answers told pending, requested, available; ${ORDER}`,
    ],
    [
      'a state came back',
      [asked, approved, asked, ...sent, ...halfway, ...available],
      `The answers told pending, requested, pending, requested, downloading, available; ${ORDER}`,
    ],
    [
      'a state was told that does not belong there',
      [asked, approved, ...told({ status: 'unavailable' }), ...halfway, ...available],
      `The answers told pending, requested, unavailable, downloading, available; ${ORDER}`,
    ],
  ])('is one fault when %s', (_case, seen, fault) => {
    expect(faultsOf(seen, library)).toEqual([fault]);
  });

  it('names every fault when there was no answer at all', () => {
    expect(faultsOf([], library)).toEqual([
      `The answers told nothing; ${ORDER}`,
      'The last answer of GET status was not "available".',
      'The last answer of GET /api/requests was not "available".',
      'No answer told that the library had accepted the request.',
    ]);
  });

  it.each(['GET status', 'GET /api/requests'] as const)('is a fault when %s never came to available', (route) => {
    const seen = job.filter((one) => one.route !== route || one.status !== 'available');
    expect(faultsOf(seen, library)).toEqual([`The last answer of ${route} was not "available".`]);
  });

  it.each([
    ['fell', [0.5, 0.4]],
    ['was negative', [-0.1]],
    ['was more than everything', [1.1]],
    ['was no number', [Number.NaN]],
  ])('is a fault when the progress %s', (_case, progress) => {
    const downloading = progress.map((fraction) => state({ status: 'downloading', progress: fraction }));
    expect(faultsOf([asked, approved, ...sent, ...downloading, ...available], library)).toContain(
      'The progress told by GET status went backwards, or was not within 0 and 1.',
    );
  });

  it('is a fault when no answer told that the library had accepted the request', () => {
    const seen = job.map((one) => ({ ...one, delivered: false }));
    expect(faultsOf(seen, library)).toEqual(['No answer told that the library had accepted the request.']);
  });

  it.each<[Partial<LibraryEvidence>, string]>([
    [{ additions: 0 }, 'Radarr was asked to add the film 0 times, not once.'],
    [{ additions: 2 }, 'Radarr was asked to add the film 2 times, not once.'],
    [{ searches: 0 }, 'Radarr searched for the film 0 times, not once.'],
    [{ searches: 2 }, 'Radarr searched for the film 2 times, not once.'],
    [{ monitored: false }, 'Radarr does not monitor the film.'],
    [{ hasFile: false }, 'Radarr has no file of the film.'],
  ])('is a fault when the library shows %j, whatever the answers told', (over, fault) => {
    expect(faultsOf(job, { ...library, ...over })).toEqual([fault]);
  });
});
