import {
  PrivateHostError,
  postToPublicHost,
  type HostCheck,
} from '../../platform/http/hosts/public-hosts.ts';

/** How an attempt ended. `problem` is null for a success. */
export interface PostResult {
  /** Null without a response. */
  status: number | null;
  problem: string | null;
}

export interface PostOptions extends HostCheck {
  /** 10 s by default. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;

/** Parses the URL of a webhook: https without credentials. Null if it is none. @param allowHttp in demo mode */
export function parseWebhookUrl(text: string, allowHttp: boolean): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isSecure = url.protocol === 'https:' || (allowHttp && url.protocol === 'http:');
  return isSecure && url.username === '' && url.password === '' ? url : null;
}

/** Posts a body to a host that is allowed. Does not reject. */
export async function post(
  url: URL,
  { body, headers }: { body: string; headers: Readonly<Record<string, string>> },
  { timeoutMs = defaultTimeoutMs, ...check }: PostOptions = {},
): Promise<PostResult> {
  try {
    const { status } = await postToPublicHost({ url, headers, body, timeoutMs }, check);
    return { status, problem: problemOf(status) };
  } catch (error) {
    return { status: null, problem: failureCode(error) };
  }
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirected' : 'status';
}

function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof PrivateHostError) return 'address_refused';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
