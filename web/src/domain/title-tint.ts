/** One of six colours for a title without a picture: the same title always has the same. */
export const titleTint = (title: string): number =>
  [...title].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % 6;
