/** When a slice of work has to be given back, so that a large shop does not keep small ones waiting. */
export interface Budget {
  isSpent: () => boolean;
}
