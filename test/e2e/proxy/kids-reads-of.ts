import type { FakeAnswer } from '../../fakes/fake-server.js';
import { around, bytes, READS, type Read } from './kids-layouts.js';
import type { KidsFixture } from './kids-fixture.js';

/** How the kid of a stand reads, and what the manager answers. */
export function kidsReadsOf(fixture: () => KidsFixture) {
  const place = (read: Read, query = ''): string =>
    `/api/instances/${fixture().ids[READS[read].kind]}/api/v3/${READS[read].path}${query}`;
  const given = (read: Read, answer: FakeAnswer): void =>
    fixture().fakes[READS[read].kind].route(`GET /api/v3/${READS[read].path}`, () => answer);
  const asked = async (read: Read, answer: FakeAnswer, query = ''): Promise<readonly [number, string]> => {
    given(read, answer);
    const { status, text } = await fixture().kit.get(place(read, query));
    return [status, text];
  };
  const cutOf = (read: Read, title: string) => asked(read, bytes(around(read, title)));
  return { place, given, asked, cutOf };
}
