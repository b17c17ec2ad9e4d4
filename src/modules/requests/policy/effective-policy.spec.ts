import { describe, expect, it } from 'vitest';
import { effectiveFilmPolicy, effectiveSeriesPolicy } from './effective-policy.js';
import {
  INHERIT_ALL,
  REQUEST_SETTINGS,
  type GlobalRequestSettings,
  type UserRequestSettings,
} from './request-settings.js';

const household = (over: Partial<GlobalRequestSettings> = {}): GlobalRequestSettings => ({
  ...REQUEST_SETTINGS.fallback,
  ...over,
});
const own = (over: Partial<UserRequestSettings> = {}): UserRequestSettings => ({ ...INHERIT_ALL, ...over });

describe('the household policy before one is stored', () => {
  it('doc 4 section 1.11: approves by itself, every choice of seasons, no choice of quality, first profile', () => {
    expect(REQUEST_SETTINGS.fallback).toEqual({
      requireApproval: false,
      allowSeasonChoice: true,
      defaultSeasonScope: 'all',
      allowQualityChoice: false,
      defaultQualityMovieManager: 0,
      defaultQualityTvManager: 0,
    });
  });
});

describe('effectiveFilmPolicy', () => {
  const switches = [true, false] as const;
  const overrides = [null, true, false] as const;
  const cases = switches.flatMap((global) => overrides.map((override) => [global, override] as const));

  describe('doc 4 section 1.11: a member has the household policy, overridden by their own', () => {
    it.each(cases)('approval: household %s, own %s', (requireApproval, override) => {
      const policy = effectiveFilmPolicy('user', household({ requireApproval }), own({ requireApproval: override }));
      expect(policy.requireApproval).toBe(override ?? requireApproval);
    });

    it.each(cases)('choice of quality: household %s, own %s', (allowQualityChoice, override) => {
      const settings = own({ allowQualityChoice: override });
      const policy = effectiveFilmPolicy('user', household({ allowQualityChoice }), settings);
      expect(policy.allowQualityChoice).toBe(override ?? allowQualityChoice);
    });

    it.each([
      [4, null, 4],
      [4, 6, 6],
      [4, 0, 0],
      [0, null, 0],
    ])('default profile: household %s, own %s', (defaultQualityMovieManager, override, defaultProfileId) => {
      const settings = own({ qualityProfileMovieManager: override });
      expect(effectiveFilmPolicy('user', household({ defaultQualityMovieManager }), settings).defaultProfileId).toBe(
        defaultProfileId,
      );
    });

    it('the default profile of films is not the one of series', () => {
      const settings = [household({ defaultQualityTvManager: 7 }), own({ qualityProfileTvManager: 8 })] as const;
      expect(effectiveFilmPolicy('user', ...settings).defaultProfileId).toBe(0);
    });
  });

  it.each(cases)(
    'doc 4 section 1.11: an administrator never needs approval and may always choose (household %s, own %s)',
    (global, override) => {
      const policy = effectiveFilmPolicy(
        'admin',
        household({ requireApproval: global, allowQualityChoice: global }),
        own({ requireApproval: override, allowQualityChoice: override }),
      );
      expect(policy).toMatchObject({ requireApproval: false, allowQualityChoice: true });
    },
  );
});

describe('effectiveSeriesPolicy', () => {
  const overrides = [null, true, false] as const;
  const cases = ([true, false] as const).flatMap((global) => overrides.map((override) => [global, override] as const));

  it.each(cases)(
    'doc 4 section 1.11: a member has each switch (household %s) or their own (%s)',
    (global, override) => {
      const switches = { requireApproval: global, allowSeasonChoice: global, allowQualityChoice: global };
      const ownSwitches = { requireApproval: override, allowSeasonChoice: override, allowQualityChoice: override };
      const held = override ?? global;
      expect(effectiveSeriesPolicy('user', household(switches), own(ownSwitches))).toMatchObject({
        requireApproval: held,
        allowSeasonChoice: held,
        allowQualityChoice: held,
      });
    },
  );

  it('doc 4 section 1.11: an administrator needs no approval and may choose all, whatever is switched', () => {
    const switches = { requireApproval: true, allowSeasonChoice: false, allowQualityChoice: false };
    expect(effectiveSeriesPolicy('admin', household(switches), own(switches))).toMatchObject({
      requireApproval: false,
      allowSeasonChoice: true,
      allowQualityChoice: true,
    });
  });

  it('doc 4 section 1.11: uses the account’s own default scope and profile, else the household’s', () => {
    const stored = household({
      defaultSeasonScope: 'latest',
      defaultQualityTvManager: 4,
      defaultQualityMovieManager: 9,
    });
    expect(effectiveSeriesPolicy('user', stored, own())).toMatchObject({ defaultScope: 'latest', defaultProfileId: 4 });
    const mine = own({ seasonScope: 'pilot', qualityProfileTvManager: 0, qualityProfileMovieManager: 8 });
    expect(effectiveSeriesPolicy('user', stored, mine)).toMatchObject({ defaultScope: 'pilot', defaultProfileId: 0 });
  });
});
