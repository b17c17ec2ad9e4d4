/** A text may have up to three times as many bytes decomposed as composed. */
const LARGEST_GROWTH = 3;

/** Normalization Form C. A text too long in any form for `mostBytes` (UTF-8) stays: composing may take time by the square of its length. */
export function compose(text: string, mostBytes: number): string {
  return fits(text, mostBytes) ? text.normalize('NFC') : text;
}

/** The forms in which the same text may have been typed: composed, decomposed, and as it came. */
export function formsOf(text: string, mostBytes: number): readonly string[] {
  if (!fits(text, mostBytes)) return [text];
  return [...new Set([text.normalize('NFC'), text.normalize('NFD'), text])];
}

const fits = (text: string, mostBytes: number): boolean =>
  Buffer.byteLength(text, 'utf8') <= mostBytes * LARGEST_GROWTH;

/** Lower-case letters that look like Latin ones. Names are of one script each, so this finds names such as `аԁа` in Cyrillic for `ada`. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  'аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw ѡw ӏl ѵv гr αa οo ρp νv ιi υu γy ϲc ϳj օo սu հh ոn ցg զq'
    .split(' ')
    .map(([letter = '', latin = '']) => [letter, latin]),
);

const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`, 'gu');

/** What is not seen, or only changes how its neighbours are drawn. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * What two names have in common that people take for the same: regardless of case, blanks, compatible forms (NFKC), unseen characters and
 * letters that look alike. Names with one key are one name, at sign-in and where an account is made. Without a key of at most `mostBytes`
 * (UTF-8) a text has itself.
 */
export function nameKey(name: string, mostBytes: number): string {
  return foldedName(name, mostBytes) ?? compose(name, mostBytes);
}

/** The key of {@link nameKey}; null where it is longer than a name may be. */
export function foldedName(name: string, mostBytes: number): string | null {
  const whole = compose(name, mostBytes);
  if (Buffer.byteLength(whole) > mostBytes) return null;
  const apart = whole.normalize('NFKD').replaceAll(UNSEEN, '');
  // Case folding is more than lower case: ß is SS, ς and σ are Σ.
  const folded = apart.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD');
  const seen = folded.replaceAll(LOOKALIKE, (letter) => LOOKALIKES.get(letter) ?? letter).normalize('NFC');
  const key = seen.replaceAll(/\s+/gu, ' ').trim();
  return Buffer.byteLength(key) > mostBytes ? null : key;
}

/** Letters that look like Latin ones only in this case, each with that one; and such letters of scripts without a case. */
const DRAWN_ALIKE: ReadonlyMap<string, string> = new Map(
  (
    'ВB ЕE ЅS КK МM НH ОO РP СC ТT ХX ІI ЈJ ԌG ԚQ ԜW ѴV ҮY ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC ͿJ ՕO ՍU ՏS Լl ' +
    'ɑa ɡg ɩi ʋv ꓐB ꓑP ꓓD ꓔT ꓖG ꓗK ꓙJ ꓚC ꓜZ ꓝF ꓟM ꓠN ꓡL ꓢS ꓣR ꓦV ꓧH ꓪW ꓫX ꓬY ꓮA ꓰE ꓲI ꓳO ꓴU ' +
    'ᎠD ᎡR ᎢT ᎪA ᎫJ ᎬE ᎳW ᎷM ᎻH ᎽY ᏀG ᏃZ ᏞL ᏟC ᏢP ᏦK ᏔW ᏙV ᏚS'
  )
    .split(' ')
    .map(([letter = '', latin = '']) => [letter, latin]),
);

const DRAWN = new RegExp(`[${[...DRAWN_ALIKE.keys()].join('')}]`, 'gu');

/**
 * The keys that people may take a name for: its own, and that of the Latin letters as which it is drawn. `ТОМ` in Cyrillic is drawn as
 * `TOM`, while `том` isn't: the case counts, so such a key finds nobody at sign-in.
 */
export function looksOf(name: string, mostBytes: number): readonly string[] {
  const key = foldedName(name, mostBytes);
  // A text that is too long for a name is looked at no further.
  if (key === null) return [nameKey(name, mostBytes)];
  const drawn = name.normalize('NFKC').replaceAll(DRAWN, (letter) => DRAWN_ALIKE.get(letter) ?? letter);
  return [key, nameKey(drawn, mostBytes)];
}
