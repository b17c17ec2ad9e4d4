import { describe, expect, it } from 'vitest';
import { requireAccountName } from './account-name.js';

describe('names of accounts', () => {
  it.each(['ana', ' ana ', 'Ána Müller', '家族', '👩‍👧', 'a'.repeat(255), '<b>', "Robert'); --"])(
    'doc3 §1.7: there is no format rule, %s is a name',
    (name) => {
      expect(() => requireAccountName(name, 'username')).not.toThrow();
    },
  );

  it.each(['a\u0000b', 'a\nb', 'a\u007f', '\u0085'])('a name with a control character is refused', (name) => {
    expect(() => requireAccountName(name, 'name')).toThrow('name must not contain control characters');
  });

  it('a name of more than 255 bytes is refused', () => {
    expect(() => requireAccountName('ä'.repeat(128), 'username')).toThrow('username must be at most 255 bytes');
  });

  it('its length is that of the composed name, whichever keyboard it was typed on', () => {
    expect(() => requireAccountName('a\u0308'.repeat(127), 'username')).not.toThrow();
    expect(() => requireAccountName('a\u0308'.repeat(128), 'username')).toThrow('username must be at most 255 bytes');
  });
});
