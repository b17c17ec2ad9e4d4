/** What Home says of what has become available and of what is coming down, in English. Other languages have the same members. */
export const enHome = {
  readyToWatch: 'Ready to watch',
  /** Where albums or books are among it. */
  ready: 'Ready for you',
  /** Null where nobody knows how many. */
  coming: (count: number | null) => {
    if (count === null) return 'See what’s coming down';
    return count === 1 ? 'One download is coming down' : `${count} downloads are coming down`;
  },
};

/** What every language has to say there. */
export type HomeTexts = typeof enHome;
