import { foreignWords } from '../../src/core/errors/sentence.js';
import { UpstreamError } from '../../src/core/errors/upstream-error.js';
import type { SonarrEpisode } from '../../src/clients/sonarr/sonarr-episode.js';
import type { SonarrSeries } from '../../src/clients/sonarr/sonarr-series.js';
import { manualPromise } from '../harness/manual-promise.js';

/** Episodes of the one season that each series has. */
export const EPISODES = 4;

/** A series at one moment: so many of its first episodes have a file, and so many have aired; null while it is not there. */
export type SeriesState = { readonly files: number; readonly aired: number } | null;

/** The status of a series in this state. */
export function statusText(state: SeriesState): string {
  if (!state) return 'absent';
  const { files, aired } = state;
  if (files === 0) return 'requested';
  return files >= Math.min(EPISODES, aired) ? `available ${files}` : `partial ${files} of ${aired}`;
}

interface HeldCall {
  readonly early: unknown;
  readonly answer: () => unknown;
  readonly give: (answer: unknown) => void;
  readonly fail: (error: Error) => void;
}

/** A library of series that moves on as a test wants it, and whose calls are answered when and in which order it wants. */
export class MovingLibrary {
  private readonly histories = new Map<number, SeriesState[]>();
  private readonly recordIds = new Map<number, number>();
  private readonly held: HeldCall[] = [];
  private nextId = 1;

  /** @param ids TVDB ids of the series that may be there; none is at first */
  constructor(readonly ids: readonly number[]) {
    for (const id of ids) this.histories.set(id, [null]);
  }

  /** Every state of a series so far, the present one last. */
  history(id: number): readonly SeriesState[] {
    return this.histories.get(id) ?? [];
  }

  change(id: number, state: SeriesState): void {
    if (this.history(id).at(-1) === null) this.recordIds.set(id, this.nextId++);
    this.histories.get(id)?.push(state);
  }

  /** How many calls wait for an answer. */
  get waiting(): number {
    return this.held.length;
  }

  /** Answers a call of those that wait: as the library stood when it came, or as it is now. */
  answer(pick: number, late: boolean): void {
    const call = this.take(pick);
    call?.give(late ? call.answer() : call.early);
  }

  refuse(pick: number): void {
    const details = { system: 'sonarr', operation: 'any', kind: 'failed', reason: foreignWords('broken') } as const;
    this.take(pick)?.fail(new UpstreamError({ ...details, definitelyNotSent: false }));
  }

  /** The calls of a client that reading a library is made of. */
  readonly client = {
    series: () => this.hold(() => ({ rows: this.ids.flatMap((id) => this.record(id) ?? []), unreadable: [] })),
    seriesByTvdbId: (id: number) => this.hold(() => this.record(id)),
    episodes: (recordId: number) => this.hold(() => this.episodesOf(recordId)),
    queue: () => this.hold(() => []),
  };

  private take(pick: number): HeldCall | undefined {
    return this.held.splice(pick % Math.max(1, this.held.length), 1)[0];
  }

  private hold<T>(answer: () => T): Promise<T> {
    const { promise, resolve, reject } = manualPromise<T>();
    const give = (value: unknown): void => resolve(value as T);
    this.held.push({ early: answer(), answer, give, fail: reject });
    return promise;
  }

  private record(id: number): SonarrSeries | null {
    const state = this.history(id).at(-1);
    if (!state) return null;
    const { files } = state;
    const statistics = {
      episodeFileCount: files,
      episodeCount: EPISODES,
      totalEpisodeCount: EPISODES,
      sizeOnDisk: files,
    };
    return {
      id: this.recordIds.get(id) ?? 0,
      tvdbId: id,
      tmdbId: null,
      title: 'A series',
      year: 2020,
      monitored: true,
      status: 'continuing',
      beingAdded: false,
      seasons: [{ seasonNumber: 1, monitored: true, statistics }],
    };
  }

  private episodesOf(recordId: number): readonly SonarrEpisode[] {
    const id = this.ids.find((one) => this.recordIds.get(one) === recordId);
    const state = id === undefined ? null : this.history(id).at(-1);
    if (!state) return [];
    return Array.from({ length: EPISODES }, (_, at) => ({
      id: recordId * 100 + at,
      seasonNumber: 1,
      episodeNumber: at + 1,
      airDateUtc: at < state.aired ? 0 : null,
      hasFile: at < state.files,
      monitored: true,
    }));
  }
}
