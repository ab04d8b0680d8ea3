/**
 * A thread that runs an Apps Script project as Apps Script does: all files share one global scope, and calls of
 * services are synchronous. The parent thread does the HTTP.
 */
import { createContext, Script } from 'node:vm';
import { receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import { validateDataResponse } from './data-response.ts';
import { DataStudioApp, UserError } from './data-studio.ts';
import {
  createPropertiesService,
  createUrlFetchApp,
  type FetchSync,
  type HttpResponse,
  type HttpRequest,
} from './services.ts';

export interface ScriptWorkerData {
  calls: MessagePort;
  http: MessagePort;
  /** One element, set to 1 when a response of `http` has arrived. */
  arrived: SharedArrayBuffer;
  files: { name: string; text: string }[];
  allowedPrefixes: string[];
  scriptProperties: [string, string][];
  locale: string;
}
export interface ScriptCall {
  name: string;
  request: unknown;
}
export type ScriptResult =
  | { kind: 'value'; value: unknown; slept: number[] }
  | { kind: 'user error'; text: string; debugText: string | null; slept: number[] }
  | { kind: 'failure'; text: string };

// Assembled by the parent thread.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const data = workerData as ScriptWorkerData;
const arrived = new Int32Array(data.arrived);

const fetchSync: FetchSync = (request: HttpRequest) => {
  Atomics.store(arrived, 0, 0);
  data.http.postMessage(request);
  Atomics.wait(arrived, 0, 0);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const response = receiveMessageOnPort(data.http)?.message as HttpResponse | { down: string };
  if ('down' in response) throw new Error(response.down);
  return response;
};

const slept: number[] = [];
const project = createContext({
  DataStudioApp,
  UrlFetchApp: createUrlFetchApp(fetchSync, data.allowedPrefixes),
  PropertiesService: createPropertiesService(new Map(), new Map(data.scriptProperties)),
  Session: { getActiveUserLocale: () => data.locale },
  Utilities: { sleep: (milliseconds: number) => void slept.push(milliseconds) },
});
for (const { name, text } of data.files) new Script(text, { filename: name }).runInContext(project);

data.calls.on('message', ({ name, request }: ScriptCall) => {
  slept.length = 0;
  data.calls.postMessage(runCall(name, request));
});

function runCall(name: string, request: unknown): ScriptResult {
  try {
    const called: unknown = project[name];
    if (typeof called !== 'function') throw new Error(`The project has no function ${name}`);
    const result: unknown = called(structuredClone(request));
    // Serialized as on the wire to Looker Studio: values that JSON lacks are dropped.
    const value = result === undefined ? null : JSON.parse(JSON.stringify(result));
    if (name === 'getData') validateDataResponse(JSON.parse(JSON.stringify(request)), value);
    return { kind: 'value', value, slept: [...slept] };
  } catch (error) {
    if (error instanceof UserError)
      return {
        kind: 'user error',
        text: error.message,
        debugText: error.debugText,
        slept: [...slept],
      };
    return {
      kind: 'failure',
      text: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}
