import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/errors/app-error.js';
import { judgeMappings } from './media-path-mapping.js';

const pair = (arrPath: string, servicePath = '/media/films') => ({ arrPath, servicePath });

function complaint(...mappings: readonly ReturnType<typeof pair>[]): string {
  try {
    judgeMappings(mappings);
    return 'accepted';
  } catch (error) {
    return error instanceof AppError && error.status === 400 ? error.safeText : String(error);
  }
}

describe('doc3 §3.5: media path mappings that are saved', () => {
  it.each([
    [[pair('')], 'mapping 1 arr_path is required'],
    [[pair('/a'), pair('  ')], 'mapping 2 arr_path is required'],
    [[pair('films')], 'mapping 1 arr_path must be an absolute POSIX, Windows drive or UNC path'],
    [[pair('/a/../b')], 'mapping 1 arr_path must not contain ".."'],
    [[pair('/a\u0000')], 'mapping 1 arr_path must not contain control characters'],
    [[pair('C:\\a:b')], 'mapping 1 arr_path must have ":" only after the drive letter'],
    [[pair(`/${'a'.repeat(4096)}`)], 'mapping 1 arr_path must be at most 4096 characters'],
    [[pair('/a', '')], 'mapping 1 service_path is required'],
    [[pair('/a', 'media/films')], 'mapping 1 service_path must be an absolute path of this server'],
    [[pair('/a', '/media/../etc')], 'mapping 1 service_path must not contain ".."'],
    [[pair('/a', '/media/..\\etc')], 'mapping 1 service_path must not contain ".."'],
    [[pair('/a', '/media\u0000/films')], 'mapping 1 service_path must not contain control characters'],
    [[pair('/a', `/${'a'.repeat(4096)}`)], 'mapping 1 service_path must be at most 4096 characters'],
    [[pair('/a'), pair('/b'), pair('/a//')], 'mapping 3 arr_path repeats that of mapping 1'],
    [[pair('C:\\Films'), pair('c:/FILMS/')], 'mapping 2 arr_path repeats that of mapping 1'],
    [[pair('\\\\nas\\media'), pair('//NAS/Media')], 'mapping 2 arr_path repeats that of mapping 1'],
  ])('%j are refused: %s', (mappings, fault) => {
    expect(complaint(...mappings)).toBe(`invalid media path mappings: ${fault}`);
  });

  it.each([
    [[pair('/a'), pair('films')], 'mapping_path_not_absolute', { row: 2, member: 'arr_path' }],
    [[pair('/a', '/b/../c')], 'mapping_path_with_parent', { row: 1, member: 'service_path' }],
    [[pair('/a'), pair('/b'), pair('/a//')], 'mapping_path_repeated', { row: 3, member: 'arr_path', twin: 1 }],
  ])('%j are refused by the code %s, which names row and member', (mappings, code, params) => {
    expect(() => judgeMappings(mappings)).toThrow(expect.objectContaining({ code, options: { params } }));
  });

  it('may name places that differ by case where the manager distinguishes cases', () => {
    expect(complaint(pair('/films'), pair('/Films'), pair('/films/4K'), pair('//films/films'))).toBe('accepted');
  });

  it('may lead from many places to one folder', () => {
    expect(complaint(pair('/a'), pair('/b'))).toBe('accepted');
  });

  it('are 100 at most', () => {
    const many = Array.from({ length: 101 }, (_, at) => pair(`/films-${at}`));
    expect(complaint(...many.slice(1))).toBe('accepted');
    expect(complaint(...many)).toBe('invalid media path mappings: at most 100 are taken');
  });
});
