import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { DataResponse } from './data-response.ts';
import { UserError, type BuiltConfig } from './data-studio.ts';
import type { BuiltField } from './fields.ts';
import type { ScriptResult, ScriptWorkerData } from './project.ts';
import type { HttpResponse, HttpRequest } from './services.ts';

/** The deployed connector. */
const connectorFolder = join(import.meta.dirname, '../looker-studio');
/** The origin in the manifest, which each deployment replaces. */
const exampleOrigin = 'https://app.example.com';

const Manifest = Type.Object({
  urlFetchWhitelist: Type.Array(Type.String()),
  dataStudio: Type.Object({
    name: Type.String(),
    shortDescription: Type.String(),
    authType: Type.Array(Type.String()),
    addonUrl: Type.String(),
    supportUrl: Type.String(),
    companyUrl: Type.String(),
    logoUrl: Type.String(),
  }),
});

/** Reads and validates the connector's manifest. */
export function readManifest(): Static<typeof Manifest> {
  return Value.Parse(
    Manifest,
    JSON.parse(readFileSync(join(connectorFolder, 'appsscript.json'), 'utf8')),
  );
}

/** Results of the connector's functions, by name. */
interface Results {
  getAuthType: { type: string; helpUrl: string };
  setCredentials: { errorCode: string };
  isAuthValid: boolean;
  isAdminUser: boolean;
  resetAuth: null;
  getConfig: BuiltConfig;
  getSchema: { schema: BuiltField[] };
  getData: DataResponse;
}

export interface LookerStudio {
  /**
   * Calls a function of the connector.
   * @throws UserError for an error that the connector shows to the user
   * @throws Error for a result that Looker Studio would reject
   */
  call<Name extends keyof Results>(name: Name, request?: object): Promise<Results[Name]>;
  /** Answers the next requests with these responses. `nobody is there` simulates a host that cannot be reached. */
  answerNext(...answers: (HttpResponse | 'nobody is there')[]): void;
  /** All requests that were sent, oldest first. */
  sent: HttpRequest[];
  /** Delays that the last call requested of `Utilities.sleep`, in milliseconds. */
  slept: number[];
  stop(): Promise<void>;
}

/**
 * Runs the connector's files, unmodified, with stand-ins for the services of Apps Script.
 * @param server URL of the server that receives the requests to the origin in the manifest
 * @param options.origin the script property `SELLER_CONNECT_ORIGIN`; null leaves it unset
 */
export async function startLookerStudio(
  server: string,
  { locale = 'vi', origin = exampleOrigin }: { locale?: string; origin?: string | null } = {},
): Promise<LookerStudio> {
  const files = readdirSync(connectorFolder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, text: readFileSync(join(connectorFolder, name), 'utf8') }));
  const [calls, http] = [new MessageChannel(), new MessageChannel()];
  const arrived = new SharedArrayBuffer(4);
  const workerData: ScriptWorkerData = {
    calls: calls.port2,
    http: http.port2,
    arrived,
    files,
    allowedPrefixes: readManifest().urlFetchWhitelist,
    scriptProperties: origin === null ? [] : [['SELLER_CONNECT_ORIGIN', origin]],
    locale,
  };
  const worker = new Worker(new URL('./project.ts', import.meta.url), {
    workerData,
    transferList: [calls.port2, http.port2],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const replacements: (HttpResponse | 'nobody is there')[] = [];
  const sent: HttpRequest[] = [];
  http.port1.on('message', (request: HttpRequest) => {
    sent.push(request);
    void respond(request, server, replacements.shift()).then((response) => {
      http.port1.postMessage(response);
      Atomics.store(new Int32Array(arrived), 0, 1);
      Atomics.notify(new Int32Array(arrived), 0);
    });
  });
  await once(worker, 'online');

  const studio: LookerStudio = {
    sent,
    slept: [],
    async call(name, request = {}) {
      calls.port1.postMessage({ name, request });
      const [result]: ScriptResult[] = await once(calls.port1, 'message');
      if (!result || result.kind === 'failure') throw new Error(result?.text);
      studio.slept = result.slept;
      if (result.kind === 'user error') throw new UserError(result.text, result.debugText);
      // The stand-ins built the value, and `getData` was validated value by value.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return result.value as never;
    },
    answerNext: (...answers) => void replacements.push(...answers),
    async stop() {
      calls.port1.close();
      http.port1.close();
      await worker.terminate();
    },
  };
  return studio;
}

async function respond(
  { url, method, headers, payload }: HttpRequest,
  server: string,
  replacement: HttpResponse | 'nobody is there' | undefined,
): Promise<HttpResponse | { down: string }> {
  if (replacement === 'nobody is there') return { down: `DNS error: ${url}` };
  if (replacement) return replacement;
  try {
    const response = await fetch(url.replace(exampleOrigin, server), {
      method,
      headers,
      redirect: 'manual',
      ...(payload !== null && { body: payload }),
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    };
  } catch (error) {
    return { down: `Address unavailable: ${url}: ${String(error)}` };
  }
}
