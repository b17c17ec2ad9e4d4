import { describe, expect, it } from 'vitest';
import { clientOf, itemOf, managerOf, queued, titled } from '../../../../test/harness/download-sources.js';
import type { ClientDefinition } from '../../../clients/servarr/client-definitions.js';
import { joinJobs } from './join-jobs.js';
import type { ClientSource, ManagerSource } from './sources.js';

const HASH = '9F2C1A7B5D3E4F60718293A4B5C6D7E8F9012345';

/** What each job is: the item that reports it, how many rows it has, whether it is tied. */
const joined = (managers: readonly ManagerSource[], clients: readonly ClientSource[]) =>
  joinJobs({ managers, clients }).map(
    ({ reported, rows, isAmbiguous }) =>
      `${reported ? `${reported.source.id}/${reported.item.id}` : '-'} ${rows.length}${isAmbiguous ? ' tied' : ''}`,
  );

describe('doc4 §6.4 join: the id that a client gives a download', () => {
  it.each([
    ['QBittorrent', 'qbittorrent'],
    ['Transmission', 'transmission'],
    ['Deluge', 'deluge'],
    ['RTorrent', 'rutorrent'],
  ] as const)(
    'joins it with the row of a manager that names %s, whatever the case of the hash',
    (implementation, kind) => {
      const definitions: readonly ClientDefinition[] = [{ name: 'torrents', implementation, host: 'other', port: 1 }];
      const client = clientOf([itemOf({ id: HASH.toLowerCase() })], { kind });
      expect(joined([managerOf([queued({ downloadId: HASH })], { definitions })], [client])).toEqual([
        `qbit/${HASH.toLowerCase()} 1`,
      ]);
    },
  );

  it('joins it by the id of SABnzbd, with its case', () => {
    const rows = [queued({ downloadId: 'SABnzbd_nzo_a', clientName: 'usenet' })];
    const sab = (id: string) => clientOf([itemOf({ id })], { id: 'sab', kind: 'sabnzbd' });
    expect(joined([managerOf(rows)], [sab('SABnzbd_nzo_a')])).toEqual(['sab/SABnzbd_nzo_a 1']);
    expect(joined([managerOf(rows)], [sab('SABnzbd_nzo_A')])).toEqual(['- 1', 'sab/SABnzbd_nzo_A 0']);
  });

  it('joins it by what managers have set in NZBGet, which is another id than NZBGet’s own', () => {
    const rows = [queued({ downloadId: 'drone-id', clientName: 'numbers' })];
    const client = clientOf([itemOf({ id: '17', managerId: 'drone-id' })], { id: 'nzb', kind: 'nzbget' });
    expect(joined([managerOf(rows)], [client])).toEqual(['nzb/17 1']);
  });

  it('says nothing about a client of another kind', () => {
    const transmission = clientOf([itemOf({ id: HASH.toLowerCase() })], { id: 'tr', kind: 'transmission' });
    expect(joined([managerOf([queued({ downloadId: HASH })])], [transmission])).toEqual([
      '- 1',
      `tr/${HASH.toLowerCase()} 0`,
    ]);
  });

  it('doc2 §4: is all that counts: an equal name and category join nothing', () => {
    const client = clientOf([itemOf({ id: 'b', name: 'Some.Release-DEMO', category: 'radarr' })]);
    expect(joined([managerOf([queued({ release: 'Some.Release-DEMO' })])], [client])).toEqual(['- 1', 'qbit/b 0']);
  });

  it('arr-common: makes a season pack one job of ten rows, and a delayed row without one no job', () => {
    const rows = Array.from({ length: 10 }, (_, number) =>
      queued({ part: { recordId: number + 1, name: '', season: 1, number: number + 1 } }),
    );
    const delayed = queued({ downloadId: null, status: 'delay', clientName: null });
    expect(joined([managerOf([...rows, delayed])], [])).toEqual(['- 10']);
  });

  it('makes what two managers wait for one job, with a client or without one', () => {
    const managers = [managerOf([queued()]), managerOf([queued({ title: titled({ recordId: 9 }) })], { id: 'other' })];
    expect(joined(managers, [clientOf([itemOf()])])).toEqual(['qbit/a 2']);
    expect(joined(managers, [])).toEqual(['- 2']);
  });

  it('without a client: the numbers of two NZBGets are two jobs, those of one NZBGet one', () => {
    const row = queued({ downloadId: '17', clientName: 'numbers' });
    const at = (host: string) => [{ name: 'numbers', implementation: 'Nzbget', host, port: 6789 }];
    const managers = (host: string) => [
      managerOf([row], { definitions: at('one') }),
      managerOf([row], { id: 'other', definitions: at(host) }),
    ];
    expect(joined(managers('two'), [])).toEqual(['- 1', '- 1']);
    expect(joined(managers('ONE'), [])).toEqual(['- 2']);
  });

  it('of a client that can’t be connected is of its manager alone', () => {
    const row = queued({ clientName: 'folder' });
    expect(joined([managerOf([row]), managerOf([row], { id: 'other' })], [clientOf([itemOf()])])).toEqual([
      '- 1',
      '- 1',
      'qbit/a 0',
    ]);
  });
});

describe('doc4 §6.4 join: the address breaks a tie, and does nothing else', () => {
  const twin = clientOf([itemOf()], { id: 'twin', url: 'http://elsewhere.lan:8080' });
  const near = clientOf([itemOf()]);

  it('of two clients with the id the one at the manager’s address is meant', () => {
    expect(joined([managerOf([queued()])], [twin, near])).toEqual(['qbit/a 1', 'twin/a 0']);
  });

  it.each([
    ['both are there', [near, { ...near, id: 'again' }]],
    ['neither is', [twin, { ...twin, id: 'again' }]],
  ])('the tie stays when %s', (_, clients) => {
    expect(joined([managerOf([queued()])], clients)).toEqual(['- 1 tied', ...clients.map(({ id }) => `${id}/a 0`)]);
  });

  it.each([
    ['a definition that is gone', { clientName: 'gone' }, {}],
    ['no definition', { clientName: null }, {}],
    ['definitions that can’t be read', {}, { definitions: null }],
  ])('a row with %s is tied as soon as a client of any kind has its id', (_, row, source) => {
    const manager = managerOf([queued(row)], source);
    expect(joined([manager], [near])).toEqual(['- 1 tied', 'qbit/a 0']);
    expect(joined([manager], [clientOf([itemOf({ id: 'b' })])])).toEqual(['- 1', 'qbit/b 0']);
  });
});
