import type { MorePages } from './framedProvider.ts';

/** A provider's session frame with configurable answers; several answers are posted in order. */
export function createSessionFrame() {
  const received: string[] = [];
  let answers: readonly unknown[] = ['unchanged'];
  // The frame has another origin, so it fetches its answers by a request that the test intercepts.
  const page = `<script>addEventListener('message', async ({ data, source, origin }) => {
    const reply = await fetch('/oauth/sessions/answers?message=' + encodeURIComponent(data));
    for (const answer of await reply.json()) source.postMessage(answer, origin);
  })</script>`;
  const otherPage = `<script>setInterval(() => parent.postMessage('changed', '*'))</script>`;
  const pages: MorePages = ({ pathname, searchParams }) => {
    if (pathname === '/oauth/sessions/iframe') return page;
    if (pathname === '/other') return otherPage;
    if (pathname !== '/oauth/sessions/answers') return null;
    received.push(searchParams.get('message') ?? '');
    return JSON.stringify(answers);
  };
  return {
    path: '/oauth/sessions/iframe',
    /** A page of the same origin, which posts `changed` to its parent all the time. */
    otherPath: '/other',
    otherPage,
    pages,
    received,
    /** Null for no answer. */
    answer(next: string | null | readonly unknown[]): void {
      answers = next === null ? [] : typeof next === 'string' ? [next] : next;
    },
  };
}
