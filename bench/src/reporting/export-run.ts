import { residentBytes } from '../harness/process-usage.ts';
import { ask, type ReportingServer } from './reporting-client.ts';

export interface Exported {
  bytes: number;
  seconds: number;
  /** The most memory that the server held while it wrote the file. */
  peakMb: number;
}

const lookEveryMs = 20;

/** Fetches a file of `/reports/export` to its end, throws it away, and watches the server's memory meanwhile. */
export async function exportOf(server: ReportingServer, query: string): Promise<Exported> {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, residentBytes(server.pid));
  };
  const looking = setInterval(look, lookEveryMs);
  const begun = performance.now();
  let bytes = 0;
  try {
    const { body } = await ask(server, `/reports/export?${query}`);
    if (!body) throw new Error('The file has no content');
    for await (const chunk of body) bytes += chunk.length;
  } finally {
    clearInterval(looking);
  }
  look();
  return { bytes, seconds: (performance.now() - begun) / 1000, peakMb: peak / 1024 ** 2 };
}
