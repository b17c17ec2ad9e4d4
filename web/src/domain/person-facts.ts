import { foundTitles, type FoundTitle } from './found-titles.js';

/** What a person's page says of them. */
export interface PersonFacts {
  readonly name: string;
  readonly biography: string;
  /** YYYY-MM-DD; empty where unknown. */
  readonly born: string;
  /** YYYY-MM-DD; empty where they live or nothing is known. */
  readonly died: string;
  readonly birthplace: string;
  /** The path of their portrait as the provider names it; empty where there is none. */
  readonly portrait: string;
}

type Entry = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const day = (value: unknown): string => /^\d{4}-\d{2}-\d{2}$/.exec(text(value))?.[0] ?? '';

/** Reads the metadata provider's document of a person. What is missing or of another type stays empty. */
export const personFacts = (document: Entry): PersonFacts => ({
  name: text(document.name),
  biography: text(document.biography),
  born: day(document.birthday),
  died: day(document.deathday),
  birthplace: text(document.place_of_birth),
  portrait: text(document.profile_path),
});

/** So many of a person's titles are shown. */
const MOST_PARTS = 60;

/** The films and series that a person was part of, in front of the camera and behind it: each once, the best known first. */
export function partsOf({ cast, crew }: { readonly cast?: unknown; readonly crew?: unknown }): readonly FoundTitle[] {
  const rows = [cast, crew].flatMap((part) => (Array.isArray(part) ? (part as unknown[]) : []));
  const results = [...rows].sort((one, other) => popularity(other) - popularity(one));
  return foundTitles({ results }).slice(0, MOST_PARTS);
}

function popularity(row: unknown): number {
  const { popularity: value } = (row ?? {}) as Entry;
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
