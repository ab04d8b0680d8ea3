import type { SandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';

/** A transient error code of each partner. */
const transientErrorCodes = {
  LAZADA: '6',
  SHOPEE: 'error_server',
  TIKI: '503',
  TIKTOK: '36009003',
  FACEBOOK: '2',
};

/** Faults for calls: every kind that the sandbox supports. */
const callFaults = [
  { kind: 'latency', probability: 0.02, ms: 200 },
  { kind: 'http_5xx', probability: 0.015 },
  { kind: 'drop_connection', probability: 0.015 },
  { kind: 'broken_json', probability: 0.015 },
  { kind: 'truncated_page', probability: 0.015 },
  { kind: 'duplicate_items', probability: 0.03 },
  { kind: 'reorder_items', probability: 0.03 },
  { kind: 'expired_token', probability: 0.005 },
  { kind: 'throttle', probability: 0.003, seconds: 1, count: 20 },
  { kind: 'revoked_token', probability: 0.002, count: 1 },
];

/** Faults for pushes. For Tiki's events the sandbox supports three of them. */
const pushFaults = [
  { kind: 'push_lost', probability: 0.05 },
  { kind: 'push_late', probability: 0.1, ms: 600_000 },
  { kind: 'push_doubled', probability: 0.1 },
  { kind: 'push_reordered', probability: 0.1 },
  { kind: 'push_forged', probability: 0.1 },
  { kind: 'push_wrong_signature', probability: 0.05 },
];

/** Enables every fault at every partner. */
export async function enableAllFaults(sandbox: SandboxProcess): Promise<void> {
  await sandbox.faults(
    Object.entries(transientErrorCodes).flatMap(([platform, code]) => [
      ...callFaults.map((rule) => ({ platform, ...rule })),
      { platform, kind: 'api_error', code, probability: 0.005 },
      ...(platform === 'FACEBOOK' ? [] : pushFaults.map((rule) => ({ platform, ...rule }))),
    ]),
  );
}

interface FaultHits {
  platform: string;
  kind: string;
  hits: number;
}

/** Returns how often each fault has occurred. */
export async function fetchFaultHits(sandbox: SandboxProcess): Promise<FaultHits[]> {
  const { faults }: { faults: FaultHits[] } = Object(await sandbox.control('GET', 'faults'));
  return faults;
}
