import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../../../test/harness/thrown-by.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { CHANNEL_CHANGE_BODY, NEW_CHANNEL_BODY } from './channel.body.js';

const CHANNEL = { name: 'Den', format: 'ntfy', url: 'https://ntfy.example/den' };
const NAME = 'name must be a text of 1 to 60 characters';

describe('what a channel is refused with', () => {
  it.each<readonly [object, string, string]>([
    [{ name: 7 }, 'not_a_text', NAME],
    [{ name: ' ' }, 'required', NAME],
    [{ name: 'n'.repeat(61) }, 'too_long', NAME],
    [{ format: 'pager' }, 'not_one_of', 'format must be one of json, ntfy, gotify, apprise'],
    [{ url: ' ' }, 'required', 'url is required'],
    [
      { secret: 'a\u0007b' },
      'unprintable',
      'secret must be a text of at most 512 characters without control characters, or null for none',
    ],
    [{ events: [] }, 'not_an_object', 'events must be an object of switches by event'],
    [{ events: { issue_created: 1 } }, 'not_a_flag', 'events.issue_created must be true or false'],
  ])('%j is %s', (members, code, safeText) => {
    const fault = thrownBy(() => new StrictBodyPipe(NEW_CHANNEL_BODY).transform({ ...CHANNEL, ...members }));
    const name = safeText.slice(0, safeText.indexOf(' '));
    expect(fault).toMatchObject({ code, safeText, options: { params: { name } } });
  });

  it('a change that is no object is no body', () => {
    const fault = thrownBy(() => new StrictBodyPipe(CHANNEL_CHANGE_BODY).transform([]));
    expect(fault).toMatchObject({ code: 'invalid_body', safeText: 'the body must be an object' });
  });
});
