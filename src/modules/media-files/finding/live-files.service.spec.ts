import { describe, expect, it } from 'vitest';
import { type ManualPromise, manualPromise } from '../../../../test/harness/manual-promise.js';
import { LiveFilesService } from './live-files.service.js';

const FILMS = { id: 'movie_manager-1', serviceType: 'movie_manager' } as never;
const FILE = { path: '/films/a.mkv', titleId: 1 };

/** A film library whose answers wait until a test gives them, in the order of their questions. */
function library() {
  const asked: { readonly fileId: number; readonly answer: ManualPromise<unknown> }[] = [];
  const movieFile = (fileId: number) => {
    const answer = manualPromise<unknown>();
    asked.push({ fileId, answer });
    return answer.promise;
  };
  const clients = { connect: () => Promise.resolve({ movieFile }) };
  const limits = { of: () => Promise.resolve(null) };
  const files = new LiveFilesService(clients as never, limits as never);
  return { files, asked };
}

const turn = () => new Promise((done) => setImmediate(done));

describe('security 35: what a manager says of a file', () => {
  it('is asked for eight at once, and who asks for many leaves the second turn to another account', async () => {
    const { files, asked } = library();
    const many = Array.from({ length: 40 }, (_, at) => files.require(FILMS, at + 1, 1));
    const one = files.require(FILMS, 99, 2);
    await turn();
    expect(asked.map(({ fileId }) => fileId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (let at = 0; at < 41; at += 1) {
      asked[at]?.answer.resolve(FILE);
      await turn();
    }
    expect(asked.map(({ fileId }) => fileId).slice(8, 12)).toEqual([9, 99, 10, 11]);
    await expect(Promise.all([...many, one])).resolves.toHaveLength(41);
  });

  it('is refused for a while once too many of an account wait', async () => {
    const { files, asked } = library();
    const all = Array.from({ length: 100 }, (_, at) =>
      files.require(FILMS, at + 1, 1).catch((fault: unknown) => fault),
    );
    for (let at = 0; at < 100; at += 1) {
      await turn();
      asked[at]?.answer.resolve(FILE);
    }
    const ended = await Promise.all(all);
    // Eight are asked for, and half of the line is left to others.
    expect(ended.filter((end) => !(end instanceof Error))).toHaveLength(8 + 65);
    expect(ended.at(-1)).toMatchObject({ status: 503 });
  });
});
