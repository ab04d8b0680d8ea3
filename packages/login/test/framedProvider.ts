/// <reference types="@vitest/browser-playwright" />
import { cdp } from 'vitest/browser';

import type { HostileProvider } from './hostileProvider.ts';

/** A same-site origin without a server: the test answers the browser's requests to it. */
const origin = 'http://localhost:48111';

/** The messages that the provider's page in the hidden frame posts to its parent, in order. */
export type Messages = (address: string) => unknown[];

interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string };
}

/** Returns the body of another page of the provider's origin, or null for the authorization endpoint. */
export type MorePages = (url: URL) => string | null;

/** Answers navigations of the hidden frame with pages that post messages. */
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
  // A frame that was removed in the meantime needs no response.
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
    /** Blocks loading of the frame until the returned function is called. */
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
