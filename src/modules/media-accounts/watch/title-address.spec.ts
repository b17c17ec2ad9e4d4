import { describe, expect, it } from 'vitest';
import { titleAddress } from './title-address.js';

const ITEM = { id: 'a1', serverId: 'b2', name: 'Harbor Lights', year: 2024 };

describe('the address of a title in the web app of a video server', () => {
  it.each([
    ['video_server_a', 'https://films.example/jf', 'https://films.example/jf/web/#/details?id=a1&serverId=b2'],
    ['video_server_b', 'https://films.example', 'https://films.example/web/index.html#!/item?id=a1&serverId=b2'],
  ] as const)('%s', (serviceType, publicAddress, address) => {
    expect(titleAddress(serviceType, publicAddress, ITEM)).toBe(address);
  });

  it('issue 21: there is none without an address for people, nor without the id of the server', () => {
    expect(titleAddress('video_server_a', '', ITEM)).toBeNull();
    expect(titleAddress('video_server_a', 'https://films.example', { ...ITEM, serverId: null })).toBeNull();
  });

  it('security 7: an id stays one part of it', () => {
    const address = titleAddress('video_server_a', 'https://films.example', { ...ITEM, id: 'a&serverId=x#/y' });
    expect(address).toBe('https://films.example/web/#/details?id=a%26serverId%3Dx%23%2Fy&serverId=b2');
  });
});
