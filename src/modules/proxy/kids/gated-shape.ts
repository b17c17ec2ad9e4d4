import { permissionDenied } from '../../../core/errors/app-error.js';
import type { ServiceType } from '../../instances/instances.public.js';
import type { TitleKind } from '../../metadata/metadata.public.js';

/** How what a kids account reads is laid out, and by which titles it is judged. */
export interface GatedShape {
  /** A list of records; a page, whose `records` are one; or one record. */
  readonly layout: 'list' | 'page' | 'single';
  /** Films of a film manager, series of a TV manager. */
  readonly kind: TitleKind;
  /** The member of a record that holds its title: a row of the queue, an episode. Null where the record is the title. */
  readonly parent: 'movie' | 'series' | null;
}

type Layout = GatedShape['layout'];

const film = (layout: Layout): GatedShape => ({ layout, kind: 'movie', parent: null });
const rowOfFilm = (layout: Layout): GatedShape => ({ layout, kind: 'movie', parent: 'movie' });
const series = (layout: Layout): GatedShape => ({ layout, kind: 'tv', parent: null });
const rowOfSeries = (layout: Layout): GatedShape => ({ layout, kind: 'tv', parent: 'series' });

/** All that members may read of the managers whose titles have ratings. */
const SHAPES: Readonly<Partial<Record<ServiceType, ReadonlyMap<string, GatedShape>>>> = {
  movie_manager: new Map([
    ['movie', film('list')],
    ['movie/{id}', film('single')],
    ['calendar', film('list')],
    ['queue', rowOfFilm('page')],
    ['history', rowOfFilm('page')],
    ['wanted/missing', film('page')],
    ['wanted/cutoff', film('page')],
  ]),
  tv_manager: new Map([
    ['series', series('list')],
    ['series/{id}', series('single')],
    ['episode', rowOfSeries('list')],
    ['episode/{id}', rowOfSeries('single')],
    ['calendar', rowOfSeries('list')],
    ['queue', rowOfSeries('page')],
    ['history', rowOfSeries('page')],
    ['wanted/missing', rowOfSeries('page')],
    ['wanted/cutoff', rowOfSeries('page')],
  ]),
};

/** Books and music carry no ratings. */
const NOT_GATED: ReadonlySet<ServiceType> = new Set(['book_manager', 'music_manager']);

/** Do limits of kids accounts matter to what managers of this kind answer? */
export const isGated = (kind: ServiceType): boolean => !NOT_GATED.has(kind);

/**
 * What is to be judged of this answer; null for nothing.
 * @param path as {@link memberRead} gives it
 * @throws AppError 403 for an unknown one
 */
export function gatedShape(kind: ServiceType, path: string): GatedShape | null {
  if (!isGated(kind)) return null;
  const shape = SHAPES[kind]?.get(path.replace(/^\/api\/v3\//, '').replace(/\/\d+$/, '/{id}'));
  if (!shape) throw permissionDenied();
  return shape;
}
