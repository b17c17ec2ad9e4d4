import { describe, expect, it } from 'vitest';
import {
  type AudiobookshelfChange,
  type AudiobookshelfUser,
  audiobookshelfUser,
  bodyOfChange,
  holds,
} from './audiobookshelf-user.js';

const PERMISSIONS = {
  download: true,
  accessAllLibraries: false,
  accessAllTags: true,
  accessExplicitContent: false,
  selectedTagsNotAccessible: false,
};

const row = (changed: object = {}, permissions: object = {}): Record<string, unknown> => ({
  id: 'id-1',
  username: 'mara',
  type: 'user',
  token: 'planted',
  isActive: true,
  permissions: { ...PERMISSIONS, ...permissions },
  librariesAccessible: ['one', 'two'],
  itemTagsSelected: ['kids'],
  ...changed,
});

const read = (changed?: object, permissions?: object) => audiobookshelfUser.parse(row(changed, permissions));
const accessOf = (changed?: object, permissions?: object) => read(changed, permissions).user.access;

describe('an account', () => {
  it('is read with what it sees, and without its token', () => {
    const stored = read();
    expect(stored.user).toEqual({
      id: 'id-1',
      username: 'mara',
      isAdministrator: false,
      isActive: true,
      access: { libraries: ['one', 'two'], tags: 'all', explicitContent: false },
    });
    expect(JSON.stringify(stored)).not.toContain('planted');
  });

  it.each([
    ['root', true],
    ['admin', true],
    ['user', false],
    ['guest', false],
    ['Root', false],
  ])('of type %s is an administrator’s: %s', (type, isAdministrator) => {
    expect(read({ type }).user).toMatchObject({ isAdministrator });
  });

  it('audiobookshelf facts, Seen: with a yes to all libraries sees all, even where the list names some', () => {
    expect(accessOf({}, { accessAllLibraries: true })).toMatchObject({ libraries: 'all' });
    expect(accessOf({ librariesAccessible: undefined }, { accessAllLibraries: true })).toMatchObject({
      libraries: 'all',
    });
  });

  it.each([
    [{ accessAllTags: false }, { only: ['kids'] }],
    [{ accessAllTags: false, selectedTagsNotAccessible: true }, { without: ['kids'] }],
    [{ accessAllTags: true, selectedTagsNotAccessible: true }, 'all'],
    [{ accessAllTags: false, selectedTagsNotAccessible: undefined }, { only: ['kids'] }],
  ])('audiobookshelf facts, Tags: %j', (permissions, tags) => {
    expect(accessOf({}, permissions)).toMatchObject({ tags });
  });

  it.each<readonly [string, object, object]>([
    ['no permissions', { permissions: undefined }, {}],
    ['null for permissions', { permissions: null }, {}],
    ['permissions that are a list', { permissions: [] }, {}],
    ['permissions that are a text', { permissions: 'all' }, {}],
    ['a text for a yes', {}, { accessAllLibraries: 'false' }],
    ['a number for a yes', {}, { accessExplicitContent: 0 }],
    ['null for a yes', {}, { accessAllTags: null }],
    ['a missing yes', {}, { accessExplicitContent: undefined }],
    ['a direction that is none', {}, { selectedTagsNotAccessible: 'no' }],
    ['no list of libraries', { librariesAccessible: null }, {}],
    ['libraries that are no list', { librariesAccessible: 'one' }, {}],
    ['libraries that are no texts', { librariesAccessible: ['one', 2] }, {}],
    ['a library of endless length', { librariesAccessible: ['x'.repeat(10_000)] }, {}],
    ['no list of tags, and some tags only', { itemTagsSelected: null }, { accessAllTags: false }],
  ])('security 34: with %s is there, and what it sees is unknown', (_, changed, permissions) => {
    expect(read(changed, permissions).user).toMatchObject({ id: 'id-1', isActive: true, access: null });
  });

  it.each<readonly [string, object]>([
    ['no id', { id: undefined }],
    ['an id that is a path', { id: '../root' }],
    ['an id that is a number', { id: 7 }],
    ['an endless id', { id: 'x'.repeat(129) }],
    ['no name', { username: '' }],
    ['a name that is none', { username: ['mara'] }],
    ['no type', { type: null }],
    ['nothing of whether it is active', { isActive: undefined }],
    ['a text for whether it is active', { isActive: 'true' }],
  ])('security 34: with %s can not be read', (_, changed) => {
    expect(audiobookshelfUser.safeParse(row(changed)).success).toBe(false);
  });
});

describe('a change', () => {
  const user = (changed: Partial<AudiobookshelfUser> = {}): AudiobookshelfUser => ({ ...read().user, ...changed });

  it.each<readonly [AudiobookshelfChange, boolean]>([
    [{}, true],
    [{ isActive: true }, true],
    [{ isActive: false }, false],
    [{ libraries: ['two', 'one', 'one'] }, true],
    [{ libraries: ['one'] }, false],
    [{ libraries: ['one', 'two', 'three'] }, false],
    [{ libraries: [] }, false],
    [{ libraries: 'all' }, false],
    [{ explicitContent: false }, true],
    [{ explicitContent: true }, false],
    [{ isActive: true, libraries: ['one', 'two'], explicitContent: true }, false],
  ])('%j holds: %s', (change, isHeld) => {
    expect(holds(user(), change)).toBe(isHeld);
  });

  it('of what is seen does not hold where that is unknown', () => {
    expect(holds(user({ access: null }), { isActive: true })).toBe(true);
    expect(holds(user({ access: null }), { libraries: ['one', 'two'] })).toBe(false);
    expect(holds(user({ access: null }), { explicitContent: false })).toBe(false);
  });

  it('of whether it is active is written alone', () => {
    expect(bodyOfChange(read({ permissions: null }), { isActive: false })).toEqual({ isActive: false });
  });

  it('audiobookshelf facts, Seen: of libraries is written with all permissions, unknown ones included', () => {
    const stored = read({}, { mayFly: 'yes', accessAllTags: false });
    expect(bodyOfChange(stored, { libraries: ['three'] })).toEqual({
      permissions: { ...PERMISSIONS, mayFly: 'yes', accessAllTags: false, accessAllLibraries: false },
      librariesAccessible: ['three'],
      itemTagsSelected: ['kids'],
    });
  });

  it('to all libraries keeps the list, as the server does', () => {
    expect(bodyOfChange(read(), { libraries: 'all' })).toMatchObject({
      permissions: { accessAllLibraries: true },
      librariesAccessible: ['one', 'two'],
    });
  });

  it('of explicit content keeps the libraries', () => {
    expect(bodyOfChange(read(), { explicitContent: true, isActive: false })).toMatchObject({
      isActive: false,
      permissions: { accessAllLibraries: false, accessExplicitContent: true },
      librariesAccessible: ['one', 'two'],
    });
  });

  it('of what is seen can not be written where permissions can not be read', () => {
    expect(bodyOfChange(read({ permissions: null }), { explicitContent: false })).toBeNull();
  });
});
