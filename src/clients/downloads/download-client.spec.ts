import { describe, expect, it, vi } from 'vitest';
import { foreignWords } from '../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import { progressOf, removeOnce } from './download-client.js';

describe('doc 4 §6.3: the progress of a download', () => {
  it.each([
    [1_536, 384, 75],
    [3, 2, 33.33],
    [0, 0, 0],
    [0, 5, 0],
    [10, 0, 100],
    [10, 20, 0],
    [10, -1, 100],
  ])('of %d bytes with %d left is %d', (size, left, progress) => {
    expect(progressOf(size, left)).toBe(progress);
  });
});

const fault = (kind: UpstreamFault, definitelyNotSent = false) =>
  new UpstreamError({ system: 'x', operation: 'queue.remove', kind, definitelyNotSent, reason: foreignWords(kind) });

const failing = (error: Error) => () => Promise.reject(error);

describe('issue 23 §2: a removal', () => {
  it('that is affirmed is not looked after', async () => {
    const isGone = vi.fn();
    await removeOnce(() => Promise.resolve(), isGone);
    expect(isGone).not.toHaveBeenCalled();
  });

  it.each(['timeout', 'unreachable', 'malformed', 'failed', 'rejected'] as const)(
    'that ended as %s has succeeded where the thing is gone, and is sent once',
    async (kind) => {
      const remove = vi.fn(failing(fault(kind)));
      await removeOnce(remove, () => Promise.resolve(true));
      await expect(removeOnce(remove, () => Promise.resolve(false))).rejects.toMatchObject({ kind });
      expect(remove).toHaveBeenCalledTimes(2);
    },
  );

  it('that was never sent, or given up, is not looked after', async () => {
    const isGone = vi.fn();
    await expect(removeOnce(failing(fault('unreachable', true)), isGone)).rejects.toMatchObject({
      kind: 'unreachable',
    });
    await expect(removeOnce(failing(fault('aborted')), isGone)).rejects.toMatchObject({ kind: 'aborted' });
    await expect(removeOnce(failing(new Error('ours')), isGone)).rejects.toThrow('ours');
    expect(isGone).not.toHaveBeenCalled();
  });

  it('keeps its own fault where the list can not be read', async () => {
    const removal = removeOnce(failing(fault('timeout')), failing(fault('malformed')));
    await expect(removal).rejects.toMatchObject({ kind: 'timeout' });
    await expect(removeOnce(failing(fault('timeout')), failing(new Error('ours')))).rejects.toThrow('ours');
  });
});
