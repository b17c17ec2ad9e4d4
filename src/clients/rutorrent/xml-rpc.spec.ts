import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { readXmlRpc, type XmlRpcAnswer, xmlRpcCall, xmlRpcStruct } from './xml-rpc.js';

const read = (body: string): Promise<XmlRpcAnswer> =>
  readXmlRpc('rutorrent', 'torrent.list', { status: 200, headers: {}, body: Buffer.from(body) });

const answered = (value: string): string =>
  `<?xml version="1.0"?>\n<methodResponse>\n<params>\n<param>${value}</param>\n</params>\n</methodResponse>\n`;

/** As much as a client takes, and a part of it by which work in the square of the size would show as well. */
const MAX = 16 * 1024 * 1024;
const PART = 2 * 1024 * 1024;

describe('an answer of XML-RPC', () => {
  it.each([
    ['<value><string>a &amp; &#235;</string></value>', 'a & ë'],
    ['<value>no type</value>', 'no type'],
    ['<value></value>', ''],
    ['<value><string/></value>', ''],
    ['<value><![CDATA[<a>]]></value>', '<a>'],
    ['<value> <i8>9007199254740991</i8> </value>', 9_007_199_254_740_991],
    ['<value><i4>-7</i4></value>', -7],
    ['<value><int> +3\n</int></value>', 3],
    ['<value><boolean>1</boolean></value>', 1],
    ['<value><double>-1.5</double></value>', -1.5],
    ['<value><nil/></value>', null],
    ['<value><array><data/></array></value>', []],
    [
      '<value><array>\n<data>\n<value><array><data><value>a</value></data></array></value>\n</data></array></value>',
      [['a']],
    ],
  ])('reads %s', async (written, value) => {
    await expect(read(answered(written))).resolves.toEqual({ value });
  });

  it('reads a struct by any name', async () => {
    const struct = '<value><struct><member><name>__proto__</name><value>a</value></member></struct></value>';
    await expect(read(answered(struct))).resolves.toEqual({ value: { members: new Map([['__proto__', 'a']]) } });
  });

  it.each([
    ['<member><name>faultCode</name><value><i4>-506</i4></value></member>', -506],
    ['<member><name>faultCode</name><value>canary</value></member>', null],
    ['', null],
  ])('is a fault, and only its number is kept: %s', async (members, faultCode) => {
    const words = '<member><name>faultString</name><value><string>canary</string></value></member>';
    const body = `<methodResponse><fault><value><struct>${members}${words}</struct></value></fault></methodResponse>`;
    await expect(read(body)).resolves.toEqual({ faultCode });
  });

  it.each([
    ['a page', '<html><body/></html>'],
    ['a call', '<methodCall><methodName>a</methodName></methodCall>'],
    ['nothing', '<methodResponse/>'],
    ['no value', '<methodResponse><params/></methodResponse>'],
    [
      'two values',
      `<methodResponse><params><param><value>a</value></param><param><value>b</value></param></params></methodResponse>`,
    ],
    [
      'two answers',
      answered('<value>a</value>').replace('</methodResponse>', '<fault><value>b</value></fault></methodResponse>'),
    ],
    ['two types', answered('<value><i4>1</i4><i4>2</i4></value>')],
    ['an unknown type', answered('<value><canary>1</canary></value>')],
    ['a name of ours', answered('<value><constructor>1</constructor></value>')],
    ['a value in a wrong place', answered('<value><value>a</value></value>')],
    ['a member without a name', answered('<value><struct><member><value>a</value></member></struct></value>')],
  ])('isn’t %s', async (_, body) => {
    const fault = await failureOf(read(body));
    expect(fault).toMatchObject({ system: 'rutorrent', operation: 'torrent.list', kind: 'malformed' });
    expect(fault.reason).toBe('server answered with something other than XML that we take');
  });

  it.each([
    ['entities that grow', `<!DOCTYPE a [<!ENTITY b "xxxx"><!ENTITY c "&b;&b;">]>${answered('<value>&c;</value>')}`],
    ['a file of ours', `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${answered('<value>&b;</value>')}`],
    ['an entity of its own', answered('<value>&canary;</value>')],
  ])('security 34: expands nothing and fetches nothing: refuses %s', async (_, body) => {
    expect(await failureOf(read(body))).toMatchObject({ kind: 'malformed' });
  });

  it.each([
    ['levels', '<value><array><data>'.repeat(MAX / 20)],
    ['values', answered(`<value><array><data>${'<value/>'.repeat(MAX / 8)}</data></array></value>`)],
    ['references without a meaning', `<methodResponse><params><param><value>${'&a'.repeat(PART / 2)}`],
    ['declarations', `<!DOCTYPE a [${'<!ENTITY b "c">'.repeat(MAX / 16)}`],
  ])('security 34: any amount of %s is refused within seconds', async (_, body) => {
    const begun = process.cpuUsage();
    expect(await failureOf(read(body))).toMatchObject({ kind: 'malformed' });
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1e6).toBeLessThan(10);
  });

  it.each([
    ['text', `<value>${'x'.repeat(PART)}</value>`],
    ['references', `<value>${'&amp;'.repeat(PART / 5)}</value>`],
  ])('security 34: any amount of %s is read within seconds', async (_, value) => {
    const begun = process.cpuUsage();
    await expect(read(answered(value))).resolves.toBeDefined();
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1e6).toBeLessThan(10);
  });
});

describe('a call of XML-RPC', () => {
  it('holds its texts as texts', () => {
    expect(xmlRpcCall('d.name', ['a<&>b', 3, null, ['c'], xmlRpcStruct({ methodName: 'd' })])).toBe(
      '<?xml version="1.0"?>\n<methodCall><methodName>d.name</methodName><params>' +
        '<param><value><string>a&lt;&amp;&gt;b</string></value></param>' +
        '<param><value><i8>3</i8></value></param>' +
        '<param><value><nil/></value></param>' +
        '<param><value><array><data><value><string>c</string></value></data></array></value></param>' +
        '<param><value><struct><member><name>methodName</name><value><string>d</string></value></member></struct></value></param>' +
        '</params></methodCall>',
    );
  });
});

describe('issue 43 C14: a number of an answer that is none', () => {
  it.each(['many', '', '1e3', '9'.repeat(20)])('is no value, and spoils no other: %s', async (written) => {
    const body = answered(
      `<value><array><data><value><i8>${written}</i8></value><value>a</value></data></array></value>`,
    );
    expect(await read(body)).toEqual({ value: [null, 'a'] });
  });
});
