import { describe, expect, it } from 'vitest';
import { EVENT_AUDIENCES, NOTIFICATION_EVENTS } from '../../../src/modules/notifications/events/notification-event.js';
import { isForAdministrators } from '../../../src/modules/notifications/push/push-audience.js';
import { PUSH_CATEGORIES as SERVERS } from '../../../src/modules/notifications/push/push-categories.js';
import { offeredCategories, offeredEvents, PUSH_CATEGORIES } from './notification-events.js';

const NOTHING = { allow_reporting: false, issues_enabled: false, hub_access_requestable: false };
const ALL = { allow_reporting: true, issues_enabled: true, hub_access_requestable: true };

const ABOUT_REQUESTS = NOTIFICATION_EVENTS.filter((event) => event.startsWith('request_'));

describe('issue 24, web app: only what can happen has a switch', () => {
  it('a server that can do everything has all events and all categories of the documents', () => {
    expect(offeredEvents(ALL)).toEqual(Object.keys(EVENT_AUDIENCES));
    const offered = [...offeredCategories('everyone', ALL), ...offeredCategories('administrators', ALL)];
    expect(offered.sort()).toEqual([...SERVERS].sort());
    expect([...PUSH_CATEGORIES].sort()).toEqual([...SERVERS].sort());
  });

  it('doc3 §9.1: those for administrators are the server’s', () => {
    expect(offeredCategories('administrators', ALL).every(isForAdministrators)).toBe(true);
    expect(offeredCategories('everyone', ALL).some(isForAdministrators)).toBe(false);
  });

  it.each([
    ['without reports, repairs and Plex', NOTHING],
    ['while that isn’t known', undefined],
  ])('%s there is what tells of requests and new content', (_what, abilities) => {
    expect(offeredEvents(abilities)).toEqual(ABOUT_REQUESTS);
    expect(offeredCategories('everyone', abilities)).toEqual([
      'request_decision',
      'new_movie',
      'new_episode',
      'new_book',
      'new_album',
    ]);
    expect(offeredCategories('administrators', abilities)).toEqual([
      'request_pending',
      'request_auto_approved',
      'content_upgraded',
      'hub_access_request',
    ]);
  });

  it.each([
    ['allow_reporting', ['issue_created', 'issue_report_update']],
    ['issues_enabled', ['agent_action_pending', 'agent_digest', 'issue_created', 'issue_report_update']],
    ['hub_access_requestable', ['media_server_access']],
  ])('%s adds what it makes possible', (ability, added) => {
    const abilities = { ...NOTHING, [ability]: true };
    const all = (given: typeof NOTHING) => [
      ...offeredCategories('everyone', given),
      ...offeredCategories('administrators', given),
    ];
    expect(
      all(abilities)
        .filter((name) => !all(NOTHING).includes(name))
        .sort(),
    ).toEqual(added);
    expect(offeredEvents(abilities).length).toBe(ability === 'hub_access_requestable' ? 7 : 11);
  });
});
