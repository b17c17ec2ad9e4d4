/** What Home says of what has become available, in English. Other languages have the same members. */
export const enHome = {
  readyToWatch: 'Ready to watch',
  /** Where albums or books are among it. */
  ready: 'Ready for you',
};

/** What every language has to say there. */
export type HomeTexts = typeof enHome;
