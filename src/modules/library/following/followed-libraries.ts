import { Injectable } from '@nestjs/common';
import { FilmReadings } from '../films/film-readings.js';
import { SeriesReadings } from '../series/series-readings.js';

/** Libraries that somebody follows without asking: their queues are polled as if somebody looked. */
@Injectable()
export class FollowedLibraries {
  constructor(
    private readonly films: FilmReadings,
    private readonly series: SeriesReadings,
  ) {}

  /** Somebody follows these libraries: they count as looked at just now. */
  note({ films, series }: { readonly films: readonly string[]; readonly series: readonly string[] }): void {
    for (const instanceId of films) this.films.watched.note(instanceId);
    for (const instanceId of series) this.series.watched.note(instanceId);
  }
}
