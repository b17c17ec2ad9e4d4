import type { TmdbFake } from '../../test/fakes/tmdb/tmdb-fake.js';
import { tmdbPicture } from './art.js';

/** Somebody who makes films. Nobody of this name is meant. */
interface Artist {
  readonly id: number;
  readonly name: string;
}

const ACTORS: readonly Artist[] = [
  { id: 940_001, name: 'Berta Holm' },
  { id: 940_002, name: 'Gus Frohn' },
  { id: 940_003, name: 'Paul Obi' },
  { id: 940_004, name: 'Musa Dorn' },
  { id: 940_005, name: 'Alfons Abendroth' },
  { id: 940_006, name: 'Anna Sterling' },
  { id: 940_007, name: 'Rufus Klee' },
  { id: 940_008, name: 'Edgar Mathis' },
  { id: 940_009, name: 'Theo Lund' },
  { id: 940_010, name: 'Marcel Lorne' },
];
const DIRECTOR: Artist = { id: 940_011, name: 'Friedrich Lenk' };
const WRITER: Artist = { id: 940_012, name: 'Thora Harding' };

/** How far apart the leading actors of two titles are that follow each other. */
const STEP = 3;

/** What somebody has been part of. */
export interface Part {
  readonly kind: 'movie' | 'tv';
  readonly id: number;
  readonly roles: readonly string[];
}

const artFor = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const row = ({ id, name }: Artist, department: string) => ({
  adult: false,
  gender: 0,
  id,
  known_for_department: department,
  name,
  original_name: name,
  popularity: 5.1,
  profile_path: tmdbPicture('portrait', artFor(name)),
});

/** Who plays the role at a place, in the title at a place. */
function playing(title: number, role: number): Artist {
  return ACTORS[(title * STEP + role) % ACTORS.length] ?? WRITER;
}

/** Who played in the title at this place of its list, and who made it. */
export function creditsOf(place: number, roles: readonly string[]) {
  const made = (who: Artist, department: string, job: string) => ({
    ...row(who, department),
    credit_id: `crew-${place}-${job}`,
    department,
    job,
  });
  return {
    cast: roles.map((character, order) => ({
      ...row(playing(place, order), 'Acting'),
      cast_id: order + 1,
      character,
      credit_id: `cast-${place}-${order}`,
      order,
    })),
    crew: [made(DIRECTOR, 'Directing', 'Director'), made(WRITER, 'Writing', 'Screenplay')],
  };
}

/** Everybody is known at TMDB, with what they have been part of. @param lists of films, and of series */
export function fillPeople(tmdb: TmdbFake, lists: readonly (readonly Part[])[]): void {
  const parts = lists.flatMap((list) =>
    list.flatMap(({ kind, id, roles }, place) => roles.map((_, role) => ({ who: playing(place, role).id, kind, id }))),
  );
  const all = lists.flat().map(({ kind, id }) => ({ kind, id }));
  const given = (who: Artist, of: readonly { kind: 'movie' | 'tv'; id: number; job?: string }[]) =>
    tmdb.given.person({ ...row(who, of[0]?.job ? 'Directing' : 'Acting'), imdb_id: null, birthday: null, parts: of });
  for (const actor of ACTORS)
    given(
      actor,
      parts.filter(({ who }) => who === actor.id).map(({ kind, id }) => ({ kind, id })),
    );
  given(
    DIRECTOR,
    all.map((part) => ({ ...part, job: 'Director' })),
  );
  given(
    WRITER,
    all.map((part) => ({ ...part, job: 'Screenplay' })),
  );
}
