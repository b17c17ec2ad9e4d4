import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';
import { rowBy } from '../servarr/rows-read.js';
import { type ChaptarrFormat, type ChaptarrPurpose, purpose } from './chaptarr-values.js';

/** A quality profile or a metadata profile. */
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
  /** Empty where it has none. */
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
