import { All, Body, Controller, Delete, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { IsString } from 'class-validator';
import { z } from 'zod';
import { AdminOnly, BodyLimit, CompatKey, Public, RateLimited, SignedIn } from '../../core/access/access.decorators.js';
import { Answers, Relays } from '../../core/http/answers.decorators.js';
import { StrictBodyPipe } from '../../core/http/strict-body.pipe.js';
import { routesOf } from '../routes/route-table.js';
import { openApiDocument, type DeclaredHandler, type Declarations } from './openapi-document.js';
import { routeFacts } from './route-facts.js';

class NameBody {
  @IsString()
  name: string;
}

@Controller('films')
class FilmsController {
  @Public()
  @Get()
  @Header('Cache-Control', 'no-store')
  list(): void {}

  @AdminOnly('instances:manage')
  @RateLimited('auth')
  @BodyLimit(2048)
  @Post(':id')
  @Answers({ 404: 'There is no such film.', 503: 'The library is unreadable.' })
  rename(@Param('id') _id: string, @Body() _body: NameBody): void {}

  @SignedIn()
  @Delete('some')
  @HttpCode(204)
  remove(@Body(new StrictBodyPipe(z.strictObject({ ids: z.array(z.int()).max(3) }))) _body: object): void {}

  @CompatKey()
  @Post('search')
  find(@Body() _body: NameBody): void {}

  @Public()
  @Post('ping')
  ping(@Body() _body: NameBody): void {}

  @SignedIn()
  @All('library/*path')
  @Relays('What the library answers.')
  relay(): void {}
}

const SAYS_LITTLE: DeclaredHandler = {
  module: 'films',
  summary: 'A film.',
  result: null,
  refusals: {},
  params: { id: { type: 'integer' } },
  query: null,
  body: null,
};

const HANDLERS: Declarations['handlers'] = {
  'FilmsController.list': { ...SAYS_LITTLE, result: { type: 'string' } },
  'FilmsController.rename': { ...SAYS_LITTLE, body: { $ref: '#/components/schemas/NameBody' } },
  'FilmsController.remove': SAYS_LITTLE,
  'FilmsController.find': SAYS_LITTLE,
  'FilmsController.ping': SAYS_LITTLE,
  'FilmsController.relay': SAYS_LITTLE,
};

interface Operation {
  readonly security: unknown;
  readonly parameters: unknown;
  readonly requestBody: unknown;
  readonly responses: Readonly<Record<string, { readonly description: string; readonly headers: object }>>;
}

const { paths, tags } = openApiDocument(
  routesOf([FilmsController]).map(routeFacts),
  {
    handlers: HANDLERS,
    schemas: { NameBody: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    modules: { films: 'Which films are there?' },
    sentences: ['foreign'],
  },
  '1.2.3',
);

const operation = (path: string, verb: string) => paths[path]?.[verb] as unknown as Operation;
const statusesOf = (path: string, verb: string) => Object.keys(operation(path, verb).responses);

describe('the description of a route', () => {
  it('a public route with neither input nor budget refuses nothing but by a fault', () => {
    expect(operation('/films', 'get').security).toEqual([]);
    expect(statusesOf('/films', 'get')).toEqual(['200', '500']);
    expect(operation('/films', 'get').responses['200']?.headers).toMatchObject({
      'Cache-Control': { schema: { const: 'no-store' } },
    });
  });

  it('refusals that follow from access, input and budget stand beside those that the handler names', () => {
    const { security, responses } = operation('/films/{id}', 'post');
    expect(security).toEqual([{ session: [] }]);
    expect(Object.keys(responses)).toEqual(['201', '400', '401', '403', '404', '413', '415', '429', '500', '503']);
    expect(responses['413']?.description).toBe('The body is larger than 2 KiB.');
    expect(responses['404']?.description).toBe('There is no such film.');
    expect(responses['503']?.description).toMatch(/^The session can not be judged.* The library is unreadable\.$/);
  });

  it('doc3 §0, Body caps: a body has 1 MiB with a session, and 8 KiB without one', () => {
    const capOf = (path: string, verb: string) => operation(path, verb).responses['413']?.description;
    expect(capOf('/films/some', 'delete')).toBe('The body is larger than 1024 KiB.');
    for (const path of ['/films/ping', '/films/search'])
      expect(capOf(path, 'post')).toBe('The body is larger than 8 KiB.');
  });

  it('a route for all accounts never declares 403', () => {
    expect(statusesOf('/films/some', 'delete')).toEqual(['204', '400', '401', '413', '415', '429', '500', '503']);
  });

  it('a parameter has the bounds of its type; a body is required when one of its members is', () => {
    const { parameters, requestBody } = operation('/films/{id}', 'post');
    expect(parameters).toEqual([{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }]);
    expect(requestBody).toMatchObject({ required: true });
  });

  it('a strict body is what its pipe accepts', () => {
    expect(operation('/films/some', 'delete').requestBody).toMatchObject({
      content: {
        'application/json': { schema: { additionalProperties: false, properties: { ids: { maxItems: 3 } } } },
      },
    });
  });

  it('a route that relays is under every method, and leaves what passes to the other system', () => {
    expect(Object.keys(paths['/films/library/{path}'] ?? {})).toEqual(['get', 'post', 'put', 'patch', 'delete']);
    const { parameters, requestBody, responses } = operation('/films/library/{path}', 'put');
    expect(parameters).toMatchObject([{ name: 'path', 'x-segments': 'many' }]);
    expect(requestBody).toEqual({ required: false, content: { '*/*': {} } });
    expect(responses['default']).toMatchObject({ description: 'What the library answers.', content: { '*/*': {} } });
  });

  it('a route that relays refuses what is too large where a body may come, and never its type', () => {
    expect(statusesOf('/films/library/{path}', 'get')).toEqual(['400', '401', '500', '503', 'default']);
    expect(statusesOf('/films/library/{path}', 'put')).toEqual(['400', '401', '413', '500', '503', 'default']);
  });

  it('a module is a tag, with the sentence that it has for itself', () => {
    expect(tags).toEqual([{ name: 'films', description: 'Which films are there?' }]);
  });
});
