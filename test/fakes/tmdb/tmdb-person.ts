/** Somebody as the fake's state holds them. */
export interface TmdbPerson {
  adult: boolean;
  also_known_as: readonly string[];
  biography: string;
  birthday: string | null;
  deathday: string | null;
  gender: number;
  homepage: string | null;
  id: number;
  imdb_id: string | null;
  known_for_department: string;
  name: string;
  place_of_birth: string | null;
  popularity: number;
  profile_path: string | null;
}

/** A title that somebody has been part of. */
export interface TmdbPart {
  readonly kind: 'movie' | 'tv';
  readonly id: number;
  /** As what they worked behind the camera; somebody without a job acted. */
  readonly job?: string;
}

/** What a test says about somebody; the rest is filled in. */
export type TmdbPersonGiven = Partial<TmdbPerson> &
  Pick<TmdbPerson, 'id' | 'name'> & { readonly parts?: readonly TmdbPart[] };

/** A whole person out of what a test says about them. */
export function personOf({ parts: _, ...given }: TmdbPersonGiven): TmdbPerson {
  return {
    adult: false,
    also_known_as: [],
    biography: '',
    birthday: '1988-04-02',
    deathday: null,
    gender: 1,
    homepage: null,
    imdb_id: `nm${String(given.id).padStart(7, '0')}`,
    known_for_department: 'Acting',
    place_of_birth: 'Demo City',
    popularity: 5.1,
    profile_path: `/person-${given.id}.jpg`,
    ...given,
  };
}

/** Somebody as a row of a search, with what they are known for. */
export function personRowOf(person: TmdbPerson, known_for: readonly object[]): Record<string, unknown> {
  const { adult, gender, id, known_for_department, name, popularity, profile_path } = person;
  return { adult, gender, id, known_for_department, name, original_name: name, popularity, profile_path, known_for };
}

/** A title as a row of what somebody played in. */
export function castRowOf(row: object, { kind, id }: TmdbPart, order: number): object {
  const credit = { ...row, character: 'Keeper', credit_id: `cast-${kind}-${id}`, media_type: kind };
  return kind === 'movie' ? { ...credit, order } : { ...credit, episode_count: 5, first_credit_air_date: '2025-02-01' };
}

/** A title as a row of what somebody worked on. */
export function crewRowOf(row: object, { kind, id, job }: TmdbPart): object {
  return { ...row, credit_id: `crew-${kind}-${id}`, department: 'Directing', job, media_type: kind };
}
