import { describe, expect, it } from 'vitest';
import { CLASSIC, JSON_RPC } from './transmission-dialect.js';

const DONE = (result: object) => ({ outcome: 'done', result });
const REFUSED = { outcome: 'refused' };
const FOREIGN = { outcome: 'foreign' };

describe('the dialects of Transmission', () => {
  it('write the same call', () => {
    const params = { ids: ['a'], 'delete-local-data': true };
    expect(CLASSIC.request('torrent-remove', params)).toEqual({
      method: 'torrent-remove',
      arguments: params,
      tag: 1,
    });
    expect(JSON_RPC.request('torrent-remove', params)).toEqual({
      jsonrpc: '2.0',
      method: 'torrent_remove',
      params: { ids: ['a'], delete_local_data: true },
      id: 1,
    });
    expect(['hashString', 'sizeWhenDone', 'eta'].map(JSON_RPC.field)).toEqual(['hash_string', 'size_when_done', 'eta']);
    expect(CLASSIC.field('hashString')).toBe('hashString');
  });

  it.each([
    [{ result: 'success', arguments: { a: 1 }, tag: 1 }, DONE({ a: 1 })],
    [{ result: 'success' }, DONE({})],
    [{ result: 'success', arguments: null }, DONE({})],
    [{ result: 'success', arguments: [] }, FOREIGN],
    [{ result: 'no such torrent', arguments: {} }, REFUSED],
    [{ jsonrpc: '2.0', result: {}, id: 1 }, FOREIGN],
    [{ result: {} }, FOREIGN],
    [{}, FOREIGN],
    [[], FOREIGN],
    [null, FOREIGN],
    ['success', FOREIGN],
  ])('classic: %j', (body, said) => {
    expect(CLASSIC.answer(body)).toEqual(said);
  });

  it.each([
    [{ jsonrpc: '2.0', result: { a: 1 }, id: 1 }, DONE({ a: 1 })],
    [{ jsonrpc: '2.0', result: null, id: 1 }, DONE({})],
    [{ jsonrpc: '2.0', id: 1 }, DONE({})],
    [{ jsonrpc: '2.0', error: null, result: {}, id: 1 }, DONE({})],
    [{ jsonrpc: '2.0', error: { code: 7, message: 'x' }, id: 1 }, REFUSED],
    [{ jsonrpc: '2.0', result: 'success', id: 1 }, FOREIGN],
    [{ jsonrpc: '1.0', result: {} }, FOREIGN],
    [{ result: 'success', arguments: {} }, FOREIGN],
    [{ result: 'method name not recognized', arguments: {} }, FOREIGN],
    [[], FOREIGN],
    [null, FOREIGN],
  ])('JSON-RPC: %j', (body, said) => {
    expect(JSON_RPC.answer(body)).toEqual(said);
  });
});
