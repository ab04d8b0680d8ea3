/** A position in the write-ahead log. */
type Lsn = bigint;

/** Parses PostgreSQL's text form, two hexadecimal halves: `16/B374D848`. */
export function parseLsn(text: string): Lsn {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** What was replayed by a standby, and when the primary was there. */
export interface ReplayState {
  replayed: Lsn;
  lagMs: number;
}

/** Samples of the primary's position that are remembered; older ones are thinned out by the newest that was replayed. */
const maxSamples = 4000;

/**
 * Measures how far a standby is behind by positions only. The clocks of the servers are not compared, and a standby that
 * receives nothing any more does not look up to date.
 */
export class ReplayTracker {
  #samples: { at: number; position: Lsn }[] = [];

  /**
   * Records the positions of both servers. The primary's must have been read first.
   * @param at instant of the primary's position, in ms
   */
  record(at: number, primary: Lsn, replayed: Lsn): ReplayState {
    this.#samples.push({ at, position: primary });
    if (this.#samples.length > maxSamples) this.#samples.splice(1, 1);
    let last = this.#samples.findLastIndex(({ position }) => position <= replayed);
    if (last > 0) {
      this.#samples.splice(0, last);
      last = 0;
    }
    if (replayed >= primary) return { replayed, lagMs: 0 };
    return { replayed, lagMs: at - (this.#samples[0]?.at ?? at) };
  }
}
