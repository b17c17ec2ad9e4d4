import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedCount } from '../../../../test/harness/full-counts.js';
import { LARGEST_PUSH_BYTES, pushMessage, type PushNews } from './push-texts.js';

const FILM = { mediaType: 'movie', title: 'Harbor Lights', tmdbId: 990101, foreignId: null, instanceId: null } as const;
const SERIES = { ...FILM, mediaType: 'tv', title: 'Northern Relay', tmdbId: 990201 } as const;
const BOOK = {
  mediaType: 'book',
  title: 'Low Tide',
  tmdbId: null,
  foreignId: 'hc:7',
  instanceId: 'books',
} as const;

const filmData = { media_type: 'movie', title: 'Harbor Lights', tmdb_id: 990101 };
const bookData = { media_type: 'book', title: 'Low Tide', foreign_id: 'hc:7', instance_id: 'books' };

const MESSAGES: readonly (readonly [PushNews, object])[] = [
  [
    { category: 'request_pending', ...FILM, requestId: 5, formats: [], pendingCount: 3 },
    {
      title: 'New request',
      body: 'Harbor Lights',
      badge: 3,
      data: { type: 'request_pending', ...filmData, request_id: 5 },
    },
  ],
  [
    { category: 'request_auto_approved', ...FILM, requestId: 5, formats: [] },
    {
      title: 'Request approved automatically',
      body: 'Harbor Lights',
      data: { type: 'request_auto_approved', ...filmData, request_id: 5 },
    },
  ],
  [
    { category: 'request_decision', ...FILM, requestId: 5, formats: [], decision: 'approved', reason: 'never said' },
    {
      title: 'Request approved',
      body: 'Harbor Lights',
      data: { type: 'request_decision', ...filmData, request_id: 5 },
    },
  ],
  [
    { category: 'request_decision', ...BOOK, requestId: 6, formats: ['ebook'], decision: 'denied', reason: 'Too long' },
    {
      title: 'Request denied',
      body: 'Low Tide (e-book): Too long',
      data: { type: 'request_decision', ...bookData, request_id: 6, book_format: 'ebook' },
    },
  ],
  [
    {
      category: 'request_decision',
      ...BOOK,
      requestId: 6,
      formats: ['ebook', 'audiobook'],
      decision: 'approved',
      reason: null,
    },
    {
      title: 'Request approved',
      body: 'Low Tide (e-book and audiobook)',
      data: { type: 'request_decision', ...bookData, request_id: 6, book_format: 'both' },
    },
  ],
  [
    { category: 'new_movie', ...FILM },
    { title: 'New movie', body: 'Harbor Lights', data: { type: 'new_movie', ...filmData } },
  ],
  [
    { category: 'new_episode', ...SERIES },
    { title: 'New episodes', body: 'Northern Relay' },
  ],
  [
    { category: 'new_book', ...BOOK },
    { title: 'New book', body: 'Low Tide', data: { type: 'new_book', ...bookData } },
  ],
  [
    { category: 'content_upgraded', ...FILM },
    { title: 'Better file', body: 'Harbor Lights' },
  ],
  [
    { category: 'issue_created', issueId: 9, source: 'user', count: 1 },
    {
      title: 'New problem reported',
      body: 'Open the list of problems to look at it.',
      collapseId: 'issue_created:user',
      data: { type: 'issue_created', issue_id: 9 },
    },
  ],
  [
    { category: 'issue_created', issueId: 9, source: 'auto', count: 4 },
    { title: '4 problems need attention', collapseId: 'issue_created:auto', data: { type: 'issue_created' } },
  ],
  [{ category: 'issue_created', issueId: 9, source: 'system', count: 1 }, { title: 'A service needs attention' }],
  ...(['issue_question', 'issue_fix_confirm', 'issue_closed', 'issue_reopened'] as const).map(
    (update): readonly [PushNews, object] => [
      { category: 'issue_report_update', issueId: 9, update },
      { collapseId: 'issue:9', data: { type: update, issue_id: 9 } },
    ],
  ),
  [
    { category: 'hub_access_request', userId: 3, username: 'ana', step: 'asked' },
    {
      title: 'New address at Plex',
      body: 'ana has named an address at Plex. Open their account to give them access.',
      collapseId: 'hub_access_request:3',
      data: { type: 'hub_access_request', user_id: 3 },
    },
  ],
  [
    { category: 'hub_access_request', userId: 3, username: 'ana', step: 'invited' },
    { body: 'ana has named an address at Plex. An invitation was sent.' },
  ],
  [
    { category: 'hub_access_request', userId: 3, username: 'ana', step: 'account_made' },
    {
      title: 'New account by sign-in',
      body: 'ana has signed in for the first time and has an account now. Open it to limit what they see.',
      collapseId: 'account_made:3',
      data: { type: 'account_made', user_id: 3 },
    },
  ],
  [
    { category: 'media_server_access' },
    { title: 'You are invited to Plex', collapseId: 'hub_invite_sent', data: { type: 'hub_invite_sent' } },
  ],
];

describe('what a push message says', () => {
  it.each(MESSAGES)('doc4 §1.19, §5.3: %j', (news, message) => {
    const { data, ...rest } = pushMessage(news);
    expect({ ...rest, data }).toMatchObject(message);
    if ('data' in message) expect(data).toEqual(message.data);
  });

  it('doc4 §5.3: only a request that waits for a decision sets the number at the icon', () => {
    const withBadge = MESSAGES.filter(([news]) => pushMessage(news).badge !== undefined);
    expect(withBadge.map(([{ category }]) => category)).toEqual(['request_pending']);
  });

  it.each([
    ['Two\nlines\u0000and\u2028more', 'Two lines and more'],
    ['half \ud83d', 'half \ufffd'],
    ['👩‍🚀', '👩‍🚀'],
    ['', ''],
  ])('shows %j in one line, as well-formed text', (title, body) => {
    expect(pushMessage({ category: 'new_movie', ...FILM, title }).body).toBe(body);
  });

  it('issue 24: a long text is cut between code points and says that something is missing', () => {
    const { body } = pushMessage({ category: 'new_movie', ...FILM, title: '🎬'.repeat(5_000) });
    expect(body).toMatch(/^(?:🎬)+…$/u);
    expect(Buffer.byteLength(body)).toBeGreaterThan(700);
  });

  it('issue 24: no text from outside makes a message larger than 4 KiB, or breaks a character', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1_500 }),
      fc.constantFrom('\u0000', '"', '\\', '🎬', '\ud800', 'a').map((unit) => unit.repeat(5_000)),
    );
    const formats = fc.constantFrom<('ebook' | 'audiobook')[]>([], ['ebook', 'audiobook']);
    fc.assert(
      fc.property(text, text, text, formats, (title, reason, foreignId, chosen) => {
        const titled = {
          mediaType: 'book',
          title,
          tmdbId: Number.MAX_SAFE_INTEGER,
          foreignId,
          instanceId: foreignId,
        } as const;
        const request = { ...titled, requestId: 2_147_483_647, formats: chosen };
        const news: readonly PushNews[] = [
          { category: 'request_decision', ...request, decision: 'denied', reason },
          { category: 'request_pending', ...request, pendingCount: 2_147_483_647 },
          { category: 'new_episode', ...titled },
          { category: 'hub_access_request', userId: 2_147_483_647, username: title, step: 'asked' },
        ];
        for (const one of news) {
          const { collapseId, ...rest } = pushMessage(one);
          const json = JSON.stringify({ ...rest, collapse_id: collapseId });
          expect(Buffer.byteLength(json)).toBeLessThanOrEqual(LARGEST_PUSH_BYTES);
          expect(json).not.toMatch(/\\ud[89a-f]/);
        }
      }),
      { numRuns: generatedCount(200) },
    );
  });
});
