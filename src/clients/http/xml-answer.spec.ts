import { describe, expect, it } from 'vitest';
import { slowSize } from '../../../test/harness/slow-size.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { readXml, walkXml, type XmlElement } from './xml-answer.js';

const read = (body: string | Buffer): Promise<XmlElement> =>
  readXml('plex', 'shares.list', { status: 200, headers: {}, body: Buffer.from(body) });

const element = (name: string, attributes: Readonly<Record<string, string>>, ...children: readonly XmlElement[]) => ({
  name,
  attributes,
  children,
});

describe('readXml', () => {
  it('reads elements with their attributes, references resolved', async () => {
    const document = `<?xml version="1.0" encoding="UTF-8"?>
      <List size="2"><Row name="Zo&#235; &amp; &quot;Bo&quot; ë"/><!-- <Row/> --><Row name="">text<![CDATA[<Row/>]]></Row></List>`;
    await expect(read(document)).resolves.toEqual(
      element('List', { size: '2' }, element('Row', { name: 'Zoë & "Bo" ë' }), element('Row', { name: '' })),
    );
  });

  it('takes attributes for what they are, by any name', async () => {
    const { attributes } = await read('<a __proto__="x" constructor="y"/>');
    expect(Object.entries(attributes)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect((await read('<a/>')).attributes['constructor']).toBeUndefined();
  });

  it('reads a character whose bytes lie in two slices', async () => {
    const names = Array.from({ length: 120_000 }, () => 'ëë€').join('');
    const { attributes } = await read(`<a b="x${names}"/>`);
    expect(attributes['b']).toBe(`x${names}`);
  });

  it.each<readonly [string, string | Buffer]>([
    ['a control character', '<a b="x\u0001"/>'],
    ['a reference to a control character', '<a b="x&#0;"/>'],
    ['a reference to half a surrogate pair', '<a b="x&#xD800;"/>'],
    ['a reference beyond Unicode', '<a b="x&#x110000;"/>'],
    ['a byte that is no UTF-8', Buffer.from('<a b="x\xeb"/>', 'latin1')],
  ])('issue 43 C14: reads %s as U+FFFD', async (_, body) => {
    expect((await read(body)).attributes['b']).toBe('x\ufffd');
  });

  it('issue 43 C14: reads a reference that lies in two slices for what it is', async () => {
    for (const [reference, shown] of [
      ['&#x1;', '\ufffd'],
      ['&#x41;', 'A'],
    ]) {
      const before = 'x'.repeat(256 * 1024 - 8);
      expect((await read(`<a b="${before}${reference}"/>`)).attributes['b']).toBe(before + String(shown));
    }
  });

  it.each<readonly [string, string | Buffer]>([
    ['nothing', ''],
    ['white space', ' \n'],
    ['text', 'Service Unavailable'],
    ['JSON', '{"users":[]}'],
    ['a page', '<html><body><br></body></html>'],
    ['half a document', '<List><Row/>'],
    ['half an element', '<List><Row name="ot'],
    ['two roots', '<List/><List/>'],
    ['something behind the root', '<List/>and'],
    ['an attribute that comes twice', '<a b="1" b="2"/>'],
    ['an attribute without quotes', '<a b=1/>'],
    ['a reference to nothing', '<a b="&nbsp;"/>'],
    ['UTF-16', Buffer.from('\ufeff<a/>', 'utf16le')],
    ['half a character at its end', Buffer.concat([Buffer.from('<a/>'), Buffer.from([0xe2, 0x82])])],
  ])('refuses %s', async (_, body) => {
    const fault = await failureOf(read(body));
    expect(fault).toMatchObject({ system: 'plex', operation: 'shares.list', kind: 'malformed', status: 200 });
    expect(fault.reason).toBe('server answered with something other than XML that we take');
  });

  it.each([
    ['entities that grow', '<!DOCTYPE a [<!ENTITY b "xxxx"><!ENTITY c "&b;&b;">]><a d="&c;"/>'],
    ['a file of ours', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['a document type alone', '<!DOCTYPE a SYSTEM "http://elsewhere.example/a.dtd"><a/>'],
  ])('security 34: expands nothing and fetches nothing: refuses %s', async (_, body) => {
    expect(await failureOf(read(body))).toMatchObject({ kind: 'malformed' });
  });

  it.each([
    ['16 levels', '<a>'.repeat(16) + '</a>'.repeat(16), '<a>'.repeat(17) + '</a>'.repeat(17)],
    ['64 attributes', `<a ${attributes(64)}/>`, `<a ${attributes(65)}/>`],
    ['100,000 elements', `<a>${'<b/>'.repeat(99_999)}</a>`, `<a>${'<b/>'.repeat(100_000)}</a>`],
  ])('security 34: takes %s and no more', async (_, most, more) => {
    await expect(read(most)).resolves.toMatchObject({ name: 'a' });
    expect(await failureOf(read(more))).toMatchObject({ kind: 'malformed' });
  });

  it('counts the attributes of each element by itself', async () => {
    await expect(read(`<a ${attributes(40)}><b ${attributes(40)}/></a>`)).resolves.toMatchObject({ name: 'a' });
  });

  it.each([
    ['elements that are open', (size: number) => '<a>'.repeat(size)],
    ['attributes', (size: number) => `<a ${attributes(size)}/>`],
    ['references', (size: number) => `<a b="${'&amp;'.repeat(size)}"/>`],
    ['references without an end', (size: number) => `<a b="${'&a'.repeat(size)}`],
    ['dashes', (size: number) => `<!--${'- '.repeat(size)}`],
    ['declarations', (size: number) => `<!DOCTYPE a [${'<!ENTITY b "c">'.repeat(size)}`],
  ])('security 34: no text of %s is made to be read slowly', (_, text) => {
    // The first slice is read at once, before the first turn is given to others.
    const outcome = (size: number): void => void read(text(size)).catch(() => undefined);
    expect(slowSize(outcome)).toBeNull();
  });
});

describe('walkXml', () => {
  const walk = async (body: string, mostElements?: number): Promise<readonly string[]> => {
    const told: string[] = [];
    const visitor = {
      enter: (name: string) => void told.push(`<${name}>`),
      text: (text: string) => void told.push(text),
      leave: (name: string) => void told.push(`</${name}>`),
    };
    await walkXml('plex', 'shares.list', { status: 200, headers: {}, body: Buffer.from(body) }, visitor, mostElements);
    return told;
  };

  it('tells of elements and of their text in the order of the document', async () => {
    const told = await walk('<?xml version="1.0"?>\n<a>Zo&#235; &amp; <b/><![CDATA[<c>]]></a>\n');
    expect(told.join('|')).toBe('<a>|Zoë & |<b>|</b>|<c>|</a>');
  });

  it('takes as many elements as it is told, and no more', async () => {
    await expect(walk('<a><b/></a>', 2)).resolves.toHaveLength(4);
    expect(await failureOf(walk('<a><b/><b/></a>', 2))).toMatchObject({ kind: 'malformed' });
  });

  it('security 34: reads no more than a slice before the first element', async () => {
    const declarations = '<!ENTITY b "c">'.repeat(1024 * 1024);
    const begun = process.cpuUsage();
    expect(await failureOf(walk(`<!DOCTYPE a [${declarations}`))).toMatchObject({ kind: 'malformed' });
    const { user, system } = process.cpuUsage(begun);
    expect(user + system).toBeLessThan(2_000_000);
  });

  it('refuses what its visitor refuses, without its words', async () => {
    const visitor = {
      enter: () => {
        throw new Error('canary');
      },
      leave: () => undefined,
    };
    const answer = { status: 200, headers: {}, body: Buffer.from('<a/>') };
    const fault = await failureOf(walkXml('plex', 'shares.list', answer, visitor));
    expect(fault.reason).toBe('server answered with something other than XML that we take');
  });
});

function attributes(count: number): string {
  return Array.from({ length: count }, (_, at) => `b${at}="1"`).join(' ');
}
