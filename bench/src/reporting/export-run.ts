import { residentBytes } from '../harness/process-usage.ts';
import { fetchReport, type ReportingServer } from './reporting-client.ts';

export interface ExportRun {
  bytes: number;
  seconds: number;
  /** Peak resident memory of the server while it wrote the file. */
  peakMb: number;
}

const samplingIntervalMs = 20;

/** Downloads a file of `/reports/export`, discards it, and samples the server's memory meanwhile. */
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
