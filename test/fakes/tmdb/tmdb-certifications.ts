/** A rating as the provider lists it. */
interface TmdbCertification {
  readonly certification: string;
  readonly meaning: string;
  readonly order: number;
}

/** Rating schemes by country. */
export type TmdbCertifications = Readonly<Record<string, readonly TmdbCertification[]>>;

/** A scheme from these names, from the mildest on; the first has the given order. */
function certificationsOf(names: readonly string[], first = 1): readonly TmdbCertification[] {
  return names.map((certification, place) => ({ certification, meaning: '', order: place + first }));
}

/** Some of the provider's own schemes, one with a region that is no country. */
export const FIRST_CERTIFICATIONS: Readonly<Record<'movie' | 'tv', TmdbCertifications>> = {
  movie: {
    US: certificationsOf(['NR', 'G', 'PG', 'PG-13', 'R', 'NC-17'], 0),
    DE: certificationsOf(['0', '6', '12', '16', '18']),
    AU: certificationsOf(['E', 'G', 'PG', 'M', 'MA 15+', 'R 18+', 'X 18+', 'RC']),
    JP: certificationsOf(['G', 'PG12', 'R15+', 'R18+']),
    'CA-QC': certificationsOf(['NR', 'G', '13+', '16+', '18+'], 0),
  },
  tv: {
    US: certificationsOf(['NR', 'TV-Y', 'TV-Y7', 'TV-G', 'TV-PG', 'TV-14', 'TV-MA'], 0),
    DE: certificationsOf(['0', '6', '12', '16', '18']),
    AU: certificationsOf(['P', 'C', 'G', 'PG', 'M', 'MA 15+', 'AV 15+', 'R 18+']),
    'CA-QC': certificationsOf(['NR', 'G', '8+', '13+', '16+', '18+'], 0),
  },
};
