/** Tells when a time slice is over, so that a large shop does not block small ones. */
export interface Budget {
  isSpent: () => boolean;
}
