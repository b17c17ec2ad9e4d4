import { describe, expect, it } from 'vitest';
import { chatChange, type ChatSettings, flatChat, flatChatChange, typedChat } from './chat-form.js';

const EVENTS: ChatSettings['events'] = {
  request_pending: true,
  request_auto_approved: false,
  request_approved: false,
  request_denied: false,
  request_failed: false,
  request_available: false,
  issue_created: false,
  issue_comment: false,
  issue_resolved: false,
  issue_reopened: false,
  request_stuck: false,
};

const STORED: ChatSettings = {
  enabled: true,
  has_webhook: true,
  events: EVENTS,
  include_auto_approved: false,
  enable_mentions: true,
  role_id: '900000000000000001',
  role_events: { ...EVENTS, request_failed: true },
  thread_id: '900000000000000070',
  username: 'Library',
  avatar_url: 'https://usher.example/icon.png',
  embed_poster: true,
  stuck_days: 14,
  recent: [],
};

const NOTHING = { events: {}, role_events: {} };

describe('doc2 §4, chat notifications: what the form sends', () => {
  it('what was not changed is left out, so that it stays as the server has it', () => {
    expect(chatChange(typedChat(STORED), STORED)).toEqual(NOTHING);
  });

  it('issue 46: each switch is a change of its own, and is sent alone', () => {
    const flat = flatChat(STORED);
    expect(flatChatChange(flat, STORED)).toEqual(NOTHING);
    const changed = { ...flat, 'post request_denied': true, 'role request_failed': false, username: 'Desk' };
    expect(flatChatChange(changed, STORED)).toEqual({
      username: 'Desk',
      events: { request_denied: true },
      role_events: { request_failed: false },
    });
  });

  it.each([
    [
      'a new address without blanks around it',
      { webhook: ' https://discord.com/x ' },
      { webhook_url: 'https://discord.com/x' },
    ],
    ['no address where the field has blanks alone', { webhook: '  ' }, {}],
    ['a single event', { events: { ...EVENTS, request_denied: true } }, { events: { request_denied: true } }],
    [
      'a single event of the role',
      { roleEvents: { ...EVENTS, request_failed: false } },
      { role_events: { request_failed: false } },
    ],
    ['that posting is off', { enabled: false }, { enabled: false }],
    ['blank texts, which clear', { thread: ' ', role: '' }, { thread_id: '', role_id: '' }],
    [
      'name, picture and poster',
      { username: ' Usher ', avatar: '', hasPoster: false },
      { username: 'Usher', avatar_url: '', embed_poster: false },
    ],
    ['a number of days', { stuckDays: ' 30 ' }, { stuck_days: 30 }],
    ['no days where there is no number, which the server refuses', { stuckDays: 'x' }, { stuck_days: 0 }],
    ['mentions', { mentions: false }, { enable_mentions: false }],
  ])('it sends %s', (_what, typed, sent) => {
    expect(chatChange({ ...typedChat(STORED), ...typed }, STORED)).toEqual({ ...NOTHING, ...sent });
  });

  it('what is typed is a copy: what is stored stays as it was read', () => {
    const typed = typedChat(STORED);
    typed.events.request_denied = typed.roleEvents.request_denied = true;
    expect([STORED.events.request_denied, STORED.role_events.request_denied]).toEqual([false, false]);
  });
});
