import { describe, expect, it } from 'vitest';
import { InterfaceDescription, type Exchange } from './interface-description.js';

const json = (schema: object) => ({ 'application/json': { schema } });
const refusal = {
  type: 'object',
  properties: { error: { type: 'string' } },
  required: ['error'],
  additionalProperties: false,
};

const description = new InterfaceDescription({
  paths: {
    '/doors/{id}': {
      put: {
        requestBody: {
          required: true,
          content: json({ type: 'object', properties: { open: { type: 'boolean' } }, required: ['open'] }),
        },
        responses: {
          200: {
            headers: { 'Cache-Control': { schema: { type: 'string', const: 'no-store' } } },
            content: json({
              type: 'object',
              properties: {
                since: { type: 'string', format: 'date-time' },
                film: {
                  type: 'object',
                  properties: { title: { type: 'string', 'x-unchecked': true } },
                  required: ['title'],
                },
              },
              additionalProperties: false,
            }),
          },
          404: { headers: {}, content: json(refusal) },
        },
      },
      delete: { responses: { 204: { headers: {} } } },
    },
    '/doors/{id}/{rest}': {
      get: {
        parameters: [{ name: 'rest', 'x-segments': 'many' }],
        responses: { default: { headers: {}, content: { '*/*': {} } } },
      },
    },
    '/doors/all': { put: { responses: { 204: { headers: {} } } } },
  },
  components: { schemas: { Refusal: refusal } },
} as ConstructorParameters<typeof InterfaceDescription>[0]);

const OPENED: Exchange = {
  method: 'PUT',
  path: '/doors/1?quietly=true',
  sent: { open: true, colour: 'red' },
  status: 200,
  headers: new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }),
  text: '{"since":"2026-01-31T19:00:00.000Z"}',
};

const judged = (change: Partial<Exchange>) => () => description.assertDescribed({ ...OPENED, ...change });

describe('every answer of a test is held against the description of the interface', () => {
  it('what is described passes, and so does a member that the server passes over', () => {
    expect(judged({})).not.toThrow();
    expect(judged({ status: 404, text: '{"error":"no such route"}' })).not.toThrow();
  });

  it.each([
    ['a status that no route answers', { status: 409 }, 'PUT /doors/{id} answered 409, which is not described'],
    [
      'a member that is not described',
      { text: '{"since":"2026-01-31T19:00:00Z","lock":1}' },
      'must NOT have additional properties {"additionalProperty":"lock"}',
    ],
    ['a time that is none', { text: '{"since":"yesterday"}' }, '/since must match format "date-time"'],
    ['a refusal without a text', { status: 404, text: '{}' }, "must have required property 'error'"],
    [
      'another content type',
      { headers: new Headers({ 'content-type': 'text/plain', 'cache-control': 'no-store' }) },
      'is text/plain, which is not described',
    ],
    [
      'a header of another value',
      { headers: new Headers({ 'content-type': 'application/json' }) },
      'has Cache-Control: null, where no-store is described',
    ],
    ['a body where there is none', { method: 'DELETE', status: 204 }, 'has a body, where none is described'],
    [
      'a body that was taken though the description refuses it',
      { sent: { open: 'yes' } },
      'the body that was taken is not as described',
    ],
    ['no body where one is required', { sent: undefined }, 'the body that was taken is not as described'],
    ['a success of a route that nobody describes', { path: '/windows' }, 'which no description names, answered 200'],
    ['a method that nobody describes', { method: 'PATCH' }, 'which no description names, answered 200'],
  ])('%s fails', (_, change, message) => {
    expect(judged(change)).toThrow(message);
  });

  it('whatever another system answers is described by that system', () => {
    expect(judged({ method: 'GET', path: '/doors/1/any/thing', status: 418, text: 'no tea' })).not.toThrow();
  });

  it.each(['{"film":{"title":7}}', '{"film":{"title":{"since":7}}}'])(
    'of somebody else’s document a member that nobody has checked may be anything: %s',
    (text) => {
      expect(judged({ text })).not.toThrow();
    },
  );

  it('of somebody else’s document a member that has to be there is missed', () => {
    expect(judged({ text: '{"film":{}}' })).toThrow("must have required property 'title'");
  });

  it('a word in a path wins over a parameter in its place', () => {
    expect(judged({ path: '/doors/all', status: 204, text: '' })).not.toThrow();
  });
});
