import { z, type ZodType } from 'zod';
import { lenient } from '../http/lenient-members.js';
import { textOf } from '../servarr/plain-values.js';
import { rowBy } from '../servarr/rows-read.js';

/** The two forms in which Chaptarr keeps a title, each in a record of its own. */
export type ChaptarrFormat = 'ebook' | 'audiobook';

/** What a profile or a folder is for: `other` for an unknown word, null where nothing is said, as in old entries. */
type ChaptarrPurpose = ChaptarrFormat | 'both' | 'other' | null;

/** A record as Chaptarr wrote it, fields that we don't know included: it goes back as it came, but for what is changed. */
export type ChaptarrRecord = Readonly<Record<string, unknown>>;

/** What a record says is its format; null where it names none, or none that we know. */
export const formatOf = (value: unknown): ChaptarrFormat | null =>
  value === 'ebook' || value === 'audiobook' ? value : null;

export const lenientText = lenient(z.string()).transform((text) => text ?? '');

/** An id of the metadata service: null where there is none. */
export const foreignId: ZodType<string | null> = z
  .string()
  .nullish()
  .transform((id) => id || null);

/** Numbers and words for the same: quality profiles use words, metadata profiles and folders numbers. */
const PURPOSES: Readonly<Record<string, ChaptarrPurpose>> = {
  0: 'both',
  1: 'audiobook',
  2: 'ebook',
  audiobook: 'audiobook',
  ebook: 'ebook',
};

const purpose: ZodType<ChaptarrPurpose> = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    if (value === null || value === undefined) return null;
    return Object.hasOwn(PURPOSES, value) ? (PURPOSES[value] ?? null) : 'other';
  });

export interface ChaptarrPicture {
  /** Path below Chaptarr's own address, or an address; null where it has none. */
  readonly url: string | null;
  /** The copy of the metadata service; null where it names none. */
  readonly remoteUrl: string | null;
}

/** The picture of this kind, or else the first that there is; null without any. What can't be read counts as missing. */
export function pictureOf(images: unknown, kind: 'cover' | 'poster'): ChaptarrPicture | null {
  if (!Array.isArray(images)) return null;
  let found: ChaptarrPicture | null = null;
  for (const image of images as readonly unknown[]) {
    if (typeof image !== 'object' || image === null) continue;
    const { coverType, url, remoteUrl } = image as ChaptarrRecord;
    const picture = { url: textOf(url), remoteUrl: textOf(remoteUrl) };
    if (picture.url === null && picture.remoteUrl === null) continue;
    if (coverType === kind) return picture;
    found ??= picture;
  }
  return found;
}

export interface ChaptarrProfile {
  readonly id: number;
  /** Its number where it has no name. */
  readonly name: string;
  readonly purpose: ChaptarrPurpose;
}

/** A folder that Chaptarr keeps titles in. */
export interface ChaptarrFolder {
  /** Path as Chaptarr's machine sees it. */
  readonly path: string;
  readonly name: string;
  readonly purpose: ChaptarrPurpose;
  /** Can Chaptarr reach it right now? False too where it doesn't say. */
  readonly accessible: boolean;
  /** Is it what Chaptarr itself takes for this format where nobody says? */
  readonly isDefault: Readonly<Record<ChaptarrFormat, boolean>>;
}

const profileSchema = z
  .object({ id: z.int().positive(), name: lenient(z.string()), profileType: purpose })
  .transform(({ id, name, profileType }): ChaptarrProfile => ({ id, name: name ?? String(id), purpose: profileType }));

const folderSchema = z
  .object({
    path: z.string().min(1),
    name: lenient(z.string()),
    folderType: purpose,
    accessible: lenient(z.boolean()),
    isEffectiveDefaultEbook: lenient(z.boolean()),
    isEffectiveDefaultAudiobook: lenient(z.boolean()),
  })
  .transform((folder): ChaptarrFolder => ({
    path: folder.path,
    name: folder.name ?? '',
    purpose: folder.folderType,
    accessible: folder.accessible ?? false,
    isDefault: {
      ebook: folder.isEffectiveDefaultEbook ?? false,
      audiobook: folder.isEffectiveDefaultAudiobook ?? false,
    },
  }));

export const readProfile = rowBy<ChaptarrProfile>(profileSchema);

export const readFolder = rowBy<ChaptarrFolder>(folderSchema);
