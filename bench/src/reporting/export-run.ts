import { residentBytes } from '../harness/process-usage.ts';
import { fetchReport, type ReportingServer } from './reporting-client.ts';

export interface ExportRun {
  bytes: number;
  seconds: number;
  /** The most memory that the server held while it wrote the file. */
  peakMb: number;
}

const samplingIntervalMs = 20;

/** Fetches a file of `/reports/export` to its end, throws it away, and watches the server's memory meanwhile. */
export async function measureExport(server: ReportingServer, query: string): Promise<ExportRun> {
  let peak = 0;
  const sampleMemory = () => {
    peak = Math.max(peak, residentBytes(server.pid));
  };
  const samplingTimer = setInterval(sampleMemory, samplingIntervalMs);
  const begun = performance.now();
  let bytes = 0;
  try {
    const { body } = await fetchReport(server, `/reports/export?${query}`);
    if (!body) throw new Error('The file has no content');
    for await (const chunk of body) bytes += chunk.length;
  } finally {
    clearInterval(samplingTimer);
  }
  sampleMemory();
  return { bytes, seconds: (performance.now() - begun) / 1000, peakMb: peak / 1024 ** 2 };
}
