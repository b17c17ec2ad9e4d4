import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { chooseDestination, type DestinationChoices } from './choose-destination.js';

const place = (over: Partial<DestinationChoices> = {}) =>
  chooseDestination({
    profiles: [{ id: 4 }, { id: 6 }, { id: 9 }],
    roots: [
      { path: '/films', accessible: true },
      { path: '/more-films', accessible: true },
    ],
    chosenProfileId: 0,
    defaultProfileId: 0,
    ...over,
  });

describe('chooseDestination', () => {
  describe('doc 4 section 1.13: profile = chosen if valid, else the policy default, else the first', () => {
    it.each<[string, number, number, number]>([
      ['the chosen one', 9, 6, 9],
      ['the default when nothing was chosen', 0, 6, 6],
      ['the default when the manager has not the chosen one', 99, 6, 6],
      ['the first when nothing was chosen and there is no default', 0, 0, 4],
      ['the first when the manager has neither', 99, 98, 4],
      ['the chosen one when the manager has not the default', 9, 98, 9],
    ])('%s', (_case, chosenProfileId, defaultProfileId, profileId) => {
      expect(place({ chosenProfileId, defaultProfileId })).toEqual({
        qualityProfileId: profileId,
        rootFolderPath: '/films',
      });
    });

    it('the profile is always one of the manager', () => {
      const ids = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1 });
      const wanted = fc.integer({ min: 0, max: 30 });
      fc.assert(
        fc.property(ids, wanted, wanted, (known, chosenProfileId, defaultProfileId) => {
          const placed = place({ profiles: known.map((id) => ({ id })), chosenProfileId, defaultProfileId });
          return 'qualityProfileId' in placed && known.includes(placed.qualityProfileId);
        }),
      );
    });
  });

  describe('doc 4 section 1.13: first root folder', () => {
    it('the first one that the manager can reach', () => {
      const roots = [
        { path: '/unplugged', accessible: false },
        { path: '/films', accessible: true },
      ];
      expect(place({ roots })).toEqual({ qualityProfileId: 4, rootFolderPath: '/films' });
    });

    it('the first of all when it can reach none: the manager then says what is wrong', () => {
      const roots = [
        { path: '/unplugged', accessible: false },
        { path: '/unplugged-too', accessible: false },
      ];
      expect(place({ roots })).toEqual({ qualityProfileId: 4, rootFolderPath: '/unplugged' });
    });
  });

  describe('doc 4 section 1.13: no root folder or profile is for an administrator to fix', () => {
    it('no profile', () => {
      expect(place({ profiles: [], chosenProfileId: 4 })).toMatchObject({
        problem: { text: expect.stringContaining('no quality profile') },
      });
    });

    it('no root folder', () => {
      expect(place({ roots: [] })).toMatchObject({ problem: { text: expect.stringContaining('no root folder') } });
    });

    it('neither: the profile is named first', () => {
      expect(place({ profiles: [], roots: [] })).toMatchObject({
        problem: { text: expect.stringContaining('no quality profile') },
      });
    });
  });
});
