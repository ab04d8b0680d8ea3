/// <reference types="@vitest/browser-playwright" />
import { cdp } from 'vitest/browser';

import type { HostileProvider } from './hostileProvider.ts';

/** A same-site origin where nobody listens: the browser's requests to it are answered here. */
const origin = 'http://localhost:48111';

/** What the provider's page in the hidden frame posts to the page around it, in this order. */
export type Messages = (address: string) => unknown[];

interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string };
}

/** The body of one more address of the provider's origin; null: it is the authorization endpoint. */
export type MorePages = (url: URL) => string | null;

/** Answers the hidden frame's navigations with pages that post messages. */
export async function createFramedProvider(
  provider: HostileProvider,
  more: MorePages = () => null,
) {
  const authorizationRequests: URL[] = [];
  let messages: Messages = () => [];
  let unblocked: Promise<void> = Promise.resolve();
  const session = cdp();
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*` }] });
  const authorizationPage = async (url: URL): Promise<string> => {
    authorizationRequests.push(url);
    await unblocked;
    const data = JSON.stringify(messages(url.href)).replaceAll('<', '\\u003c');
    return `<script>for (const m of ${data}) parent.postMessage(m, '*')</script>`;
  };
  const answer = async (paused: Paused): Promise<void> => {
    const { requestId, request } = paused;
    const url = new URL(request.url);
    const page = more(url) ?? (await authorizationPage(url));
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'text/html' }],
      body: btoa(page),
    });
  };
  // A frame that was taken away meanwhile waits for nothing.
  const onPaused = (paused: Paused): void => void answer(paused).catch(() => undefined);
  session.on('Fetch.requestPaused', onPaused);
  return {
    authorizationRequests,
    origin,
    config: {
      silent: 'always' as const,
      allowInsecure: true,
      metadata: {
        ...provider.metadata,
        authorization_endpoint: `${origin}/oauth/authorize`,
        response_modes_supported: ['query', 'simple_web_message'],
      },
    },
    /** Keeps the frame loading until the returned function is called. */
    blockLoading(): () => void {
      let release = (): void => undefined;
      unblocked = new Promise((done) => (release = done));
      return () => release();
    },
    setMessages: (next: Messages) => void (messages = next),
    async close(): Promise<void> {
      session.off('Fetch.requestPaused', onPaused);
      await session.send('Fetch.disable');
    },
  };
}
