import { describe, expect, it } from 'vitest';
import {
  type AlbumMetadataProfile,
  type AlbumChoices,
  lookupWords,
  chooseAlbumDestination,
} from './choose-album-destination.js';

const profile = (id: number, name: string, primary: string[] | null, secondary: string[] | null) =>
  ({ id, name, primaryTypes: primary, secondaryTypes: secondary }) satisfies AlbumMetadataProfile;

const NONE = profile(1, 'None', [], []);
const STANDARD = profile(2, 'Standard', ['Album', 'EP'], ['Studio']);
const WIDE = profile(3, 'Wide', ['Album', 'EP', 'Single'], ['Studio', 'Live']);

const root = (path: string, quality: number | null, metadata: number | null, accessible = true) => ({
  path,
  accessible,
  defaultQualityProfileId: quality,
  defaultMetadataProfileId: metadata,
});

const input = (over: Partial<AlbumChoices> = {}): AlbumChoices => ({
  roots: [root('/music', 6, 3)],
  qualityProfiles: [{ id: 5 }, { id: 6 }],
  metadataProfiles: [NONE, STANDARD, WIDE],
  artist: null,
  albumType: 'Album',
  secondaryTypes: [],
  ...over,
});

const at = (rootFolderPath: string, qualityProfileId: number, metadataProfileId: number) => ({
  rootFolderPath,
  qualityProfileId,
  metadataProfileId,
});

const artist = (qualityProfileId: number | null, metadataProfileId: number | null) => ({
  artist: { qualityProfileId, metadataProfileId },
});

describe('doc2 §4 Requests rule 5: where a new album goes', () => {
  it.each<[string, Partial<AlbumChoices>, object]>([
    ['the folder’s default profiles', {}, at('/music', 6, 3)],
    [
      'the first folder that the manager can reach',
      { roots: [root('/away', 5, 2, false), root('/here', 6, 3)] },
      at('/here', 6, 3),
    ],
    ['the first folder when it can reach none', { roots: [root('/away', 5, 2, false)] }, at('/away', 5, 2)],
    ['the first profiles when the folder has no defaults', { roots: [root('/music', null, null)] }, at('/music', 5, 2)],
    ['the first profiles when the defaults are gone', { roots: [root('/music', 77, 78)] }, at('/music', 5, 2)],
    ['not the hidden None, the first of the list', { roots: [root('/music', 6, null)] }, at('/music', 6, 2)],
    ['not the hidden None, the folder’s default', { roots: [root('/music', 6, 1)] }, at('/music', 6, 2)],
    ['the profiles of an artist who is there', artist(5, 2), at('/music', 5, 2)],
    ['the defaults beside what is unknown of an artist', artist(null, null), at('/music', 6, 3)],
    ['an unknown type is not excluded', { albumType: '' }, at('/music', 6, 3)],
    [
      'a profile whose types can’t be read excludes nothing',
      { albumType: 'Broadcast', metadataProfiles: [profile(3, 'Odd', null, null)] },
      at('/music', 6, 3),
    ],
    ['of several secondary types one is enough', { secondaryTypes: ['Live', 'Remix'] }, at('/music', 6, 3)],
  ])('%s', (_, over, place) => {
    expect(chooseAlbumDestination(input(over))).toEqual(place);
  });

  it.each<[string, Partial<AlbumChoices>, RegExp]>([
    ['no folder', { roots: [] }, /has no root folder/],
    ['no quality profile', { qualityProfiles: [] }, /has no quality profile/],
    ['no metadata profile but None', { metadataProfiles: [NONE] }, /has no metadata profile/],
    [
      'a type that the profile leaves out',
      { albumType: 'Single', roots: [root('/music', 6, 2)] },
      /"Standard" .*\(Single\)/,
    ],
    [
      'a secondary type that it leaves out',
      { secondaryTypes: ['Live'], ...artist(5, 2) },
      /"Standard" .*\(Album, Live\)/,
    ],
    [
      'a studio album where only others are kept',
      { metadataProfiles: [profile(3, 'Live', ['Album'], ['Live'])] },
      /"Live" /,
    ],
    ['an artist with the profile None', artist(5, 1), /"None" /],
  ])('issue, albums: an administrator has to put right: %s', (_, over, text) => {
    expect(chooseAlbumDestination(input(over))).toEqual({
      problem: expect.objectContaining({ text: expect.stringMatching(text) }),
    });
  });

  it('security 31: the problem names profile and types in 300 characters each, however long they are', () => {
    const long = 'N'.repeat(1_000_000);
    const place = chooseAlbumDestination(
      input({ metadataProfiles: [profile(3, long, [], [])], albumType: long, secondaryTypes: [long] }),
    );
    expect('problem' in place && place.problem.text.length).toBeLessThan(800);
  });
});

describe('doc2 §4 Requests rule 5: the words after the exact id', () => {
  it.each([
    ['Long Wave', null, ['Long Wave']],
    ['Long Wave', 'glass meridian long wave', ['glass meridian long wave', 'Long Wave']],
    ['Long Wave', 'Long Wave', ['Long Wave']],
    ['Long Wave (Deluxe) [2026]', null, ['Long Wave (Deluxe) [2026]', 'Long Wave']],
    ['(untitled)', ' ', ['(untitled)']],
  ])('%s, found by %s', (title, searchTerm, words) => {
    expect(lookupWords({ title, searchTerm })).toEqual(words);
  });
});
