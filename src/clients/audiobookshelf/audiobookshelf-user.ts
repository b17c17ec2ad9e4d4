import { z } from 'zod';

/** Libraries that somebody sees; `all` includes those that are made later, and an empty list is none. */
type AudiobookshelfLibraries = 'all' | readonly string[];

/** What somebody sees of the server. */
export interface AudiobookshelfAccess {
  readonly libraries: AudiobookshelfLibraries;
  /** With some tags only, without some tags, or with any tags. */
  readonly tags: 'all' | { readonly only: readonly string[] } | { readonly without: readonly string[] };
  readonly explicitContent: boolean;
}

/** An account of the server. */
export interface AudiobookshelfUser {
  /** Of the server's own: a UUID, in old databases another word. */
  readonly id: string;
  readonly username: string;
  /** Of type `root` or `admin`. Such an account sees everything, even where its access says less, and is never written to. */
  readonly isAdministrator: boolean;
  readonly isActive: boolean;
  /** Null where it can't be read in full: nobody may conclude that something is seen, or that it isn't. */
  readonly access: AudiobookshelfAccess | null;
}

/** What is to hold of an account; what isn't named stays. */
export interface AudiobookshelfChange {
  readonly isActive?: boolean;
  readonly libraries?: AudiobookshelfLibraries;
  readonly explicitContent?: boolean;
}

/** An account with what a change of it has to write back. It never holds the tokens that the server gives with it. */
export interface StoredAudiobookshelfUser {
  readonly user: AudiobookshelfUser;
  /** As they came, keys that we don't know included; null where they are no object. */
  readonly permissions: Readonly<Record<string, unknown>> | null;
  readonly libraryIds: readonly string[];
  readonly tags: readonly string[];
}

/** An id of the server's own, which is part of addresses. */
export const audiobookshelfId = z.string().regex(/^[\w-]{1,128}$/);

const ADMINISTRATORS = ['root', 'admin'];

const idList = z.array(z.string().max(512)).nullable().catch(null);

/** An account. The token that comes with it, which is never read, is good for ever. */
export const audiobookshelfUser = z
  .object({
    id: audiobookshelfId,
    username: z.string().min(1).max(512),
    type: z.string(),
    isActive: z.boolean(),
    permissions: z.record(z.string(), z.unknown()).nullish().catch(null),
    librariesAccessible: idList.optional(),
    itemTagsSelected: idList.optional(),
  })
  .transform(({ id, username, type, isActive, permissions = null, ...lists }): StoredAudiobookshelfUser => {
    const { librariesAccessible = [], itemTagsSelected = [] } = lists;
    const access = accessOf(permissions, librariesAccessible, itemTagsSelected);
    return {
      user: { id, username, isAdministrator: ADMINISTRATORS.includes(type), isActive, access },
      permissions,
      libraryIds: librariesAccessible ?? [],
      tags: itemTagsSelected ?? [],
    };
  });

export interface AudiobookshelfUsers {
  readonly users: readonly AudiobookshelfUser[];
  /** False where a part of the list can't be read. Then an account that isn't in it may be there all the same. */
  readonly isComplete: boolean;
}

const namesId = z.object({ id: audiobookshelfId });

/** A list of accounts: those that can be read, and the ids of the others, null for one that may be any. */
export const audiobookshelfUsers = z.object({ users: z.array(z.unknown()) }).transform(({ users: rows }) => {
  const users: StoredAudiobookshelfUser[] = [];
  const unread: (string | null)[] = [];
  for (const row of rows) {
    const judged = audiobookshelfUser.safeParse(row);
    if (judged.success) users.push(judged.data);
    else unread.push(namesId.safeParse(row).data?.id ?? null);
  }
  return { users, unread };
});

/** An account in a wrapper, as the answers to changes and sign-ins have it. */
export const wrappedUser = z.object({ user: audiobookshelfUser });

function accessOf(
  permissions: Readonly<Record<string, unknown>> | null,
  libraryIds: readonly string[] | null,
  tags: readonly string[] | null,
): AudiobookshelfAccess | null {
  const {
    accessAllLibraries,
    accessAllTags,
    accessExplicitContent,
    selectedTagsNotAccessible = false,
  } = permissions ?? {};
  const flags = [accessAllLibraries, accessAllTags, accessExplicitContent, selectedTagsNotAccessible];
  if (flags.some((flag) => typeof flag !== 'boolean')) return null;
  const libraries = accessAllLibraries === true ? 'all' : libraryIds;
  if (libraries === null || (accessAllTags === false && tags === null)) return null;
  const some = tags ?? [];
  return {
    libraries,
    tags: accessAllTags === true ? 'all' : selectedTagsNotAccessible === true ? { without: some } : { only: some },
    explicitContent: accessExplicitContent === true,
  };
}

/** Does all of a change hold? */
export function holds({ isActive, access }: AudiobookshelfUser, change: AudiobookshelfChange): boolean {
  if (change.isActive !== undefined && change.isActive !== isActive) return false;
  if (change.libraries === undefined && change.explicitContent === undefined) return true;
  if (access === null) return false;
  const isExplicitRight = change.explicitContent === undefined || change.explicitContent === access.explicitContent;
  return isExplicitRight && (change.libraries === undefined || areSame(change.libraries, access.libraries));
}

/** Null where needed permissions can't be read. They go whole: without them the server answers 200 to libraries and changes nothing. */
export function bodyOfChange(
  { permissions, libraryIds, tags }: StoredAudiobookshelfUser,
  { isActive, libraries, explicitContent }: AudiobookshelfChange,
): Readonly<Record<string, unknown>> | null {
  const active = isActive === undefined ? {} : { isActive };
  if (libraries === undefined && explicitContent === undefined) return active;
  if (permissions === null) return null;
  return {
    ...active,
    permissions: {
      ...permissions,
      ...(libraries === undefined ? {} : { accessAllLibraries: libraries === 'all' }),
      ...(explicitContent === undefined ? {} : { accessExplicitContent: explicitContent }),
    },
    librariesAccessible: libraries === undefined || libraries === 'all' ? libraryIds : libraries,
    itemTagsSelected: tags,
  };
}

function areSame(one: AudiobookshelfLibraries, other: AudiobookshelfLibraries): boolean {
  if (one === 'all' || other === 'all') return one === other;
  const others = new Set(other);
  const ids = new Set(one);
  return ids.size === others.size && [...ids].every((id) => others.has(id));
}
