/** What a sentence has in it: a name, a number, or another sentence. */
export type SentenceParams = Readonly<Record<string, string | number | Sentence>>;

/** What the server says to people: in English, and as a code with parameters, by which a client says it in its language. */
export interface Sentence {
  /** Stable name in snake_case. */
  readonly code: string;
  readonly params: SentenceParams;
  /** English, with the parameters filled in. No secret; addresses only in words of another program. */
  readonly text: string;
}

/** English texts by code; `{name}` stands for a parameter. */
export type SentenceTable = Readonly<Record<string, string>>;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type ParamsOf<Text extends string> = [NamesIn<Text>] extends [never]
  ? []
  : [params: Readonly<Record<NamesIn<Text>, string | number | Sentence>>];

/** Says a sentence of the table; the compiler checks that the parameters are those of its text. */
export type Say<Table extends SentenceTable> = <Code extends keyof Table & string>(
  code: Code,
  ...params: ParamsOf<Table[Code]>
) => Sentence;

/** The code of what another program has said, in its own words. */
export const FOREIGN = 'foreign';

const texts = new Map<string, string>([[FOREIGN, '{text}']]);

/** The English of all sentences that this program says, by code. */
export const allSentences = (): ReadonlyMap<string, string> => texts;

/** A way to say the sentences of a table. Its codes join those of the program: the description of the interface names them. */
export function sayFrom<const Table extends SentenceTable>(table: Table): Say<Table> {
  for (const [code, text] of Object.entries(table)) {
    if ((texts.get(code) ?? text) !== text) throw new Error(`two sentences have the code ${code}`);
    texts.set(code, text);
  }
  return (code, ...[params = {}]) => ({ code, params, text: fillIn(table[code] ?? '', params) });
}

function fillIn(text: string, params: SentenceParams): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const param = params[name] ?? '';
    return typeof param === 'object' ? param.text : String(param);
  });
}

/** What another program has said, word for word. */
export const foreignWords = (text: string): Sentence => ({ code: FOREIGN, params: { text }, text });

/** A sentence as a column keeps it. */
export const storedSentence = ({ code, params, text }: Sentence): string => JSON.stringify({ code, params, text });

/** The sentence that a column keeps; a row that was written before sentences had codes keeps its words. */
export const readSentence = (stored: string): Sentence => sentenceIn(stored) ?? foreignWords(stored);

function sentenceIn(stored: string): Sentence | undefined {
  try {
    const read = JSON.parse(stored) as Partial<Sentence> | null;
    if (typeof read?.code !== 'string' || typeof read.text !== 'string') return undefined;
    const { code, params = {}, text } = read;
    return /^[a-z]+(?:_[a-z0-9]+)*$/.test(code) && isPlain(params) ? { code, params, text } : undefined;
  } catch {
    return undefined;
  }
}

function isPlain(params: unknown): boolean {
  return typeof params === 'object' && params !== null && !Array.isArray(params);
}
