import { describe, expect, it } from 'vitest';
import { faultsOfBox } from '../../scripts/demo/box-verdict.js';

const film = 'infuse://movie/1';
const [dropped, shown] = [
  { url: film, shown: false },
  { url: film, shown: true },
];

describe('issue 25, show 7: the film on the household’s box', () => {
  it('two links, of which the second shows it', () =>
    expect(faultsOfBox({ links: [dropped, shown], film })).toEqual([]));

  it.each([
    ['nothing was sent', [], 'The Apple TV took 0 links, not two.'],
    ['one link was sent', [dropped], 'The Apple TV took 1 links, not two.'],
    ['a third one was sent', [dropped, shown, shown], 'The Apple TV took 3 links, not two.'],
    ['it was something else', [{ ...dropped, url: 'infuse://movie/2' }, shown], 'something else than the film'],
    ['it was never shown', [dropped, dropped], 'did not show the film'],
  ])('%s', (_, links, fault) => expect(faultsOfBox({ links, film }).join(' ')).toContain(fault));
});
