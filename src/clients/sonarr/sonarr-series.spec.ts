import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seasonsUnknownTo, wholeSeriesSchema, withSeasonsMonitored } from './sonarr-series.js';

const others = fc.dictionary(fc.stringMatching(/^[a-z]\w{0,8}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 });

/** A record as Sonarr may write it: fields that we know among any others. */
const record = fc
  .record({
    rest: others,
    monitored: fc.boolean(),
    seasons: fc.uniqueArray(
      fc.record({
        seasonNumber: fc.nat(12),
        monitored: fc.boolean(),
        rest: others,
      }),
      { selector: ({ seasonNumber }) => seasonNumber, maxLength: 6 },
    ),
  })
  .map(({ rest, monitored, seasons }) => {
    const whole = seasons.map((season) => ({ ...season.rest, ...season, rest: season.rest }));
    return JSON.parse(JSON.stringify({ ...rest, monitored, seasons: whole })) as unknown;
  });

/** The record with every flag that we may set taken out. */
const withoutFlags = (series: unknown): unknown => {
  const { seasons, ...rest } = series as { seasons: readonly object[] };
  return { ...rest, monitored: null, seasons: seasons.map((season) => ({ ...season, monitored: null })) };
};

const numbers = fc.array(fc.nat(12), { maxLength: 6 });

describe('withSeasonsMonitored', () => {
  it('doc4 §1.15: turns on the series and the wanted seasons, turns nothing off and keeps every other field', () => {
    fc.assert(
      fc.property(record, numbers, (raw, wanted) => {
        const before = wholeSeriesSchema.parse(raw);
        const after = withSeasonsMonitored(before, wanted) ?? before;
        expect(after.monitored).toBe(true);
        for (const [index, { seasonNumber, monitored }] of before.seasons.entries()) {
          expect(after.seasons[index]?.monitored).toBe(monitored || wanted.includes(seasonNumber));
        }
        expect(withoutFlags(after)).toEqual(withoutFlags(raw));
      }),
    );
  });

  it('has nothing to say when all of it is on', () => {
    fc.assert(
      fc.property(record, numbers, (raw, wanted) => {
        const on = withSeasonsMonitored(wholeSeriesSchema.parse(raw), wanted);
        expect(on && withSeasonsMonitored(on, wanted)).toBeNull();
      }),
    );
  });

  it('leaves the record that it was given as it was', () => {
    const before = { monitored: false, seasons: [{ seasonNumber: 1, monitored: false }] };
    withSeasonsMonitored(before, [1]);
    expect(before).toEqual({ monitored: false, seasons: [{ seasonNumber: 1, monitored: false }] });
  });
});

describe('seasonsUnknownTo', () => {
  it('names the wanted seasons that the record lacks', () => {
    const series = { monitored: true, seasons: [{ seasonNumber: 1, monitored: true }] };
    expect(seasonsUnknownTo(series, [1, 2, 3])).toEqual([2, 3]);
    expect(seasonsUnknownTo(series, [1])).toEqual([]);
  });
});
