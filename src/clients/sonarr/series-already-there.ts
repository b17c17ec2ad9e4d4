import { isAlreadyThere } from '../servarr/already-there.js';

/** Did Sonarr refuse to add a series because its library has it? */
export const isSeriesAlreadyThere = (error: unknown): boolean =>
  isAlreadyThere(error, 'series.add', 'SeriesExistsValidator');
