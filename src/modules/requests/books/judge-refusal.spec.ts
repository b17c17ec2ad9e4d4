import { describe, expect, it } from 'vitest';
import { judgeRefusal } from './judge-refusal.js';

describe('judgeRefusal', () => {
  it.each([
    ['a quality profile', ['ebookqualityprofileid'], [], 'book_configuration'],
    ['a metadata profile', ['audiobookmetadataprofileid'], ['NotEmptyValidator'], 'book_configuration'],
    ['a folder', ['title', 'ebookrootfolderpath'], [], 'book_configuration'],
    ['editions', ['editions'], [], 'editions_unavailable'],
    ['an edition', ['edition'], [], 'editions_unavailable'],
    ['an id that it does not know', ['foreignbookid'], ['NotEmptyValidator'], 'metadata_unresolved'],
    ['an id for another reason', ['foreignbookid'], [], 'library_unavailable'],
    ['anything else', ['path'], ['PathValidator'], 'library_unavailable'],
    ['nothing that it names', [], [], 'library_unavailable'],
  ])('doc4 §1.17: an objection to %s needs a person, and administrators read it', (_, properties, refusals, code) => {
    expect(judgeRefusal({ outcome: 'refused', properties, refusals, reason: 'no' })).toEqual({
      state: 'attention',
      code,
      message: 'The book manager refused it: no',
    });
  });
});
