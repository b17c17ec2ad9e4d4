import type { Fields } from '../servarr/servarr-fields.js';
import {
  allowed,
  validationFailure,
  type ServarrProfile,
  type ServarrRootFolder,
} from '../servarr/servarr-fixed-answers.js';
import type { ChaptarrFormat } from './chaptarr-catalog.js';

/** A quality profile; one of old names no format. */
export interface ChaptarrProfile extends ServarrProfile {
  readonly format: ChaptarrFormat | null;
}

/** A metadata profile; null where one of old has no type, `general` for type 0. */
export interface ChaptarrMetadataProfile extends ServarrProfile {
  readonly format: ChaptarrFormat | 'general' | null;
}

/** A root folder; null where one of old has no type. */
export interface ChaptarrFolder extends ServarrRootFolder {
  readonly name: string;
  readonly format: ChaptarrFormat | 'mixed' | null;
  /** Of which formats is it the effective default? */
  readonly defaultOf: readonly ChaptarrFormat[];
}

const TYPES: Readonly<Record<string, number>> = { general: 0, mixed: 0, audiobook: 1, ebook: 2 };

const EPUB: Fields = { id: 3, name: 'EPUB', isConversionTarget: false };
const M4B: Fields = { id: 10, name: 'M4B', isConversionTarget: true };

export const qualityOf = (format: ChaptarrFormat | null): Fields => (format === 'audiobook' ? M4B : EPUB);

export const qualityProfile = ({ id, name, format }: ChaptarrProfile): Fields => ({
  id,
  name,
  profileType: format,
  upgradeAllowed: false,
  preferCustomFormatsOverQuality: false,
  convertMp3ToM4b: false,
  cutoff: qualityOf(format).id,
  items: [allowed(qualityOf(format))],
  minFormatScore: 0,
  cutoffFormatScore: 0,
  formatItems: [],
});

export const metadataProfile = ({ id, name, format }: ChaptarrMetadataProfile): Fields => ({
  id,
  name,
  profileType: format && TYPES[format],
  minPopularity: 0,
  skipMissingDate: false,
  skipMissingIsbn: false,
  skipPartsAndSets: true,
  skipSeriesSecondary: false,
  skipMissingIdentifierOmnibus: false,
  skipOmnibus: false,
  skipMissingAsin: false,
  allowedLanguages: 'eng',
  minPages: 0,
  ignored: [],
});

export function rootFolder({ id, name, path, accessible, format, defaultOf }: ChaptarrFolder): Fields {
  const settings = (one: ChaptarrFormat): Fields | null => {
    if (format !== null && format !== 'mixed' && format !== one) return null;
    const profile = one === 'ebook' ? 1 : 2;
    return {
      qualityProfileId: profile,
      metadataProfileId: profile,
      monitorExisting: 0,
      monitorFuture: false,
      writeAudioBookShelfMetadataJson: false,
      writeAudioBookShelfCover: false,
      tags: [],
    };
  };
  return {
    id,
    name,
    path,
    defaultTags: [],
    isCalibreLibrary: false,
    port: 8080,
    useSsl: false,
    folderType: format && TYPES[format],
    placeEbooksWithAudiobooks: false,
    isEffectiveDefaultAudiobook: defaultOf.includes('audiobook'),
    isEffectiveDefaultEbook: defaultOf.includes('ebook'),
    accessible,
    freeSpace: 90_000_000_000,
    totalSpace: 200_000_000_000,
    ebook: settings('ebook'),
    audiobook: settings('audiobook'),
  };
}

export const FIRST_PROFILES: readonly ChaptarrProfile[] = [
  { id: 1, name: 'eBook', format: 'ebook' },
  { id: 2, name: 'Spoken', format: 'audiobook' },
];

export const FIRST_METADATA_PROFILES: readonly ChaptarrMetadataProfile[] = [
  { id: 1, name: 'Ebook Default', format: 'ebook' },
  { id: 2, name: 'Audiobook Default', format: 'audiobook' },
];

export const FIRST_FOLDERS: readonly ChaptarrFolder[] = [
  { id: 1, name: 'Ebooks', path: '/books', accessible: true, format: 'ebook', defaultOf: ['ebook'] },
  { id: 2, name: 'Audiobooks', path: '/audiobooks', accessible: true, format: 'audiobook', defaultOf: ['audiobook'] },
];

/** Where things may go. */
export interface ChaptarrPlaces {
  readonly profiles: readonly ChaptarrProfile[];
  readonly metadataProfiles: readonly ChaptarrMetadataProfile[];
  readonly folders: readonly ChaptarrFolder[];
}

/**
 * What the validators object to in an author's settings of a format.
 *
 * @param needed must they be there? Otherwise those that are there must be right
 */
export function placeRefusals(
  { profiles, metadataProfiles, folders }: ChaptarrPlaces,
  settings: Fields,
  format: ChaptarrFormat,
  needed: boolean,
): readonly Fields[] {
  const failures: Fields[] = [];
  const judge = (
    name: string,
    validator: string,
    what: string,
    judgeOne: (value: unknown) => 'unknown' | 'of another format' | 'good',
  ): void => {
    const value = settings[`${format}${name}`];
    if (value === undefined || value === null || value === '' || value === 0) {
      if (needed) failures.push(failure(`${name}`, 'NotEmptyValidator', `${what} is not set for this author`, value));
      return;
    }
    const judged = judgeOne(value);
    if (judged === 'unknown') failures.push(failure(name, validator, `${what} does not exist`, value));
    if (judged === 'of another format') failures.push(failure(name, '', `${what} is not for ${format}s`, value));
  };
  const failure = (name: string, code: string, message: string, value: unknown): Fields => {
    const property = `${format.charAt(0).toUpperCase()}${format.slice(1)}${name}`;
    return validationFailure(property, code, message, value ?? null);
  };
  const fits = (one: { readonly format: string | null } | undefined) => {
    if (!one) return 'unknown';
    return [format, 'general', 'mixed', null].includes(one.format) ? 'good' : 'of another format';
  };
  judge('QualityProfileId', 'QualityProfileExistsValidator', 'Quality Profile', (id) =>
    fits(profiles.find((one) => one.id === id)),
  );
  judge('MetadataProfileId', 'MetadataProfileExistsValidator', 'Metadata Profile', (id) =>
    fits(metadataProfiles.find((one) => one.id === id)),
  );
  judge('RootFolderPath', 'RootFolderExistsValidator', 'Root folder', (path) =>
    fits(folders.find((one) => one.path === path)),
  );
  return failures;
}
